import type { RunOutcome } from '#lib/ports/run-service.ts';
import type { ApprovalDecision } from '#lib/ports/run-store.ts';
import { pickDefined } from '#lib/run/pick-defined.ts';
import type { NodeError, RunEventOf, TokenUsage } from '#lib/run/run-event.ts';
import type { EndReason } from '#lib/run/run-status.ts';
import type { Plan } from '../plan/plan-workflow.ts';
import type { ContinueCommand } from './approvals/run-breakpoints.ts';
import type { RunPlan } from './compile-run.ts';
import { MAX_VALUES_CHARS } from './log/run-log.ts';
import type { RunContext } from './scopes/run-context.ts';
import { outputsOf } from './state/outputs-of.ts';

const NO_OUTPUTS: { readonly outputs: Record<string, unknown>; readonly json: string } = { outputs: {}, json: '{}' };
/** A run that asks hundreds of people at once waits once more after each decision, and its log is read each time: it names no more than these. */
const MAX_NAMED_APPROVALS = 20;

/** The coordination of one run: drives its plan until everything is decided or waits for people, and writes that down once. */
export class RunThread {
  readonly run: RunContext;
  /** Resolves when `done` is stored, be it that the run ended or that it waits; rejects only when the log could not be written. */
  readonly outcome: Promise<RunOutcome>;
  readonly #plan: Plan;
  readonly #runPlan: RunPlan;
  /** Passes over the plan that are under way; each goes on with what the one before had to leave. */
  readonly #passes = new Set<Promise<void>>();
  #isWritingEnd = false;

  constructor(run: RunContext, plan: Plan, { runPlan, startedAtMs }: { runPlan: RunPlan; startedAtMs: number }) {
    this.run = run;
    this.#plan = plan;
    this.#runPlan = runPlan;
    this.outcome = this.#drive(startedAtMs);
    // Who asks for the outcome sees the error; nobody has to ask.
    this.outcome.catch(() => {});
  }

  /** Nothing new starts, and what runs gets the abort signal. The outcome says when the last node has let go. */
  stop(): void {
    this.run.end({ status: 'cancelled', reason: 'stopped' });
  }

  /**
   * Goes on with what was decided, and from where it stands, beside what still runs.
   * @returns false when something is new, and it is writing its end already and takes nothing up any more
   */
  goOn(decisions: readonly ApprovalDecision[], commands: readonly ContinueCommand[]): boolean {
    const { approvals, breakpoints } = this.run;
    if (this.#isWritingEnd) return !approvals.hasNew(decisions) && !commands.some((command) => breakpoints.isNew(command));
    const hasLearned = this.run.learn(decisions);
    const goesOn = commands.map((command) => this.run.goOn(command)).includes(true);
    if (hasLearned || goesOn) this.#startPass();
    return true;
  }

  #startPass(): void {
    const pass: Promise<void> = this.#runPlan(this.run)
      .catch((thrown: unknown) => this.run.fail({ code: 'internal', message: `The engine failed: ${(thrown as Error).message}` }))
      .finally(() => this.#passes.delete(pass));
    this.#passes.add(pass);
  }

  async #drive(startedAtMs: number): Promise<RunOutcome> {
    const leave = this.run.watchDuration(startedAtMs);
    this.#startPass();
    for (let isLast = false; ; isLast = true) {
      while (this.#passes.size > 0) await Promise.all(this.#passes);
      if (isLast || !this.run.ending || !this.run.hasWaiting) break;
      // What waited, and what depends on it, was passed over: the run is ending, and each node gets its end.
      this.#startPass();
    }
    // Nothing is awaited since the last look: a decision has started its pass by now, or is told that it came too late.
    leave();
    this.#isWritingEnd = true;
    return !this.run.ending && this.run.hasWaiting ? this.#writeWaiting() : this.#writeEnd();
  }

  async #writeWaiting(): Promise<RunOutcome> {
    const { run } = this;
    const { log, runId, usage } = run;
    // A node may have ended all the same, by its time limit: then nobody waits for the answer.
    const approvals = run.approvals.open.filter(({ nodeId }) => run.isWaiting(nodeId));
    const named = approvals.slice(0, MAX_NAMED_APPROVALS);
    const breakpoints = [...run.breakpoints.standing];
    const stands = breakpoints.length > 0 ? { breakpoints: breakpoints.slice(0, MAX_NAMED_APPROVALS) } : {};
    log.spend(usage);
    log.head.status = 'waiting';
    log.emit({ type: 'done', status: 'waiting', ...spentOf(usage), approvals: named, ...stands }, { isUrgent: true });
    await log.committed();
    return { runId, status: 'waiting', outputs: {}, usage, approvals, ...(breakpoints.length > 0 && { breakpoints }) };
  }

  async #writeEnd(): Promise<RunOutcome> {
    const written = this.run.ending ? NO_OUTPUTS : this.#writeOutputs();
    const { log, ending, runId, usage } = this.run;
    const { outputs, json } = ending ? NO_OUTPUTS : written;
    const status = ending?.status ?? 'succeeded';
    const end: { reason?: EndReason; error?: NodeError } = {
      ...(ending && { reason: ending.reason }),
      ...(ending?.error && { error: ending.error }),
    };
    Object.assign(log.head, {
      status,
      reason: ending?.reason ?? null,
      outputs: json,
      error: ending?.error ? JSON.stringify(ending.error) : null,
    });
    log.spend(usage);
    log.emit({ type: 'done', status, ...end, outputs: outputs as Record<string, never>, ...spentOf(usage) }, { isUrgent: true });
    await log.committed();
    return { runId, status, ...end, outputs, usage };
  }

  /** The outputs and their JSON; together they may be too much for one event although each value was not. */
  #writeOutputs(): typeof NO_OUTPUTS {
    const outputs = outputsOf(this.#plan.outlets, this.run.results);
    try {
      const json = JSON.stringify(outputs);
      if (json.length <= MAX_VALUES_CHARS) return { outputs, json };
    } catch {
      // More than a string can hold: too large all the same.
    }
    const message = `The outputs of the run are more than the ${MAX_VALUES_CHARS} characters that its log can hold`;
    this.run.fail({ code: 'output-too-large', message, hint: 'Give out a part of them' });
    return NO_OUTPUTS;
  }
}

function spentOf(usage: TokenUsage): Pick<RunEventOf<'done'>, 'tokensUsed' | 'costUsd' | 'isCostPartial'> {
  return { tokensUsed: usage.totalTokens, ...pickDefined(usage, 'costUsd', 'isCostPartial') };
}
