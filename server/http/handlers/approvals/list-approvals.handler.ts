import { listApprovals } from '#lib/api/approvals.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { toApprovalResource } from '../../resources/approval-resource.ts';

export const listApprovalsHandler = defineHandler(listApprovals, async ({ query, repos, deps }) => {
  const { items, nextCursor } = await repos.approvals.list({ ...query, nowMs: deps.clock.now() });
  return { status: 200, body: { items: items.map((record) => toApprovalResource(record, 'full')), nextCursor } };
});
