import type { z } from 'zod';
import type { jsonObjectSchema } from '#lib/run/json-value.ts';
import type { RunStatus } from '#lib/run/run-status.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { interruptOf, type RequestedApproval } from './graph-interrupts.ts';
import { type GraphMessage, mergeMessages, type SentMessage } from './graph-messages.ts';

/** A run that was resumed has an answer for each part. */
export type GraphAnswer = { readonly id: string; readonly text: string };

/** What the state of a thread is made of. */
export type LangGraphTurn = {
  readonly runId: string;
  readonly afterRunId: string | null;
  readonly status: RunStatus;
  /** What the client sent; empty where the workflow takes no message. */
  readonly asked: readonly GraphMessage[];
  readonly answers: readonly GraphAnswer[];
  readonly inputs: z.output<typeof jsonObjectSchema>;
  readonly outputs: Readonly<Record<string, unknown>> | null;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};
export type LangGraphThread = {
  readonly threadId: string;
  readonly assistantId: string;
  /** What clients keep with it. */
  readonly metadata: Values;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Turns of the branch that continues, oldest first. */
  readonly turns: readonly LangGraphTurn[];
  /** Turns of all branches, in the order of their messages. */
  readonly all: readonly LangGraphTurn[];
  /** Id of the `start` node. */
  readonly startNode: string;
  /** Pending approvals of the last run; empty unless it waits for one. */
  readonly approvals: readonly RequestedApproval[];
};
type Values = Readonly<Record<string, unknown>>;

/** The checkpoint before the first run of a thread. */
export const ROOT_CHECKPOINT = 'none';
const INPUT_SUFFIX = '-input';

/** Id of the first checkpoint of a run, with its message. The second one, with its answer, has the id of the run. */
function inputCheckpoint(runId: string): string {
  return `${runId}${INPUT_SUFFIX}`;
}

/** The run whose message a checkpoint has, or undefined for one after an answer. */
export function runOfInput(checkpointId: string): string | undefined {
  return checkpointId.endsWith(INPUT_SUFFIX) ? checkpointId.slice(0, -INPUT_SUFFIX.length) : undefined;
}

const runStatuses: Readonly<Record<RunStatus, string>> = {
  queued: 'pending',
  running: 'running',
  waiting: 'interrupted',
  succeeded: 'success',
  failed: 'error',
  cancelled: 'interrupted',
};

/** The messages that a client sent with a run, in the form of LangChain. */
export function askedMessages(sent: readonly SentMessage[], runId: string): GraphMessage[] {
  return sent.map((message): GraphMessage => ({ ...message, id: message.id ?? `${runId}_in` }) as GraphMessage);
}

/** The message of a run that stored only its text. */
export function sentText(message: string): SentMessage[] {
  return message === '' ? [] : [{ type: 'human', content: message, additional_kwargs: {}, response_metadata: {} }];
}

/** The messages of a state after turns. */
export function messagesAfter(turns: readonly Pick<LangGraphTurn, 'asked' | 'answers'>[]): GraphMessage[] {
  return mergeMessages(
    turns.flatMap(({ asked, answers }) =>
      asked.length === 0 ? [] : [...asked, ...answers.map(({ id, text }) => answerMessage(id, text))],
    ),
  );
}

export function answerMessage(id: string, content: string, type = 'ai'): GraphMessage {
  return { type, id, content, tool_calls: [], additional_kwargs: {}, response_metadata: {} };
}

/** @param afterSeq the last event before the answer, where it continues a run. @defaultValue 0 */
export function answerId(runId: string, afterSeq = 0): string {
  return afterSeq === 0 ? `${runId}_out` : `${runId}_out_${afterSeq}`;
}

