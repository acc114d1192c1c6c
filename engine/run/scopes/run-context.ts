import { setMaxListeners } from 'node:events';
import type { ToolKit } from '#engine/contract/tool-kit.ts';
import type { BudgetBook } from '#lib/ports/budget-book.ts';
import type { ModelRegistry } from '#lib/ports/model-registry.ts';
import type { ApprovalDecision } from '#lib/ports/run-store.ts';
import type { Clock, GuardedFetch, NewId } from '#lib/ports/runtime.ts';
import type { NodeError, TokenUsage } from '#lib/run/run-event.ts';
import type { EndReason } from '#lib/run/run-status.ts';
import type { SpanKey } from '#lib/run/span.ts';
import { spanIdOf, type TraceContext, traceOfRun, traceparentOf } from '#lib/run/trace-context.ts';
import type { RunApprovals } from '../approvals/run-approvals.ts';
import type { ContinueCommand, RunBreakpoints } from '../approvals/run-breakpoints.ts';
import type { EffectLedger } from '../effects/effect-ledger.ts';
import { type LimitedAct, type LimitHit, limitError, type RunLimits } from '../limits/run-limits.ts';
import type { RunLog } from '../log/run-log.ts';
import type { LeftNode, RestoredRun } from '../restore/restore-results.ts';
import type { Conversations } from '../state/conversations.ts';
import type { NodeResult, Outcome, Results } from '../state/node-result.ts';
import type { RaceScope } from './race-scope.ts';

/** What nodes of any run may use. */
export type NodePorts = {
  readonly models: ModelRegistry;
  readonly tools: ToolKit;
  readonly fetch: GuardedFetch;
  readonly clock: Clock;
  readonly newId: NewId;
  /** In [0, 1); spreads retries. */
  readonly random: () => number;
  /** Of keys and workspaces, for a day each. Missing where nobody has any. */
  readonly budgets?: BudgetBook;
  /** Whether requests say which trace they belong to: only where that trace can be seen. @defaultValue false */
  readonly sendsTraceparent?: boolean;
};

type RestoredState = Pick<RestoredRun, 'known' | 'left' | 'usage' | 'llmCalls' | 'toolCalls' | 'steps'>;

/** Why nothing new starts in a run. */
export type Ending = {
  readonly status: 'failed' | 'cancelled';
  readonly reason: EndReason;
  readonly error?: NodeError;
  /** What its nodes are told that did not end by themselves. @defaultValue run_failed or run_cancelled */
  readonly nodeReason?: EndReason;
  /** Path of the join that went on without them. */
  readonly by?: string;
};

/** What nodes see of the run they are in: all of it, or one pass of the body they lie in, which may end alone. */
export type RunScope = Pick<
  RunContext,
  | 'runId'
  | 'log'
  | 'ports'
  | 'inputs'
  | 'mode'
  | 'defaultModel'
  | 'ledger'
  | 'approvals'
  | 'breakpoints'
  | 'conversations'
  | 'results'
  | 'races'
  | 'running'
  | 'left'
  | 'usage'
  | 'llmCalls'
  | 'toolCalls'
  | 'signal'
  | 'ending'
  | 'isRunEnding'
  | 'isWaiting'
  | 'decide'
  | 'hold'
  | 'end'
  | 'fail'
  | 'failRun'
  | 'countStep'
  | 'findLimitHit'
  | 'limits'
  | 'traceHeaders'
>;

/** Which reason a run's first error gives it. */
const reasonByCode: Readonly<Record<string, EndReason>> = {
  'step-limit': 'step_limit_reached',
  'token-limit': 'token_limit_reached',
  'cost-limit': 'cost_limit_reached',
  'iteration-limit': 'max_iterations_reached',
  'tool-call-limit': 'tool_call_limit_reached',
  'time-limit': 'timed_out',
  'key-cost-budget': 'cost_limit_reached',
  'key-token-budget': 'token_limit_reached',
  'day-cost-budget': 'cost_limit_reached',
  'day-token-budget': 'token_limit_reached',
  'worker-lost': 'worker_lost',
};

/** The state of one run in this process: what is decided, what is used up, and whether it is ending. */
export class RunContext {
  readonly runId: string;
  readonly log: RunLog;
  readonly ports: NodePorts;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly mode: 'draft' | 'deployed' | 'node';
  readonly #trace: TraceContext;
  readonly defaultModel: string | undefined;
  readonly ledger: EffectLedger;
  readonly approvals: RunApprovals;
  readonly breakpoints: RunBreakpoints;
  readonly conversations: Conversations;
  /** What is decided, by an earlier process too: these nodes are never executed again. */
  readonly results: Results;
  /** Those of its joins `first`, as far as something of them ran here. */
  readonly races = new Map<string, RaceScope>();
  /** Nodes that are being executed, whichever pass began them. */
  readonly running = new Map<string, Promise<Outcome>>();
  /** Nodes that started and are let go of: an earlier process ended, or they wait. */
  readonly left: Map<string, LeftNode>;
  readonly #waiting = new Set<string>();
  usage: TokenUsage;
  llmCalls: number;
  toolCalls: number;
  #steps: number;
  #ending: Ending | undefined;
  readonly limits: RunLimits;
  #startedAtMs: number;
  readonly #abort = new AbortController();

