import type { ApprovalResource } from '#lib/api/approvals.contract.ts';
import type { Client } from '#lib/api/client.ts';

const PENDING_MAX = 100;
const DECIDED_MAX = 50;

/** Open approvals, and recent decisions. */
export type Inbox = {
  readonly pending: readonly ApprovalResource[];
  /** More are pending than are shown. */
  readonly hasMore: boolean;
  /** Newest first. */
  readonly decided: readonly ApprovalResource[];
};

export async function loadInbox(client: Client, options?: { signal: AbortSignal }): Promise<Inbox> {
  const [pending, decided] = await Promise.all([
    client.listApprovals({ query: { status: 'pending', limit: PENDING_MAX } }, options),
    client.listApprovals({ query: { status: 'decided', limit: DECIDED_MAX } }, options),
  ]);
  return { pending: pending.items, hasMore: pending.nextCursor !== null, decided: decided.items };
}

export type RunApprovals = {
  readonly runId: string;
  readonly workflowName: string;
  readonly approvals: readonly ApprovalResource[];
};

/** Open approvals by run; the longest waiting run comes first. */
export function groupByRun(pending: readonly ApprovalResource[]): RunApprovals[] {
  const groups = Map.groupBy(pending, ({ runId }) => runId);
  return [...groups]
    .map(([runId, approvals]) => ({
      runId,
      workflowName: approvals[0]?.workflowName ?? runId,
      approvals: approvals.toReversed(),
    }))
    .reverse();
}
