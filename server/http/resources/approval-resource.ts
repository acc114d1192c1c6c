import type { ApprovalResource } from '#lib/api/approvals.contract.ts';
import type { EventLevel } from '#lib/run/public-event.ts';
import type { PendingApproval } from '#lib/run/run-event.ts';
import { approvalAt } from '#lib/run/to-public-event.ts';
import type { ApprovalRecord } from '../../db/repositories/approval-repository.ts';

/** An approval at the event level of the reader: arguments and comment only in full. */
export function toApprovalResource(record: ApprovalRecord, level: EventLevel): ApprovalResource {
  const { runId, workflowName, toolCallId, args, status, createdAt, decidedAt, decidedBy, decidedArgs, comment } = record;
  return {
    ...toPendingApproval(record, level),
    runId,
    workflowName,
    toolCallId,
    status,
    createdAt: createdAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
    decidedBy,
    ...(level === 'full' && { args, comment, ...(decidedArgs !== undefined && { decidedArgs }) }),
  };
}

/** An approval as a run's end names it. */
export function toPendingApproval(
  { actionId, nodeId, kind, tool, description, expiresAt }: ApprovalRecord,
  level: EventLevel,
): PendingApproval {
  return approvalAt({ actionId, nodeId, kind, tool, description, expiresAt: expiresAt.toISOString() }, level === 'full');
}