/** The state of a thread after turns: the outputs of the last one that has some, and all messages. */
function valuesAfter(turns: readonly LangGraphTurn[]): Values {
  const messages = messagesAfter(turns);
  const outputs = turns.findLast((turn) => turn.outputs !== null)?.outputs ?? {};
  return { ...(messages.length > 0 && { messages }), ...outputs };
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

export function runOf(turn: LangGraphTurn, { threadId, assistantId }: { threadId: string; assistantId: string }) {
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

export function threadOf(thread: LangGraphThread) {
  const { threadId, assistantId, metadata, createdAt, updatedAt, turns, approvals } = thread;
  const updated = updatedAt.toISOString();
  const last = turns.at(-1);
  const interrupts = Object.fromEntries(approvals.map((one) => [one.actionId, [interruptOf(one)]]));
  return {
    thread_id: threadId,
    created_at: createdAt.toISOString(),
    updated_at: updated,
    state_updated_at: updated,
    metadata: { ...metadata, graph_id: assistantId, assistant_id: assistantId },
    status: last && isUnderWay(last, thread) ? 'busy' : threadStatus(last?.status),
    config: {},
    values: valuesAfter(turns),
    interrupts,
    error: last?.error?.message ?? null,
  };
}

/** Of a thread whose last run has this status; undefined without a run. */
export function threadStatus(status: RunStatus | undefined): string {
  if (status === 'queued' || status === 'running') return 'busy';
  if (status === 'waiting') return 'interrupted';
  return status === 'failed' ? 'error' : 'idle';
}

/** Of a turn: with its message alone if `isInput`, otherwise with its answer. Null: before the first turn. */
export type LangGraphCheckpoint = { readonly turn: LangGraphTurn; readonly isInput: boolean } | null;

/** Of all branches, newest first. */
export function checkpointsOf({ all }: LangGraphThread): LangGraphCheckpoint[] {
  const checkpoints = all.flatMap((turn): LangGraphCheckpoint[] => [
    { turn, isInput: true },
    { turn, isInput: false },
  ]);
  return [null, ...checkpoints].reverse();
}

export function checkpointIdOf(checkpoint: LangGraphCheckpoint): string {
  if (!checkpoint) return ROOT_CHECKPOINT;
  return checkpoint.isInput ? inputCheckpoint(checkpoint.turn.runId) : checkpoint.turn.runId;
}

/** The turns up to the one of that run, oldest first; empty for null and for an unknown run. */
export function turnsUntil(runId: string | null, all: readonly LangGraphTurn[]): LangGraphTurn[] {
  const byId = new Map(all.map((turn) => [turn.runId, turn]));
  const found: LangGraphTurn[] = [];
  for (let turn = byId.get(runId ?? ''); turn; turn = byId.get(turn.afterRunId ?? '')) {
    byId.delete(turn.runId);
    found.push(turn);
  }
  return found.reverse();
}

/** The state of a thread where its next run continues, or at another checkpoint of its history. */
export function stateOf(thread: LangGraphThread, checkpoint: LangGraphCheckpoint = headOf(thread)) {
  const { threadId, all, startNode, createdAt } = thread;
  const id = checkpointIdOf(checkpoint);
  const state = { values: valuesAt(checkpoint, all), checkpoint: checkpointRef(threadId, id) };
  if (!checkpoint)
    return {
      ...state,
      next: [],
      tasks: [],
      metadata: { source: 'input', step: -1 },
      created_at: createdAt.toISOString(),
      parent_checkpoint: null,
    };
  const { turn, isInput } = checkpoint;
  const tasks = isInput ? [] : tasksOf(turn, thread);
  const depth = turnsUntil(turn.runId, all).length - 1;
  const parent = isInput ? (turn.afterRunId ?? ROOT_CHECKPOINT) : inputCheckpoint(turn.runId);
  return {
    ...state,
    next: isInput || isUnderWay(turn, thread) ? [startNode] : tasks.filter(({ error }) => error === null).map(({ name }) => name),
    tasks,
    metadata: { source: 'loop', step: 2 * depth + (isInput ? 0 : 1), run_id: turn.runId },
    created_at: (isInput ? turn.createdAt : turn.updatedAt).toISOString(),
    parent_checkpoint: checkpointRef(threadId, parent),
  };
}

function headOf({ turns }: LangGraphThread): LangGraphCheckpoint {
  const turn = turns.at(-1);
  return turn ? { turn, isInput: false } : null;
}

/** Its run has not ended and waits for no decision. Clients wait until `next` is empty. */
function isUnderWay({ runId, status }: LangGraphTurn, { turns, approvals }: LangGraphThread): boolean {
  if (status === 'queued' || status === 'running') return true;
  // The approvals are those of the last turn.
  return status === 'waiting' && approvals.length === 0 && runId === turns.at(-1)?.runId;
}

function valuesAt(checkpoint: LangGraphCheckpoint, all: readonly LangGraphTurn[]): Values {
  if (!checkpoint) return {};
  const turns = turnsUntil(checkpoint.turn.runId, all);
  return valuesAfter(checkpoint.isInput ? [...turns.slice(0, -1), { ...checkpoint.turn, answers: [], outputs: null }] : turns);
}

/** What the last run of a thread waits for, or why a run failed. */
function tasksOf(turn: LangGraphTurn, { turns, approvals }: LangGraphThread) {
  const task = { checkpoint: null, state: null };
  if (turn.status === 'failed')
    return [{ ...task, id: turn.runId, name: 'run', error: turn.error?.message ?? 'failed', interrupts: [] }];
  const open = turn.runId === turns.at(-1)?.runId ? approvals : [];
  return open.map((one) => ({ ...task, id: one.actionId, name: one.nodeId, error: null, interrupts: [interruptOf(one)] }));
}

function checkpointRef(threadId: string, id: string) {
  return { thread_id: threadId, checkpoint_ns: '', checkpoint_id: id, checkpoint_map: null };
}
