import type { ApprovalResource } from '#lib/api/approvals.contract.ts';
import type { PendingApproval } from '#lib/run/run-event.ts';
import { approvalFor, type RunReader } from '#lib/run/what-leaves.ts';
import type { NodeLabels } from '#lib/workflow/read-node-labels.ts';
import type { ApprovalRecord } from '../../db/repositories/approval-repository.ts';

/** An approval as its reader sees it: arguments and comment only in full. */
export function toApprovalResource(record: ApprovalRecord, reader: RunReader, labelOf?: NodeLabels): ApprovalResource {
  const { runId, workflowName, toolCallId, args, fixed, status, createdAt, decidedAt, decidedBy, decidedArgs, comment } = record;
  const nodeLabel = labelOf?.(record.nodeId);
  return {
    ...toPendingApproval(record, reader),
    ...(nodeLabel && { nodeLabel }),
    runId,
    workflowName: reader.isVisitor ? '' : workflowName,
    toolCallId,
    status,
    createdAt: createdAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
    decidedBy,
    ...(reader.level === 'full' && { args, comment, ...(fixed && { fixed }), ...(decidedArgs !== undefined && { decidedArgs }) }),
  };
}

/** An approval as a run's end names it. */
export function toPendingApproval(
  { actionId, nodeId, kind, tool, description, expiresAt }: ApprovalRecord,
  reader: RunReader,
): PendingApproval {
  return approvalFor({ actionId, nodeId, kind, tool, description, expiresAt: expiresAt.toISOString() }, reader);
}
