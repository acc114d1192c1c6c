import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { NodeError } from '#lib/run/run-event.ts';
import { addUsage, NO_USAGE } from '#lib/run/token-usage.ts';
import type { PlannedNode, Scope } from '../compile/plan-node.ts';
import type { ExecutorContext, Fired, LiveInput } from '../executors/define-executor.ts';
import { finishNode, type Spent } from './finish-node.ts';
import { type CaughtError, caughtError } from './node-error.ts';
import { type NodeResult, scopeFor } from './node-result.ts';
import type { RunContext } from './run-context.ts';

/** How long a node that was told to stop may take to let go before the run goes on without it, in milliseconds. */
const LET_GO_MS = 5000;
/** How long a node whose time is over may take to let go by itself, in milliseconds. */
const LAST_WORDS_MS = 1000;

/** The log cannot hold undefined: left in, the port would have fired here and not after a crash. */
function withoutUndefined(fired: Fired): Fired {
  if (!Object.values(fired).includes(undefined)) return fired;
  return Object.fromEntries(Object.entries(fired).map(([port, value]) => [port, value ?? null]));
}

/** The attempts of one node: its config on one snapshot, retries, time limit, and what becomes of the last error. */
export class NodeAttempts {
  readonly #node: PlannedNode;
  readonly #run: RunContext;
  readonly #live: readonly LiveInput[];
  readonly #startedAt = performance.now();
  readonly #spent: Spent = { executionTimeMs: 0, usage: NO_USAGE, llmCalls: 0, toolCalls: 0 };
  #scope: Scope = {};
  #config: unknown;
  #attempt = 1;

  constructor(node: PlannedNode, run: RunContext, live: readonly LiveInput[]) {
    this.#node = node;
    this.#run = run;
    this.#live = live;
  }

  start(): NodeResult | Promise<NodeResult> {
    try {
      this.#scope = scopeFor(this.#node, this.#run.results);
      this.#config = this.#node.configFor(this.#scope);
    } catch (thrown) {
      this.#run.log.emit({ type: 'node_started', nodeId: this.#node.id, attempt: 1, inputs: null });
      // The same snapshot gives the same error, so another attempt cannot help.
      return this.#giveUp(caughtError(thrown, this.#node.id).error);
    }
    return this.#next();
  }

