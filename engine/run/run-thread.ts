import type { ChatAnswer } from '#lib/chat/chat-answer.ts';
import type { RunOutcome } from '#lib/ports/run-service.ts';
import type { ApprovalDecision } from '#lib/ports/run-store.ts';
import { composeAnswer } from '#lib/run/compose-answer.ts';
import { pickDefined } from '#lib/run/pick-defined.ts';
import { readableAnswer } from '#lib/run/readable-answer.ts';
import type { NodeError, RunEventOf, TokenUsage } from '#lib/run/run-event.ts';
import { responseOf } from '#lib/run/run-response.ts';
import type { EndReason } from '#lib/run/run-status.ts';
import { endTurn } from '#lib/run/session-state.ts';
import type { Plan } from '../plan/plan-workflow.ts';
import type { RunPlan } from './compile-run.ts';
import { MAX_VALUES_CHARS } from './log/run-log.ts';
import type { RunContext } from './scopes/run-context.ts';
import type { ContinueCommand } from './signals/run-breakpoints.ts';
import { citationsOf } from './state/citations-of.ts';
import { outputsOf } from './state/outputs-of.ts';

const NO_OUTPUTS: { readonly outputs: Record<string, unknown>; readonly json: string } = { outputs: {}, json: '{}' };
/**
 * Approvals and breakpoints that a `done` of status `waiting` names: a run with hundreds writes one
 * after each decision.
 */
const MAX_NAMED_APPROVALS = 20;

/** Drives the plan of one run until all nodes have ended or are suspended, and logs that once. */
export class RunThread {
  readonly run: RunContext;
  /**
   * Resolves when `done` is stored: the run ended or was suspended. Rejects only when the log could
   * not be written.
   */
  readonly outcome: Promise<RunOutcome>;
  readonly #plan: Plan;
  readonly #runPlan: RunPlan;
  /** Passes over the plan in progress. A later one resumes what an earlier one had to leave suspended. */
  readonly #passes = new Set<Promise<void>>();
  #isWritingEnd = false;

  constructor(run: RunContext, plan: Plan, { runPlan, startedAtMs }: { runPlan: RunPlan; startedAtMs: number }) {
    this.run = run;
    this.#plan = plan;
    this.#runPlan = runPlan;
    this.outcome = this.#drive(startedAtMs);
    // A caller that reads `outcome` sees the error; none has to.
    this.outcome.catch(() => {});
  }

  /**
   * Nothing new starts, and running nodes get the abort signal. `outcome` resolves when the last
   * one has returned.
   */
  stop(): void {
    this.run.end({ status: 'cancelled', reason: 'stopped' });
  }

