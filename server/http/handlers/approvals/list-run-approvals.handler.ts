import { listRunApprovals } from '#lib/api/approvals.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { toApprovalResource } from '../../resources/approval-resource.ts';
import { runReaderOf } from '../../resources/run-reader-of.ts';
import { loadRunHead } from '../../resources/run-resource.ts';

export const listRunApprovalsHandler = defineHandler(listRunApprovals, async ({ params, query, ...context }) => {
  const { runId } = await loadRunHead(params.id, context);
  const reader = runReaderOf(context);
  const { items, nextCursor } = await context.repos.approvals.list({ ...query, runId, nowMs: context.deps.clock.now() });
  return { status: 200, body: { items: items.map((record) => toApprovalResource(record, reader)), nextCursor } };
});
