import { listApprovals } from '#lib/api/approvals.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { toApprovalResource } from '../../resources/approval-resource.ts';
import { runReaderOf } from '../../resources/run-reader-of.ts';

export const listApprovalsHandler = defineHandler(listApprovals, async ({ query, ...context }) => {
  const { repos, deps } = context;
  const { items, nextCursor } = await repos.approvals.list({ ...query, nowMs: deps.clock.now() });
  return { status: 200, body: { items: items.map((record) => toApprovalResource(record, runReaderOf(context))), nextCursor } };
});