  /**
   * Applies decisions and continue commands while other nodes run.
   * @returns false when some of them are new, and the run is logging its end and applies nothing more
   */
  resume(decisions: readonly ApprovalDecision[], commands: readonly ContinueCommand[]): boolean {
    const { approvals, breakpoints } = this.run.signals;
    if (this.#isWritingEnd) return !approvals.hasNew(decisions) && !commands.some((command) => breakpoints.isNew(command));
    const isDecided = this.run.applyDecisions(decisions);
    const isContinued = commands.map((command) => this.run.applyCommand(command)).includes(true);
    if (isDecided || isContinued) this.#startPass();
    return true;
  }

  #startPass(): void {
    const pass: Promise<void> = this.#runPlan(this.run)
      .catch((thrown: unknown) => this.run.fail({ code: 'internal', message: `The engine failed: ${(thrown as Error).message}` }))
      .finally(() => this.#passes.delete(pass));
    this.#passes.add(pass);
  }

  async #drive(startedAtMs: number): Promise<RunOutcome> {
    const stopWatching = this.run.watchDuration(startedAtMs);
    this.#startPass();
    for (let isLast = false; ; isLast = true) {
      while (this.#passes.size > 0) await Promise.all(this.#passes);
      if (isLast || !this.run.ending || !this.run.isSuspended) break;
      // The run is ending: the suspended nodes and their dependents, which were passed over, get their end.
      this.#startPass();
    }
    // No await since the last look: a decision has started its pass by now, or finds `#isWritingEnd`.
    stopWatching();
    this.#isWritingEnd = true;
    return !this.run.ending && this.run.isSuspended ? this.#writeSuspended() : this.#writeEnd();
  }

  async #writeSuspended(): Promise<RunOutcome> {
    const { run } = this;
    const { log, runId, results, signals } = run;
    const { usage } = run.limits.used;
    // A node may have ended by its time limit: then its approval is of no use.
    const approvals = signals.approvals.open.filter(({ nodeId }) => results.isSuspended(nodeId));
    const named = approvals.slice(0, MAX_NAMED_APPROVALS);
    // Times in ISO form sort as texts.
    const [resumesAt] = signals.approvals.openWaits.map(({ expiresAt }) => expiresAt).sort();
    const until = resumesAt === undefined ? {} : { resumesAt };
    const breakpoints = [...signals.breakpoints.pausedAt];
    const paused = breakpoints.length > 0 ? { breakpoints: breakpoints.slice(0, MAX_NAMED_APPROVALS) } : {};
    log.spend(usage);
    log.head.status = 'waiting';
    const parts = this.#keepSession({});
    log.emit(
      { type: 'done', status: 'waiting', ...parts, ...spentOf(usage), approvals: named, ...until, ...paused },
      { isUrgent: true },
    );
    await log.committed();
    return { runId, status: 'waiting', outputs: {}, usage, approvals, ...until, ...(breakpoints.length > 0 && { breakpoints }) };
  }

  async #writeEnd(): Promise<RunOutcome> {
    const written = this.run.ending ? NO_OUTPUTS : this.#writeOutputs();
    const { log, ending, runId, limits } = this.run;
    const { usage } = limits.used;
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
    const parts = this.#keepSession(outputs);
    log.spend(usage);
    log.emit(
      { type: 'done', status, ...end, outputs: outputs as Record<string, never>, ...parts, ...spentOf(usage) },
      { isUrgent: true },
    );
    await log.committed();
    const response = status === 'succeeded' ? responseOf(this.run.results.ended) : undefined;
    return { runId, status, ...end, outputs, usage, ...(response && { response }) };
  }

  /** What the turn leaves of its session, next to its end: nodes that ended have written into it. */
  #keepSession(outputs: Readonly<Record<string, unknown>>): { readonly answerParts?: ChatAnswer } {
    const { log, workflow, results } = this.run;
    if (!log.identity.session) return {};
    const { message } = log.identity.session;
    const { language } = workflow;
    const replies = [...results.replies.values()];
    const answer = readableAnswer(replies, outputs, language);
    const citations = citationsOf(answer, results.ended);
    const answerParts = composeAnswer({ replies, outputs, citations, hasTitles: this.#plan.outlets.kind === 'end', language });
    const memories = workflow.memory.kept;
    const state = { ...workflow.session.state, ...(memories && { memories }) };
    log.head.turnEnd = {
      answer,
      parts: JSON.stringify(answerParts),
      state: JSON.stringify(endTurn(state, { message, answer })),
    };
    return { answerParts };
  }

  /** The outputs and their JSON. Together they may exceed the size limit of one event. */
  #writeOutputs(): typeof NO_OUTPUTS {
    const outputs = outputsOf(this.#plan.outlets, this.run.results.ended);
    try {
      const json = JSON.stringify(outputs);
      if (json.length <= MAX_VALUES_CHARS) return { outputs, json };
    } catch {
      // More than a string can hold: too large all the same.
    }
    const message = `The outputs of the run are more than the ${MAX_VALUES_CHARS} characters that its log can hold`;
    this.run.fail({ code: 'output-too-large', message, hint: 'Return a part of them' });
    return NO_OUTPUTS;
  }
}

function spentOf(usage: TokenUsage): Pick<RunEventOf<'done'>, 'tokensUsed' | 'costUsd' | 'isCostPartial'> {
  return { tokensUsed: usage.totalTokens, ...pickDefined(usage, 'costUsd', 'isCostPartial') };
}