  constructor(options: {
    log: RunLog;
    ports: NodePorts;
    inputs: Readonly<Record<string, unknown>>;
    mode: RunContext['mode'];
    /** Of the request that started it. */
    traceparent: string | undefined;
    defaultModel: string | undefined;
    limits: RunLimits;
    ledger: EffectLedger;
    approvals: RunApprovals;
    breakpoints: RunBreakpoints;
    conversations: Conversations;
    restored: RestoredState;
  }) {
    this.runId = options.log.identity.runId;
    this.log = options.log;
    this.ports = options.ports;
    this.inputs = options.inputs;
    this.mode = options.mode;
    this.#trace = traceOfRun(this.runId, options.traceparent);
    this.defaultModel = options.defaultModel;
    this.ledger = options.ledger;
    this.approvals = options.approvals;
    this.breakpoints = options.breakpoints;
    this.conversations = options.conversations;
    const { known, left, usage, llmCalls, toolCalls, steps } = options.restored;
    this.results = new Map(known);
    this.left = new Map(left);
    this.usage = usage;
    this.llmCalls = llmCalls;
    this.toolCalls = toolCalls;
    this.#steps = steps;
    this.limits = options.limits;
    this.#startedAtMs = options.ports.clock.now();
    // Every running node of a wide workflow listens on this one signal.
    setMaxListeners(0, this.#abort.signal);
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }
  get ending(): Ending | undefined {
    return this.#ending;
  }

  /** What a request made inside of that span says of where it comes from. */
  traceHeaders(span: SpanKey): Readonly<Record<string, string>> {
    if (!this.ports.sendsTraceparent) return {};
    return { traceparent: traceparentOf(this.#trace, spanIdOf(this.runId, span)) };
  }

  /** Whether the run itself is ending, and not only a pass of a body. */
  get isRunEnding(): boolean {
    return this.#ending !== undefined;
  }

  /** Whether a node waits for a person or stands at a breakpoint, so that the run cannot end. */
  get hasWaiting(): boolean {
    return this.#waiting.size > 0 || this.breakpoints.standing.size > 0;
  }

  isWaiting(nodeId: string): boolean {
    return this.#waiting.has(nodeId);
  }

  decide(nodeId: string, result: NodeResult): void {
    this.results.set(nodeId, result);
    this.#waiting.delete(nodeId);
    this.breakpoints.leave(nodeId);
  }

  /** It waits for a person, or for a node that does. */
  hold(nodeId: string): void {
    if (this.left.has(nodeId)) this.#waiting.add(nodeId);
  }

  /** Nothing new starts from here on and what runs gets the abort signal. The first call decides why. */
  end(ending: Ending): void {
    if (this.#ending) return;
    this.#ending = ending;
    this.#abort.abort(new DOMException(`The run is ending: ${ending.reason}`, 'AbortError'));
  }

  /** Ends the run as failed and says so in its log, unless the log says it already. */
  fail(error: NodeError, { isLogged = false }: { isLogged?: boolean } = {}): void {
    if (this.#ending) return;
    if (!isLogged) this.log.emit({ type: 'error', ...error });
    this.end({ status: 'failed', reason: reasonByCode[error.code] ?? 'node_failed', error });
  }

  /** As `fail`, from inside of a pass or a race too: the run ends, not only that part of it. */
  failRun(error: NodeError): void {
    this.fail(error);
  }

  /** Takes up what was decided. One that the log cannot hold fails the run. @returns whether anything was new */
  learn(decisions: readonly ApprovalDecision[]): boolean {
    try {
      return this.approvals.learn(decisions);
    } catch (thrown) {
      const { code = 'internal', message, hint } = thrown as Partial<NodeError> & Error;
      this.fail({ code, message: `A decision cannot be taken up: ${message}`, ...(hint && { hint }) });
      return true;
    }
  }

  /** Goes on from where it stands. @returns whether anything does */
  goOn(command: ContinueCommand): boolean {
    if (!this.breakpoints.goOn(command)) return false;
    this.approvals.wake();
    return true;
  }

  /** Counts a node about to start. @returns false when the run has used up its steps and is ending; where a person is asked, the node asks once it has started */
  countStep(nodeId: string): boolean {
    this.#steps++;
    const hit = this.limits.asks ? undefined : this.findLimitHit('step');
    if (!hit) return true;
    this.fail(limitError(hit, nodeId));
    return false;
  }

  /** The limit of the run that keeps this from happening, if any. */
  findLimitHit(act: LimitedAct): LimitHit | undefined {
    const durationMs = this.ports.clock.now() - this.#startedAtMs;
    return this.limits.findHit(act, { steps: this.#steps, usage: this.usage, toolCalls: this.toolCalls, durationMs });
  }

  /** Ends the run when its wall time is over. @returns how to stop watching */
  watchDuration(startedAtMs: number): () => void {
    this.#startedAtMs = startedAtMs;
    const max = this.limits.maxOf('maxDurationMs');
    // Who may be asked is asked by the next node that begins something.
    if (max === undefined || this.limits.asks) return () => {};
    const over = () => this.fail(limitError({ limit: 'maxDurationMs', max, used: max }));
    const watch = new AbortController();
    const leftMs = Math.max(0, startedAtMs + max - this.ports.clock.now());
    this.ports.clock.sleep(leftMs, watch.signal).then(over, () => {});
    return () => watch.abort();
  }
}
