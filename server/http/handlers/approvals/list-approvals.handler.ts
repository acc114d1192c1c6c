import { listApprovals } from '#lib/api/approvals.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { toApprovalResource } from '../../resources/approval-resource.ts';
import { loadNodeLabels } from '../../resources/load-node-labels.ts';
import { runReaderOf } from '../../resources/run-reader-of.ts';

export const listApprovalsHandler = defineHandler(listApprovals, async ({ query, ...context }) => {
  const { repos, deps } = context;
  const { items, nextCursor } = await repos.approvals.list({ ...query, nowMs: deps.clock.now() });
  const labelsOf = await loadNodeLabels(
    repos,
    items.map(({ runId }) => runId),
  );
  const reader = runReaderOf(context);
  const approvals = items.map((record) => toApprovalResource(record, reader, labelsOf(record.runId)));
  return { status: 200, body: { items: approvals, nextCursor } };
});
