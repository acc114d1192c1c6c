import { type ApprovalAsk, type RunBatch, workspaceId } from '#lib/ports/run-store.ts';
import type { StoredEvent } from '#lib/run/run-event.ts';

export const localWorkspace = workspaceId('ws_local');

/** Stored events `from..to` with a little text each. */
export function makeEvents(from: number, to: number, content = 'x'): StoredEvent[] {
  return Array.from({ length: to - from + 1 }, (_, index) => {
    const event = { seq: from + index, at: 1, v: 1, type: 'content' as const, nodeId: 'a', content };
    return { seq: event.seq, type: event.type, json: JSON.stringify(event) };
  });
}

/** A batch of one event of a running run, with overrides. */
export function makeBatch(batch: Partial<RunBatch> & { runId: string }): RunBatch {
  return {
    workspaceId: localWorkspace,
    workflowId: null,
    workflowName: 'Test',
    documentHash: 'hash',
    mode: 'draft',
    nodeId: null,
    inputs: '{}',
    leaseToken: 1,
    status: 'running',
    reason: null,
    outputs: null,
    error: null,
    turnEnd: null,
    tokensUsed: 0,
    costUsd: null,
    isCostPartial: false,
    events: makeEvents(1, 1),
    rows: [],
    approvals: [],
    consumedApprovals: [],
    withdrawnApprovals: [],
    ...batch,
  };
}

/** An approval of a tool call that expires in a day, with overrides. */
export function makeAsk(ask: Partial<ApprovalAsk> & { actionId: string }): ApprovalAsk {
  return {
    nodeId: 'a',
    kind: 'tool',
    tool: 'send_mail',
    toolCallId: 'call_1',
    args: '{"to":"ann@example.org"}',
    fixed: null,
    description: 'Send a mail',
    expiresAtMs: Date.now() + 86_400_000,
    ...ask,
  };
}
