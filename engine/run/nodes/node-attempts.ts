import type { Fired, LiveInput } from '#engine/contract/define-executor.ts';
import { SKILL, SUMMARY, TAKER } from '#engine/contract/interaction-context.ts';
import { NodeSkipped } from '#engine/contract/node-skipped.ts';
import { SuspendedError } from '#engine/contract/suspended-error.ts';
import type { PlannedNode, Scope } from '#engine/plan/plan-node.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import { MOMENT_KEY } from '#lib/expression/moment.ts';
import { translateError } from '#lib/i18n/word-error.ts';
import { isEmptyChange, joinChanges, type LoggedMemoryChange } from '#lib/run/memory.ts';
import { withoutRetries } from '#lib/run/node-path.ts';
import type { NodeError, NodeWarning } from '#lib/run/run-event.ts';
import type { SessionChange, SessionWrite } from '#lib/run/session-state.ts';
import { NO_USAGE } from '#lib/run/token-usage.ts';
import { SESSION_ROOT } from '#lib/workflow/session-settings.ts';
import type { WorkTime } from '../limits/work-time.ts';
import type { RunScope } from '../scopes/run-scope.ts';
import { stateOf } from '../state/conversations.ts';
import { type CaughtError, caughtError } from '../state/node-error.ts';
import { type NodeResult, type Outcome, scopeFor } from '../state/node-result.ts';
import { admitWithinLimits } from './admit-within-limits.ts';
import { type AttemptLife, askerOf, makeExecutorContext } from './executor-context.ts';
import { finishNode, type Spent } from './finish-node.ts';
import { endedBy, endStartedWithin } from './run-node.ts';
import { withinTimeLimits } from './within-time-limits.ts';

/** A server that asks for a longer wait gets no further attempt. */
const MAX_RETRY_AFTER_MS = 600_000;

/** The log cannot hold undefined: left in, the port would have fired here and not after a crash. */
function withoutUndefined(fired: Fired): Fired {
  if (!Object.values(fired).includes(undefined)) return fired;
  return Object.fromEntries(Object.entries(fired).map(([port, value]) => [port, value ?? null]));
}

/**
 * The attempts of one node: config of one snapshot, retries, timeout, and handling of the last
 * error.
 */
export class NodeAttempts {
  readonly #node: PlannedNode;
  readonly #run: RunScope;
  readonly #live: readonly LiveInput[];
  readonly #startedAt = performance.now();
  readonly #spent: Spent;
  #scope: Scope = {};
  #config: unknown;
  #attempt: number;
  /** It resumes: the log has its start, and `announce` logs `node_resumed` before anything new. */
  #resumes: boolean;
  #isAdmitted = false;
  #drafts: AttemptLife['drafts'] = new Map();
  #remembered: AttemptLife['remembered'] = [];
  #sessionWrites: SessionWrite[] = [];
  #warnings: NodeWarning[] = [];
  #life: AttemptLife | undefined;

  constructor(node: PlannedNode, run: RunScope, live: readonly LiveInput[]) {
    this.#node = node;
    this.#run = run;
    this.#live = live;
    const started = run.results.started.get(node.id);
    this.#resumes = started?.resumes ?? false;
    this.#attempt = started?.resumes ? started.attempt : 1;
    const { usage, llmCalls, toolCalls } = started ?? { usage: NO_USAGE, llmCalls: 0, toolCalls: 0 };
    this.#spent = { executionTimeMs: 0, usage, llmCalls, toolCalls };
  }

