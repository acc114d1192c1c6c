import { containerPathsOf } from '#lib/run/node-path.ts';
import type { NodeError, RunEvent, RunEventOf, TokenUsage } from '#lib/run/run-event.ts';
import { addUsage, NO_USAGE } from '#lib/run/token-usage.ts';
import type { FoundApprovals } from '../approvals/run-approvals.ts';
import type { FoundBreakpoints } from '../approvals/run-breakpoints.ts';
import type { LedgerEntry } from '../effects/effect-ledger.ts';
import type { NodeResult } from '../state/node-result.ts';

/** A node that had started and not ended. */
export type LeftNode = {
  readonly attempt: number;
  /** It has results that are not to be made again, or was waiting: it goes on instead of starting over. */
  readonly goesOn: boolean;
  /** What its model and tool calls took so far. */
  readonly usage: TokenUsage;
  readonly llmCalls: number;
  readonly toolCalls: number;
};

/** What an earlier process of a run left behind. */
export type RestoredRun = {
  readonly known: ReadonlyMap<string, NodeResult>;
  readonly left: ReadonlyMap<string, LeftNode>;
  readonly effects: ReadonlyMap<string, ReadonlyMap<string, LedgerEntry>>;
  readonly approvals: FoundApprovals;
  readonly ended: readonly RunEventOf<'node_finished'>[];
  readonly usage: TokenUsage;
  readonly llmCalls: number;
  readonly toolCalls: number;
  /** Nodes that were started and ended: what counts against the limit. One that is started again counts then. */
  readonly steps: number;
  /** How long the run stood still, waiting for people, in milliseconds. */
  readonly waitedMs: number;
  /** Only what these nodes need runs. */
  readonly until: readonly string[] | undefined;
  readonly breakpoints: FoundBreakpoints;
  /** The run had failed already; only its end was not written. */
  readonly error: NodeError | undefined;
  /** Of the request that started the run. */
  readonly traceparent: string | undefined;
};

/**
 * Reads a run's log once. A node's row is stored in the transaction of its `node_finished`, so the log alone says which nodes are decided,
 * those without effects included; so it does for effects and decisions.
 */
export function restoreResults(events: readonly RunEvent[]): RestoredRun {
  const reading = new Reading();
  for (const event of events) reading.take(event);
  return reading.restored;
}

type Started = { attempt: number; hasKept: boolean; usage: TokenUsage; llmCalls: number; toolCalls: number };

class Reading {
  readonly #known = new Map<string, NodeResult>();
  readonly #started = new Map<string, Started>();
  readonly #effects = new Map<string, Map<string, LedgerEntry>>();
  readonly #asked: RunEventOf<'confirm_required'>[] = [];
  readonly #decided: RunEventOf<'approval_decided'>[] = [];
  readonly #ended: RunEventOf<'node_finished'>[] = [];
  #usage = NO_USAGE;
  #llmCalls = 0;
  #toolCalls = 0;
  #waitedMs = 0;
  #waitsSince: number | undefined;
  #error: NodeError | undefined;
  #until: readonly string[] | undefined;
  #breakpoints: readonly string[] = [];
  #isStepping = false;
  readonly #standing = new Set<string>();
  readonly #passed = new Set<string>();
  readonly #obeyed = new Set<string>();
  #traceparent: string | undefined;

