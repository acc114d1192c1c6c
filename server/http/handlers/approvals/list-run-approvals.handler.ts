import { listRunApprovals } from '#lib/api/approvals.contract.ts';
import { levelFor } from '../../handler-kit/authenticate.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { toApprovalResource } from '../../resources/approval-resource.ts';
import { loadRunHead } from '../../resources/run-resource.ts';

export const listRunApprovalsHandler = defineHandler(listRunApprovals, async ({ params, query, ...context }) => {
  const { runId } = await loadRunHead(params.id, context);
  const level = levelFor(context, 'full');
  const { items, nextCursor } = await context.repos.approvals.list({ ...query, runId, nowMs: context.deps.clock.now() });
  return { status: 200, body: { items: items.map((record) => toApprovalResource(record, level)), nextCursor } };
});