  start(): Outcome | Promise<Outcome> {
    try {
      this.#scope = scopeFor(this.#node, this.#run.results.ended);
      if (this.#node.readsSession) this.#scope = { ...this.#scope, [SESSION_ROOT]: this.#session() };
      if (this.#node.usesMoment) this.#scope = { ...this.#scope, [MOMENT_KEY]: this.#moment() };
      this.#config = this.#node.configFor(this.#scope);
    } catch (thrown) {
      this.#run.log.emit({ type: 'node_started', nodeId: this.#node.id, attempt: 1, inputs: null });
      // The same snapshot gives the same error, so another attempt cannot help.
      return this.#endFailed(caughtError(thrown, this.#node.id).error);
    }
    return this.#next();
  }

  /** What `now()` gives: one moment for all attempts, and for what resumes it. */
  #moment(): number {
    const { moments } = this.#run.results;
    const key = withoutRetries(this.#node.id);
    const known = moments.get(key);
    if (known !== undefined) return known;
    const now = this.#run.ports.clock.now();
    moments.set(key, now);
    this.#run.log.emit({ type: 'moment_recorded', nodeId: this.#node.id, now });
    return now;
  }

  /** What the session knows: one snapshot for all attempts, and for what resumes it. */
  #session(): Readonly<Record<string, unknown>> {
    const { results, workflow } = this.#run;
    const known = this.#resumes ? results.sessionAt.get(this.#node.id) : undefined;
    if (!known) results.sessionAt.set(this.#node.id, workflow.session.state);
    return workflow.session.valueAt(known ?? workflow.session.state);
  }

  #next(): Outcome | Promise<Outcome> {
    try {
      if (!this.#resumes)
        this.#run.log.emit({
          type: 'node_started',
          nodeId: this.#node.id,
          attempt: this.#attempt,
          inputs: this.#config as null,
        });
    } catch (thrown) {
      return this.#endFailed(this.#cannotBeWritten(thrown, 'inputs'));
    }
    try {
      const answer = this.#execute();
      if (!(answer instanceof Promise)) return this.#succeed(answer);
      return answer.then(
        (fired) => this.#succeed(fired),
        (thrown: unknown) => this.#fail(thrown),
      );
    } catch (thrown) {
      return this.#fail(thrown);
    }
  }

  #execute(): Fired | Promise<Fired> {
    const stop = new AbortController();
    const { timeoutMs } = this.#node.options;
    const signal = timeoutMs === undefined ? this.#run.signal : AbortSignal.any([this.#run.signal, stop.signal]);
    const work = timeoutMs === undefined ? this.#run.work : this.#run.work.part();
    const life = this.#makeLife(signal, work);
    this.#admit(life);
    const answer = this.#node.execute({ config: this.#config, context: makeExecutorContext(life) });
    if (!(answer instanceof Promise)) return answer;
    // A container works as long as the nodes in it do.
    if (!this.#node.body) life.ownWork.begin();
    return withinTimeLimits(answer, { node: this.#node, run: this.#run, stop, work }).finally(() => {
      life.isOver = true;
      life.ownWork.end();
    });
  }