  get restored(): RestoredRun {
    const steps = this.#ended.filter(({ nodeId }) => this.#started.has(nodeId)).length;
    const left = [...this.#started].filter(([nodeId]) => !this.#known.has(nodeId));
    return {
      known: this.#known,
      left: new Map(left.map(([nodeId, { hasKept, ...started }]) => [nodeId, { ...started, goesOn: hasKept }])),
      effects: this.#effects,
      approvals: { asked: this.#asked, decided: this.#decided },
      ended: this.#ended,
      usage: this.#usage,
      llmCalls: this.#llmCalls,
      toolCalls: this.#toolCalls,
      steps,
      waitedMs: this.#waitedMs,
      until: this.#until,
      breakpoints: {
        nodeIds: this.#breakpoints,
        isStepping: this.#isStepping,
        standing: this.#standing,
        passed: this.#passed,
        obeyed: this.#obeyed,
      },
      error: this.#error,
      traceparent: this.#traceparent,
    };
  }

  take(event: RunEvent): void {
    switch (event.type) {
      case 'run_started':
        this.#until = event.until;
        this.#breakpoints = event.breakpoints ?? [];
        this.#traceparent = event.traceparent;
        break;
      case 'breakpoint_reached':
        this.#standing.add(event.nodeId);
        this.#keepAround(event.nodeId);
        break;
      case 'run_continued':
        this.#goOn(event);
        break;
      case 'node_started':
        this.#start(event);
        break;
      case 'node_finished':
        this.#finish(event);
        break;
      case 'llm_result':
        this.#count(event.nodeId, { usage: event.usage, llmCalls: 1 });
        break;
      case 'tool_result':
        this.#count(event.nodeId, { toolCalls: 1 });
        break;
      case 'effect_started':
      case 'effect_finished':
      case 'effect_discarded':
        this.#takeEffect(event);
        break;
      case 'confirm_required':
        this.#asked.push(event);
        this.#keep(event.nodeId);
        break;
      case 'approval_decided':
        this.#decided.push(event);
        break;
      case 'done':
        this.#waitsSince = event.at;
        break;
      case 'run_resumed':
        if (this.#waitsSince !== undefined) this.#waitedMs += Math.max(0, event.at - this.#waitsSince);
        this.#waitsSince = undefined;
        break;
      case 'error': {
        const { seq: _seq, at: _at, v: _v, type: _type, ...first } = event;
        this.#error ??= first;
      }
    }
  }

  /** What an attempt before kept, a later one keeps too: its effects are in the ledger. */
  #start({ nodeId, attempt }: RunEventOf<'node_started'>): void {
    this.#keepAround(nodeId);
    const before = this.#started.get(nodeId);
    this.#started.set(nodeId, { ...(before ?? { hasKept: false, usage: NO_USAGE, llmCalls: 0, toolCalls: 0 }), attempt });
  }

  /** A container whose body has begun goes on with it. */
  #keepAround(nodeId: string): void {
    for (const container of containerPathsOf(nodeId)) this.#keep(container);
  }

  #goOn({ commandId, nodeIds, step, breakpoints }: RunEventOf<'run_continued'>): void {
    this.#obeyed.add(commandId);
    if (nodeIds.length > 0) this.#isStepping = step;
    if (breakpoints) this.#breakpoints = breakpoints;
    for (const path of nodeIds) {
      this.#standing.delete(path);
      this.#passed.add(path);
    }
  }

  #finish(event: RunEventOf<'node_finished'>): void {
    const { nodeId, status, fired = {}, reason, error, winner } = event;
    this.#standing.delete(nodeId);
    this.#known.set(nodeId, { status, fired, ...(reason && { reason }), ...(error && { error }), ...(winner && { winner }) });
    this.#ended.push(event);
  }

  #count(
    nodeId: string,
    { usage = NO_USAGE, llmCalls = 0, toolCalls = 0 }: { usage?: TokenUsage; llmCalls?: number; toolCalls?: number },
  ) {
    this.#usage = addUsage(this.#usage, usage);
    this.#llmCalls += llmCalls;
    this.#toolCalls += toolCalls;
    const started = this.#started.get(nodeId);
    if (!started) return;
    started.usage = addUsage(started.usage, usage);
    started.llmCalls += llmCalls;
    started.toolCalls += toolCalls;
  }

  #takeEffect(event: RunEventOf<'effect_started' | 'effect_finished' | 'effect_discarded'>): void {
    const { nodeId, key } = event;
    const entries = this.#effects.get(nodeId) ?? new Map<string, LedgerEntry>();
    this.#effects.set(nodeId, entries);
    const before = entries.get(key);
    if (event.type === 'effect_started') {
      entries.set(key, { state: 'unknown', starts: (before?.state === 'unknown' ? before.starts : 0) + 1 });
      return;
    }
    if (event.type === 'effect_finished' && event.error === undefined) {
      entries.set(key, { state: 'finished', result: event.result ?? null });
      this.#keep(nodeId);
      return;
    }
    entries.delete(key);
  }

  #keep(nodeId: string): void {
    const started = this.#started.get(nodeId);
    if (started) started.hasKept = true;
  }
}
