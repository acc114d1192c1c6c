import type { ApprovalResource } from '#lib/api/approvals.contract.ts';
import type { OpenApproval } from '#lib/run/run-state.ts';

/** As the log of the run has it. */
export function toOpenApproval({ toolCallId, args, createdAt, ...approval }: ApprovalResource): OpenApproval {
  return { ...approval, askedAt: createdAt, ...(args !== undefined && { args }), ...(toolCallId !== null && { toolCallId }) };
}
