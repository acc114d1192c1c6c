import { containerPathsOf, withoutRetries } from '#lib/run/node-path.ts';
import type { NodeError, RunEvent, RunEventOf, TokenUsage } from '#lib/run/run-event.ts';
import { applySessionChange, FIRST_TURN, type SessionState } from '#lib/run/session-state.ts';
import { addUsage, NO_USAGE } from '#lib/run/token-usage.ts';
import type { LedgerEntry } from '../effects/effect-ledger.ts';
import type { FoundApprovals } from '../signals/run-approvals.ts';
import type { FoundBreakpoints } from '../signals/run-breakpoints.ts';
import type { NodeResult } from '../state/node-result.ts';
import type { StartedNode } from '../state/run-results.ts';

/** The state of a run, as its log has it. */
export type RestoredRun = {
  readonly ended: ReadonlyMap<string, NodeResult>;
  readonly started: ReadonlyMap<string, StartedNode>;
  /** What `now()` gives in a node, in milliseconds. By path without retries, as are the effects. */
  readonly moments: ReadonlyMap<string, number>;
  readonly effects: ReadonlyMap<string, ReadonlyMap<string, LedgerEntry>>;
  readonly approvals: FoundApprovals;
  readonly finished: readonly RunEventOf<'node_finished'>[];
  readonly usage: TokenUsage;
  readonly llmCalls: number;
  readonly toolCalls: number;
  /** Nodes that started and ended, as the step limit counts them. One that starts over counts again then. */
  readonly steps: number;
  /** How long the run waited before it was resumed, in milliseconds: suspended, or with nothing to do but wait. */
  readonly waitedMs: number;
  /** Since when it is suspended, in milliseconds since 1970. */
  readonly suspendedAt: number | undefined;
  /** Only what these nodes need runs. */
  readonly until: readonly string[] | undefined;
  readonly breakpoints: FoundBreakpoints;
  /** Ids of the nodes that the run skips. */
  readonly skip: ReadonlySet<string>;
  /** The run has failed, and its end is not logged yet. */
  readonly error: NodeError | undefined;
  /** Of the request that started the run. */
  readonly traceparent: string | undefined;
  /** What its session knows, as far as the log goes. Undefined for a run without one, and before it is opened. */
  readonly session: SessionState | undefined;
  /** What the session knew when a node started. */
  readonly sessionAt: ReadonlyMap<string, SessionState>;
  /** What `reply` nodes said, by their path, in the order of the log. */
  readonly replies: ReadonlyMap<string, string>;
};

/**
 * Reads a run's log once. Rows of nodes, effects and approvals are stored in the transactions of
 * their events, so the log alone has the whole state.
 */
export function restoreResults(events: readonly RunEvent[]): RestoredRun {
  const reading = new Reading();
  for (const event of events) reading.take(event);
  return reading.restored;
}

type Started = { attempt: number; hasKept: boolean; usage: TokenUsage; llmCalls: number; toolCalls: number };

class Reading {
  readonly #ended = new Map<string, NodeResult>();
  readonly #started = new Map<string, Started>();
  readonly #moments = new Map<string, number>();
  readonly #effects = new Map<string, Map<string, LedgerEntry>>();
  readonly #asked: RunEventOf<'confirm_required'>[] = [];
  readonly #decided: RunEventOf<'approval_decided'>[] = [];
  readonly #finished: RunEventOf<'node_finished'>[] = [];
  #usage = NO_USAGE;
  #llmCalls = 0;
  #toolCalls = 0;
  #waitedMs = 0;
  #waitsSince: number | undefined;
  /** Nodes that have started and not ended, without containers. */
  readonly #open = new Set<string>();
  readonly #containers = new Set<string>();
  /** Nodes that wait for a time in the process, by the action that says when. */
  readonly #inWait = new Map<string, string>();
  #lastAt = 0;
  #error: NodeError | undefined;
  #until: readonly string[] | undefined;
  #breakpoints: readonly string[] = [];
  #skip: ReadonlySet<string> = new Set();
  #isStepping = false;
  readonly #pausedAt = new Set<string>();
  readonly #passed = new Set<string>();
  readonly #applied = new Set<string>();
  #traceparent: string | undefined;
  #session: SessionState | undefined;
  readonly #sessionAt = new Map<string, SessionState>();
  readonly #replies = new Map<string, string>();