  /** Asks for more steps where the limit asks. A further attempt is no further step. */
  #admit(life: AttemptLife): void {
    if (this.#isAdmitted || !this.#run.limits.asks) return;
    admitWithinLimits('step', this.#run, askerOf(life));
    this.#isAdmitted = true;
  }

  #makeLife(signal: AbortSignal, work: WorkTime): AttemptLife {
    this.#drafts = new Map();
    this.#remembered = [];
    this.#sessionWrites = [];
    this.#warnings = [];
    const life: AttemptLife = {
      node: this.#node,
      run: this.#run,
      live: this.#live,
      scope: this.#scope,
      spent: this.#spent,
      attempt: this.#attempt,
      signal,
      work,
      ownWork: work.node(),
      isOver: false,
      drafts: this.#drafts,
      remembered: this.#remembered,
      sessionWrites: this.#sessionWrites,
      warnings: this.#warnings,
      announce: () => {
        if (!this.#resumes) return;
        this.#resumes = false;
        this.#run.log.emit({ type: 'node_resumed', nodeId: this.#node.id });
      },
    };
    this.#life = life;
    return life;
  }

  #succeed(fired: Fired): NodeResult | Promise<NodeResult> {
    try {
      const conversations = [...this.#drafts].map(([name, draft]) => stateOf(name, draft));
      const memory = this.#memoryChange();
      const session = this.#sessionChange();
      const left = { ...(conversations.length > 0 && { conversations }), ...(memory && { memory }), ...(session && { session }) };
      const spent = { ...this.#spend(), ...left };
      const ended = finishNode(this.#node, this.#run, { status: 'succeeded', fired: withoutUndefined(fired) }, spent);
      for (const [name, draft] of this.#drafts) this.#run.workflow.conversations.keep(name, draft);
      if (memory) this.#run.workflow.memory.apply(memory);
      if (session) this.#run.workflow.session.apply(session, fired.out);
      return ended;
    } catch (thrown) {
      return this.#endFailed(this.#cannotBeWritten(thrown, 'value'));
    }
  }

  #memoryChange(): LoggedMemoryChange | undefined {
    const change = joinChanges(this.#remembered);
    return isEmptyChange(change) ? undefined : { at: new Date(this.#run.ports.clock.now()).toISOString(), change };
  }

  #sessionChange(): SessionChange | undefined {
    const kept = this.#life?.sessionConversation;
    const { [TAKER]: agent, [SUMMARY]: summary, [SKILL]: skill } = (kept && this.#life?.drafts.get(kept.name)?.variables) ?? {};
    const conversation = kept && {
      ...kept,
      ...(typeof agent === 'string' && { agent }),
      ...(typeof summary === 'string' && { summary }),
    };
    const writes = this.#sessionWrites;
    if (writes.length === 0 && !conversation) return undefined;
    return this.#run.workflow.session.locate({
      ...(writes.length > 0 && { writes }),
      ...(conversation && { conversation }),
      ...(typeof skill === 'string' && skill !== '' && { skill }),
    });
  }

  /** Inputs and value of a node are logged, so they must be JSON within the size limit. */
  #cannotBeWritten(thrown: unknown, what: 'inputs' | 'value'): NodeError {
    if (NodeFailure.is(thrown)) return caughtError(thrown, this.#node.id).error;
    const { message } = thrown as Error;
    return {
      code: 'output-not-json',
      message: `The ${what} of ${this.#node.id} cannot be written as JSON: ${message}`,
      nodeId: this.#node.id,
    };
  }

  #fail(thrown: unknown): Outcome | Promise<Outcome> {
    if (this.#run.ending) {
      // Its suspended nodes cannot resume without it.
      if (this.#node.body) endStartedWithin(this.#node, this.#run);
      return finishNode(this.#node, this.#run, endedBy(this.#run, { hasStarted: true }), this.#spend());
    }
    if (SuspendedError.is(thrown)) return this.#suspend();
    if (NodeSkipped.is(thrown))
      return finishNode(this.#node, this.#run, { status: 'skipped', fired: {}, reason: 'effect_skipped' }, this.#spend());
    const caught = caughtError(thrown, this.#node.id);
    if (this.#mayRetry(caught)) return this.#retry(caught);
    return this.#endFailed(caught.error);
  }

  /** Keeps nothing in memory but that it started: a decision resumes it from the log. */
  #suspend(): undefined {
    const { usage, llmCalls, toolCalls } = this.#spent;
    this.#run.results.started.set(this.#node.id, { attempt: this.#attempt, resumes: true, usage, llmCalls, toolCalls });
    return undefined;
  }

  #mayRetry({ isRetryable, retryAfterMs = 0 }: CaughtError): boolean {
    const { retry } = this.#node.options;
    if (retryAfterMs > MAX_RETRY_AFTER_MS) return false;
    return retry !== undefined && this.#attempt < retry.attempts && (isRetryable || retry.on === 'all');
  }

  async #retry({ error, retryAfterMs = 0 }: CaughtError): Promise<Outcome> {
    const { delayMs, factor } = this.#node.options.retry as { delayMs: number; factor: number };
    // Between half and all of the nominal delay, so that nodes that failed together do not come
    // back together.
    const ownMs = delayMs * factor ** (this.#attempt - 1) * (0.5 + this.#run.ports.random() / 2);
    const waitMs = Math.round(Math.max(ownMs, retryAfterMs));
    this.#run.log.emit({
      type: 'node_retried',
      nodeId: this.#node.id,
      attempt: this.#attempt,
      delayMs: waitMs,
      error: this.#worded(error),
    });
    const work = this.#run.work.node();
    work.begin();
    try {
      await this.#run.ports.clock.sleep(waitMs, this.#run.signal).finally(() => work.end());
    } catch (thrown) {
      return this.#fail(thrown);
    }
    this.#attempt++;
    this.#resumes = false;
    return this.#next();
  }

  #endFailed(last: NodeError): NodeResult | Promise<NodeResult> {
    const error = { ...this.#worded(last), attempts: this.#attempt };
    const { onError } = this.#node.options;
    const isHandled = this.#node.hasErrorEdge || onError === 'branch';
    if (!isHandled && typeof onError === 'object') {
      return finishNode(
        this.#node,
        this.#run,
        { status: 'succeeded', fired: { [this.#node.passPort]: onError.continue }, reason: 'continued', error },
        this.#spend(),
      );
    }
    const { code, message, attempts } = error;
    return finishNode(
      this.#node,
      this.#run,
      { status: 'failed', fired: isHandled ? { error: { code, message, attempts } } : {}, error },
      this.#spend(),
    );
  }

  /** In the language of its workflow: the error may be read by its nodes, and goes to its callers. */
  #worded(error: NodeError): NodeError {
    return translateError(error, this.#run.workflow.language);
  }

  #spend(): Spent {
    this.#spent.executionTimeMs = Math.round((performance.now() - this.#startedAt) * 1000) / 1000;
    return this.#warnings.length === 0 ? this.#spent : { ...this.#spent, warnings: this.#warnings };
  }
}
