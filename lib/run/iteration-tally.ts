import type { NodeState } from './run-state.ts';
import { addUsage } from './token-usage.ts';

export type IterationCounts = Readonly<Record<NodeState['status'], number>>;

/**
 * What one node did in many iterations: how often it ended how, and all of it as if it were one run of
 * the node.
 */
export type NodeIterations = { readonly counts: IterationCounts; readonly sum: NodeState };

type Sum = {
  readonly counts: Record<NodeState['status'], number>;
  readonly ports: Set<string>;
  readonly toolCalls: NodeState['toolCalls'];
  attempts: number;
  llmCalls: number;
  executionTimeMs: number;
  usage: NodeState['usage'];
  error: NodeState['error'];
  first: string | undefined;
  last: string | undefined;
};

/**
 * The states of one node over the iterations of its containers. Ended ones are added up once, so
 * that reading costs time for the open ones only.
 */
export class IterationTally {
  readonly #nodeId: string;
  readonly #states = new Map<string, NodeState>();
  readonly #open = new Map<string, NodeState>();
  #ended = newSum();
  #isStale = false;
  #made: NodeIterations | undefined;

  constructor(nodeId: string) {
    this.#nodeId = nodeId;
  }

  /** The node's state in one iteration from now on. */
  set(path: string, state: NodeState): void {
    const before = this.#states.get(path);
    if (before === state) return;
    this.#made = undefined;
    this.#states.set(path, state);
    // A counted state that changed, as after a crash, cannot be subtracted.
    if (before && !isOpen(before)) this.#isStale = true;
    else if (isOpen(state)) this.#open.set(path, state);
    else {
      this.#open.delete(path);
      add(this.#ended, state);
    }
  }

  read(): NodeIterations {
    if (this.#isStale) this.#addAgain();
    if (this.#made) return this.#made;
    const { counts, ports, toolCalls, ...ended } = this.#ended;
    const sum: Sum = { ...ended, counts: { ...counts }, ports: new Set(ports), toolCalls: [...toolCalls] };
    for (const state of this.#open.values()) add(sum, state);
    this.#made = { counts: sum.counts, sum: this.#asOneRun(sum) };
    return this.#made;
  }

  #addAgain(): void {
    this.#isStale = false;
    this.#ended = newSum();
    this.#open.clear();
    for (const [path, state] of this.#states) {
      if (isOpen(state)) this.#open.set(path, state);
      else add(this.#ended, state);
    }
  }

  #asOneRun({ counts, ports, usage, error, first, last, toolCalls, attempts, llmCalls, executionTimeMs }: Sum): NodeState {
    return {
      nodeId: this.#nodeId,
      status: statusOf(counts),
      text: '',
      thinking: '',
      attempts,
      llmCalls,
      executionTimeMs,
      toolCalls,
      ports: [...ports],
      isCalling: false,
      isUnanswered: false,
      callStart: { text: 0, thinking: 0, toolCalls: 0 },
      ...(usage && { usage }),
      ...(error && { error }),
      ...(first !== undefined && { startedAt: first }),
      ...(this.#open.size === 0 && last !== undefined && { finishedAt: last }),
    };
  }
}

function isOpen({ status }: NodeState): boolean {
  return status === 'running' || status === 'waiting';
}

function newSum(): Sum {
  const counts = { running: 0, waiting: 0, succeeded: 0, failed: 0, skipped: 0, cancelled: 0 };
  const nothing = { usage: undefined, error: undefined, first: undefined, last: undefined };
  return { counts, ports: new Set(), toolCalls: [], attempts: 0, llmCalls: 0, executionTimeMs: 0, ...nothing };
}

function add(
  sum: Sum,
  { status, ports, toolCalls, attempts, llmCalls, executionTimeMs, usage, error, ...times }: NodeState,
): void {
  const { startedAt, finishedAt } = times;
  sum.counts[status]++;
  for (const port of ports ?? []) sum.ports.add(port);
  for (const call of toolCalls) sum.toolCalls.push(call);
  sum.attempts = Math.max(sum.attempts, attempts);
  sum.llmCalls += llmCalls;
  sum.executionTimeMs += executionTimeMs ?? 0;
  if (usage) sum.usage = sum.usage ? addUsage(sum.usage, usage) : usage;
  sum.error ??= error;
  // Times of one log are written alike, so that they compare as text.
  if (startedAt !== undefined && (sum.first === undefined || startedAt < sum.first)) sum.first = startedAt;
  if (finishedAt !== undefined && (sum.last === undefined || finishedAt > sum.last)) sum.last = finishedAt;
}

/** The most important state first: running, waiting, failed. */
function statusOf(counts: IterationCounts): NodeState['status'] {
  const order = ['running', 'waiting', 'failed', 'succeeded', 'cancelled', 'skipped'] as const;
  return order.find((status) => counts[status] > 0) ?? 'skipped';
}
