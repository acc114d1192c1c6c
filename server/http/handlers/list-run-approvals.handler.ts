import { listRunApprovals } from '#lib/api/approvals.contract.ts';
import { toApprovalResource } from '../approval-resource.ts';
import { levelFor } from '../authenticate.ts';
import { defineHandler } from '../define-handler.ts';
import { loadRunHead } from '../run-resource.ts';

export const listRunApprovalsHandler = defineHandler(listRunApprovals, async ({ params, query, ...context }) => {
  const { runId } = await loadRunHead(params.id, context);
  const level = levelFor(context, 'full');
  const { items, nextCursor } = await context.repos.approvals.list({ ...query, runId, nowMs: context.deps.clock.now() });
  return { status: 200, body: { items: items.map((record) => toApprovalResource(record, level)), nextCursor } };
});
