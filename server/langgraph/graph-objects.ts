import type { PendingApproval } from '#lib/run/run-event.ts';
import type { RunStatus } from '#lib/run/run-status.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

/** What the state of a thread is made of. */
export type GraphTurn = {
  readonly runId: string;
  readonly afterRunId: string | null;
  readonly status: RunStatus;
  /** Empty where the workflow takes no message. */
  readonly message: string;
  readonly answer: string | null;
  readonly outputs: Readonly<Record<string, unknown>> | null;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};
export type GraphThread = {
  readonly threadId: string;
  readonly assistantId: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Of the branch that continues, oldest first. */
  readonly turns: readonly GraphTurn[];
  /** Of its last run, while that waits. */
  readonly approvals: readonly PendingApproval[];
};
type Values = Readonly<Record<string, unknown>>;

/** The checkpoint before the first run of a thread. */
const ROOT_CHECKPOINT = 'none';

const runStatuses: Readonly<Record<RunStatus, string>> = {
  queued: 'pending',
  running: 'running',
  waiting: 'interrupted',
  succeeded: 'success',
  failed: 'error',
  cancelled: 'interrupted',
};

/** Messages of a turn, as LangChain writes them. */
export function messagesOf({ runId, message, answer }: Pick<GraphTurn, 'runId' | 'message' | 'answer'>): object[] {
  if (message === '') return [];
  const asked = { type: 'human', id: `${runId}_in`, content: message, additional_kwargs: {}, response_metadata: {} };
  return answer === null ? [asked] : [asked, answerMessage(runId, answer)];
}

export function answerMessage(runId: string, content: string, type = 'ai') {
  return { type, id: answerId(runId), content, tool_calls: [], additional_kwargs: {}, response_metadata: {} };
}

export function answerId(runId: string): string {
  return `${runId}_out`;
}

/** The state of a thread after turns: the outputs of the last one that has some, and all messages. */
function valuesAfter(turns: readonly GraphTurn[]): Values {
  const messages = turns.flatMap(messagesOf);
  const outputs = turns.findLast((turn) => turn.outputs !== null)?.outputs ?? {};
  return { ...(messages.length > 0 && { messages }), ...outputs };
}

/** An approval as LangGraph shows what a node interrupts for. */
export function interruptOf({ actionId, kind, description, nodeId, expiresAt }: PendingApproval) {
  return { id: actionId, value: { kind, description, nodeId, expiresAt } };
}

export function assistantOf(workflow: Workflow, { slug, version, at }: { slug: string; version: number; at: Date }) {
  const time = at.toISOString();
  return {
    assistant_id: slug,
    graph_id: slug,
    name: workflow.name,
    description: workflow.description || workflow.name,
    version,
    config: {},
    context: {},
    metadata: {},
    created_at: time,
    updated_at: time,
  };
}

/** Nodes and edges by id and type, without their configs. */
export function drawableGraph({ nodes, edges }: Workflow) {
  return {
    nodes: nodes.map(({ id, type }) => ({ id, type: 'runnable', data: { id: [type], name: id } })),
    edges: edges.map(({ source, target }) => ({ source, target, conditional: isBranching(source, edges) })),
  };
}

function isBranching(source: string, edges: Workflow['edges']): boolean {
  return new Set(edges.filter((edge) => edge.source === source).map(({ sourceHandle }) => sourceHandle)).size > 1;
}

export function runOf(turn: GraphTurn, { threadId, assistantId }: { threadId: string; assistantId: string }) {
  return {
    run_id: turn.runId,
    thread_id: threadId,
    assistant_id: assistantId,
    status: runStatuses[turn.status],
    metadata: {},
    kwargs: {},
    multitask_strategy: 'enqueue',
    created_at: turn.createdAt.toISOString(),
    updated_at: turn.updatedAt.toISOString(),
  };
}

export function threadOf(thread: GraphThread) {
  const { threadId, assistantId, createdAt, updatedAt, turns, approvals } = thread;
  const updated = updatedAt.toISOString();
  const last = turns.at(-1);
  const interrupts = approvals.length === 0 || !last ? {} : { [last.runId]: approvals.map(interruptOf) };
  return {
    thread_id: threadId,
    created_at: createdAt.toISOString(),
    updated_at: updated,
    state_updated_at: updated,
    metadata: { graph_id: assistantId, assistant_id: assistantId },
    status: threadStatus(last?.status),
    config: {},
    values: valuesAfter(turns),
    interrupts,
    error: last?.error?.message ?? null,
  };
}

function threadStatus(status: RunStatus | undefined): string {
  if (status === 'queued' || status === 'running') return 'busy';
  if (status === 'waiting') return 'interrupted';
  return status === 'failed' ? 'error' : 'idle';
}

/** The state of a thread after its last turn, or after the turn at `index`. */
export function stateOf(thread: GraphThread, index = thread.turns.length - 1) {
  const { threadId, turns, approvals } = thread;
  const turn = turns[index];
  const isLast = index === turns.length - 1;
  const open = isLast ? approvals : [];
  const tasks = open.map((approval) => ({
    id: approval.actionId,
    name: approval.nodeId,
    error: null,
    interrupts: [interruptOf(approval)],
    checkpoint: null,
    state: null,
  }));
  return {
    values: valuesAfter(turns.slice(0, index + 1)),
    next: open.map(({ nodeId }) => nodeId),
    tasks,
    metadata: { source: 'loop', step: index, ...(turn && { run_id: turn.runId }) },
    created_at: (turn?.createdAt ?? thread.createdAt).toISOString(),
    checkpoint: checkpoint(threadId, turn?.runId ?? ROOT_CHECKPOINT),
    parent_checkpoint: turn ? checkpoint(threadId, turn.afterRunId ?? ROOT_CHECKPOINT) : null,
  };
}

function checkpoint(threadId: string, id: string) {
  return { thread_id: threadId, checkpoint_ns: '', checkpoint_id: id, checkpoint_map: null };
}
