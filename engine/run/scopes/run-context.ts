import { setMaxListeners } from 'node:events';
import { RunEnding } from '#engine/contract/run-ending.ts';
import { translateError } from '#lib/i18n/word-error.ts';
import type { ApprovalDecision } from '#lib/ports/run-store.ts';
import type { NodeError } from '#lib/run/run-event.ts';
import type { EndReason } from '#lib/run/run-status.ts';
import { limitError } from '../limits/run-limits.ts';
import { WorkTime } from '../limits/work-time.ts';
import type { ContinueCommand } from '../signals/run-breakpoints.ts';
import type { RunSignals } from '../signals/run-signals.ts';
import type { RaceScope } from './race-scope.ts';
import type { Ending, RunScope, SharedScope, WorkflowContext } from './run-scope.ts';

/** The end reason of a run, by the code of its first error. */
const reasonByCode: Readonly<Record<string, EndReason>> = {
  'step-limit': 'step_limit_reached',
  'token-limit': 'token_limit_reached',
  'cost-limit': 'cost_limit_reached',
  'iteration-limit': 'max_iterations_reached',
  'tool-call-limit': 'tool_call_limit_reached',
  'time-limit': 'timed_out',
  'key-cost-budget': 'budget_exceeded',
  'key-token-budget': 'budget_exceeded',
  'day-cost-budget': 'budget_exceeded',
  'day-token-budget': 'budget_exceeded',
  'worker-lost': 'worker_lost',
};

type Parts = Omit<SharedScope, 'runId'> & { readonly signals: RunSignals; readonly workflow: WorkflowContext };

/** The state of one run in this process, and the outermost of its scopes. */
export class RunContext implements RunScope {
  readonly runId;
  readonly log;
  readonly results;
  readonly limits;
  readonly ledger;
  readonly trace;
  readonly ports;
  readonly signals: RunSignals;
  readonly workflow: WorkflowContext;
  readonly work: WorkTime;
  readonly races = new Map<string, RaceScope>();
  readonly #abort = new AbortController();
  #ending: Ending | undefined;

  constructor({ log, results, limits, ledger, trace, ports, signals, workflow }: Parts) {
    this.runId = log.identity.runId;
    this.log = log;
    this.results = results;
    this.limits = limits;
    this.ledger = ledger;
    this.trace = trace;
    this.ports = ports;
    this.signals = signals;
    this.workflow = workflow;
    this.work = new WorkTime(ports.clock);
    // Every running node of a wide workflow listens on this one signal.
    setMaxListeners(0, this.#abort.signal);
  }

  get root(): this {
    return this;
  }
  get signal(): AbortSignal {
    return this.#abort.signal;
  }
  get ending(): Ending | undefined {
    return this.#ending;
  }

  /** Whether a node is suspended or paused at a breakpoint, so that the run cannot end. */
  get isSuspended(): boolean {
    return this.results.hasSuspended || this.signals.breakpoints.pausedAt.size > 0;
  }

  end(ending: Ending): void {
    if (this.#ending) return;
    this.#ending = ending;
    this.#abort.abort(new RunEnding(ending.reason));
  }

  /** @param options `isLogged`: the log has the error already */
  fail(failed: NodeError, { isLogged = false }: { isLogged?: boolean } = {}): void {
    if (this.#ending) return;
    const error = translateError(failed, this.workflow.language);
    if (!isLogged) this.log.emit({ type: 'error', ...error });
    this.end({ status: 'failed', reason: reasonByCode[error.code] ?? 'node_failed', error });
  }

  /** A decision that the log cannot hold fails the run. @returns whether any was new */
  applyDecisions(decisions: readonly ApprovalDecision[]): boolean {
    try {
      return this.signals.approvals.apply(decisions);
    } catch (thrown) {
      const { code = 'internal', message, hint } = thrown as Partial<NodeError> & Error;
      this.fail({ code, message: `A decision cannot be applied: ${message}`, ...(hint && { hint }) });
      return true;
    }
  }

  /** Continues from the breakpoints it is paused at. @returns whether any node resumes */
  applyCommand(command: ContinueCommand): boolean {
    if (!this.signals.breakpoints.apply(command)) return false;
    this.signals.approvals.notify();
    return true;
  }

  /** Ends the run when its time limit is reached. @returns how to stop watching */
  watchDuration(startedAtMs: number): () => void {
    this.limits.countFrom(startedAtMs, this.work);
    const max = this.limits.maxOf('maxDurationMs');
    // Where limits ask, the next node that begins something asks.
    if (max === undefined || this.limits.asks) return () => {};
    const over = () => this.fail(limitError({ limit: 'maxDurationMs', max, used: max }));
    const watch = new AbortController();
    // A clock that was set back gives no run more than its limit.
    const leftMs = Math.min(max, Math.max(0, startedAtMs + max - this.ports.clock.now()));
    this.work.reached(this.work.workedMs + leftMs, { clock: this.ports.clock, signal: watch.signal }).then(over, () => {});
    return () => watch.abort();
  }
}