  get restored(): RestoredRun {
    const steps = this.#finished.filter(({ nodeId }) => this.#started.has(nodeId)).length;
    const started = [...this.#started].filter(([nodeId]) => !this.#ended.has(nodeId));
    return {
      ended: this.#ended,
      started: new Map(started.map(([nodeId, { hasKept, ...node }]) => [nodeId, { ...node, resumes: hasKept }])),
      moments: this.#moments,
      effects: this.#effects,
      approvals: { asked: this.#asked, decided: this.#decided },
      finished: this.#finished,
      usage: this.#usage,
      llmCalls: this.#llmCalls,
      toolCalls: this.#toolCalls,
      steps,
      waitedMs: this.#waitedMs,
      suspendedAt: this.#waitsSince,
      until: this.#until,
      breakpoints: {
        nodeIds: this.#breakpoints,
        isStepping: this.#isStepping,
        pausedAt: this.#pausedAt,
        passed: this.#passed,
        applied: this.#applied,
      },
      skip: this.#skip,
      error: this.#error,
      traceparent: this.#traceparent,
      session: this.#session,
      sessionAt: this.#sessionAt,
      replies: this.#replies,
    };
  }

  take(event: RunEvent): void {
    if (this.#waitsSince === undefined && this.#isIdle) this.#waitedMs += Math.max(0, event.at - this.#lastAt);
    this.#lastAt = event.at;
    switch (event.type) {
      case 'run_started':
        this.#until = event.until;
        this.#breakpoints = event.breakpoints ?? [];
        this.#skip = new Set(event.skip);
        this.#traceparent = event.traceparent;
        break;
      case 'session_opened':
        this.#session = event.state;
        break;
      case 'reply':
        this.#replies.set(event.nodeId, event.content);
        break;
      case 'breakpoint_reached':
        this.#pausedAt.add(event.nodeId);
        this.#keepContainers(event.nodeId);
        break;
      case 'run_continued':
        this.#continue(event);
        break;
      case 'moment_recorded':
        this.#moments.set(withoutRetries(event.nodeId), event.now);
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
        this.#readEffect(event);
        break;
      case 'confirm_required':
        if (event.kind === 'wait') this.#inWait.set(event.actionId, event.nodeId);
        this.#asked.push(event);
        this.#keepStarted(event.nodeId);
        break;
      case 'approval_decided':
        this.#inWait.delete(event.actionId);
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

  /** A later attempt keeps what an earlier one kept: its effects are in the ledger. */
  #start({ nodeId, attempt }: RunEventOf<'node_started'>): void {
    this.#keepContainers(nodeId);
    if (!this.#containers.has(nodeId)) this.#open.add(nodeId);
    if (this.#session && (attempt === 1 || !this.#sessionAt.has(nodeId))) this.#sessionAt.set(nodeId, this.#session);
    const before = this.#started.get(nodeId);
    this.#started.set(nodeId, { ...(before ?? { hasKept: false, usage: NO_USAGE, llmCalls: 0, toolCalls: 0 }), attempt });
  }

  /** All that the run does is to wait for a time. */
  get #isIdle(): boolean {
    if (this.#inWait.size === 0) return false;
    const waiting = new Set(this.#inWait.values());
    return [...this.#open].every((nodeId) => waiting.has(nodeId));
  }

  /** A container whose body has begun resumes it. */
  #keepContainers(nodeId: string): void {
    for (const container of containerPathsOf(nodeId)) {
      this.#keepStarted(container);
      this.#containers.add(container);
      this.#open.delete(container);
    }
  }

  #continue({ commandId, nodeIds, step, breakpoints }: RunEventOf<'run_continued'>): void {
    this.#applied.add(commandId);
    if (nodeIds.length > 0) this.#isStepping = step;
    if (breakpoints) this.#breakpoints = breakpoints;
    for (const path of nodeIds) {
      this.#pausedAt.delete(path);
      this.#passed.add(path);
    }
  }

  #finish(event: RunEventOf<'node_finished'>): void {
    const { nodeId, status, fired = {}, reason, error, winner, by, reused, seq, at } = event;
    this.#pausedAt.delete(nodeId);
    this.#open.delete(nodeId);
    this.#ended.set(nodeId, {
      status,
      fired,
      ...(reason && { reason }),
      ...(error && { error }),
      ...(winner && { winner }),
      ...(by && { by }),
      origin: reused ?? { seq, at },
    });
    this.#finished.push(event);
    // A run without a session has one of a single turn.
    if (event.session && status === 'succeeded')
      this.#session = applySessionChange(this.#session ?? FIRST_TURN, event.session, fired.out);
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

  #readEffect(event: RunEventOf<'effect_started' | 'effect_finished' | 'effect_discarded'>): void {
    const { nodeId, key } = event;
    const owner = withoutRetries(nodeId);
    const entries = this.#effects.get(owner) ?? new Map<string, LedgerEntry>();
    this.#effects.set(owner, entries);
    const before = entries.get(key);
    if (event.type === 'effect_started') {
      entries.set(key, { state: 'unknown', starts: (before?.state === 'unknown' ? before.starts : 0) + 1 });
      return;
    }
    if (event.type === 'effect_finished' && event.error === undefined) {
      entries.set(key, { state: 'finished', result: event.result ?? null });
      this.#keepStarted(nodeId);
      return;
    }
    entries.delete(key);
  }

  #keepStarted(nodeId: string): void {
    const started = this.#started.get(nodeId);
    if (started) started.hasKept = true;
  }
}