  #next(): NodeResult | Promise<NodeResult> {
    try {
      this.#run.log.emit({ type: 'node_started', nodeId: this.#node.id, attempt: this.#attempt, inputs: this.#config as null });
    } catch (thrown) {
      return this.#giveUp(this.#cannotBeWritten(thrown, 'inputs'));
    }
    try {
      const answer = this.#node.effects === 'write' ? this.#executeOnceStored() : this.#execute();
      if (!(answer instanceof Promise)) return this.#succeed(answer);
      return answer.then(
        (fired) => this.#succeed(fired),
        (thrown: unknown) => this.#fail(thrown),
      );
    } catch (thrown) {
      return this.#fail(thrown);
    }
  }

  /** What changes the outside begins only when the log says that it began: after a crash it is known which effects may have happened. */
  async #executeOnceStored(): Promise<Fired> {
    await this.#run.log.committed();
    this.#run.signal.throwIfAborted();
    return this.#execute();
  }

  #execute(): Fired | Promise<Fired> {
    const stop = new AbortController();
    const { timeoutMs } = this.#node.options;
    const signal = timeoutMs === undefined ? this.#run.signal : AbortSignal.any([this.#run.signal, stop.signal]);
    const life = { isOver: false };
    const answer = this.#node.execute({ config: this.#config, context: this.#contextFor(signal, life) });
    if (!(answer instanceof Promise)) return answer;
    return this.#untilLetGo(answer, stop, timeoutMs).finally(() => {
      life.isOver = true;
    });
  }

  /** The answer; or the end of its time, or of the patience with a node that was told to stop, whichever comes first. */
  #untilLetGo(answer: Promise<Fired>, stop: AbortController, timeoutMs: number | undefined): Promise<Fired> {
    const { clock } = this.#run.ports;
    const settled = new AbortController();
    // Whatever a node says after its time is over, it is over.
    const inTime = answer.then(
      (fired) => {
        stop.signal.throwIfAborted();
        return fired;
      },
      (thrown: unknown) => {
        throw stop.signal.aborted ? stop.signal.reason : thrown;
      },
    );
    const racers: Promise<Fired>[] = [inTime];
    if (timeoutMs !== undefined) {
      const timedOut = clock.sleep(timeoutMs, settled.signal).then(async () => {
        stop.abort(timeLimit(this.#node, timeoutMs));
        // A model call says now what it has used up.
        await clock.sleep(LAST_WORDS_MS, settled.signal);
        throw stop.signal.reason;
      });
      racers.push(timedOut);
    }
    const letGo = new Promise<never>((_, reject) => {
      const onAbort = () =>
        void clock.sleep(LET_GO_MS, settled.signal).then(
          () => reject(this.#run.signal.reason),
          () => {},
        );
      if (this.#run.signal.aborted) onAbort();
      else this.#run.signal.addEventListener('abort', onAbort, { signal: settled.signal, once: true });
    });
    racers.push(letGo);
    for (const racer of racers) racer.catch(() => {});
    return Promise.race(racers).finally(() => settled.abort());
  }

  #succeed(fired: Fired): NodeResult | Promise<NodeResult> {
    try {
      return finishNode(this.#node, this.#run, { status: 'succeeded', fired: withoutUndefined(fired) }, this.#spend());
    } catch (thrown) {
      return this.#giveUp(this.#cannotBeWritten(thrown, 'value'));
    }
  }

  /** What a node takes or gives stands in the log, so it has to be JSON, and not too much of it. */
  #cannotBeWritten(thrown: unknown, what: 'inputs' | 'value'): NodeError {
    if (NodeFailure.is(thrown)) return caughtError(thrown, this.#node.id).error;
    const { message } = thrown as Error;
    return {
      code: 'output-not-json',
      message: `The ${what} of ${this.#node.id} cannot be written as JSON: ${message}`,
      nodeId: this.#node.id,
    };
  }

  #fail(thrown: unknown): NodeResult | Promise<NodeResult> {
    const { ending } = this.#run;
    if (ending) {
      const reason = ending.status === 'cancelled' ? 'run_cancelled' : 'run_failed';
      return finishNode(this.#node, this.#run, { status: 'cancelled', fired: {}, reason }, this.#spend());
    }
    const caught = caughtError(thrown, this.#node.id);
    if (this.#mayRetry(caught)) return this.#retry(caught.error);
    return this.#giveUp(caught.error);
  }

  #mayRetry({ isRetryable }: CaughtError): boolean {
    const { retry } = this.#node.options;
    return retry !== undefined && this.#attempt < retry.attempts && (isRetryable || retry.on === 'all');
  }

  async #retry(error: NodeError): Promise<NodeResult> {
    const { delayMs, factor } = this.#node.options.retry as { delayMs: number; factor: number };
    // Between half and all of the nominal delay, so that nodes that failed together do not come back together.
    const waitMs = Math.round(delayMs * factor ** (this.#attempt - 1) * (0.5 + this.#run.ports.random() / 2));
    this.#run.log.emit({ type: 'node_retried', nodeId: this.#node.id, attempt: this.#attempt, delayMs: waitMs, error });
    try {
      await this.#run.ports.clock.sleep(waitMs, this.#run.signal);
    } catch (thrown) {
      return this.#fail(thrown);
    }
    this.#attempt++;
    return this.#next();
  }

  #giveUp(last: NodeError): NodeResult | Promise<NodeResult> {
    const error = { ...last, attempts: this.#attempt };
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

  #spend(): Spent {
    this.#spent.executionTimeMs = Math.round((performance.now() - this.#startedAt) * 1000) / 1000;
    return this.#spent;
  }

  /** `life.isOver`: the attempt has ended, and what a node that did not let go still says is not written. */
  #contextFor(signal: AbortSignal, life: { readonly isOver: boolean }): ExecutorContext {
    const run = this.#run;
    const node = this.#node;
    const scope = this.#scope;
    const spent = this.#spent;
    return {
      runId: run.runId,
      nodeId: node.id,
      attempt: this.#attempt,
      signal,
      runInputs: run.inputs,
      live: this.#live,
      evaluate: (source) => node.evaluate(source, scope),
      defaultModel: run.defaultModel,
      models: run.ports.models,
      fetch: run.ports.fetch,
      clock: run.ports.clock,
      newId: run.ports.newId,
      emit(event, options) {
        if (life.isOver) return;
        if (event.type === 'llm_call' && !run.mayCallModel(node.id)) throw run.signal.reason;
        run.log.emit({ ...event, nodeId: node.id }, options);
      },
      countUsage(usage, { llmCalls = 0, toolCalls = 0 }) {
        run.usage = addUsage(run.usage, usage);
        run.llmCalls += llmCalls;
        run.toolCalls += toolCalls;
        spent.usage = addUsage(spent.usage, usage);
        spent.llmCalls += llmCalls;
        spent.toolCalls += toolCalls;
      },
    };
  }
}

function timeLimit(node: PlannedNode, timeoutMs: number): NodeFailure {
  return new NodeFailure('node-timed-out', `${node.id} took longer than its limit of ${timeoutMs} ms`, {
    isRetryable: true,
    path: 'options.timeoutMs',
    hint: 'Raise the time limit, or look at why the node is slow',
  });
}
