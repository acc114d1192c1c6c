import type { NodeError } from '#lib/run/run-event.ts';
import type { BodyOutcome, ExecutorContext } from '../contract/define-executor.ts';
import { SuspendedError } from '../contract/suspended-error.ts';
import { bodyFailure } from './body-failure.ts';

type Options = {
  readonly count: number;
  /** How many run at once. */
  readonly concurrency: number;
  readonly onFailure: 'all' | 'settle' | 'first';
  readonly context: Pick<ExecutorContext, 'signal' | 'nextDecision' | 'hasBegun'>;
  run(index: number, signal: AbortSignal): Promise<BodyOutcome>;
  /** User-facing name of an iteration, capitalized. */
  nameOf(index: number): string;
};

/** Outcome of an iteration, with the error of a failed one. */
export type IterationEnd = { readonly value: unknown } | { readonly error: Pick<NodeError, 'code' | 'message'> };
type Won = { readonly index: number; readonly value: unknown };
type Failed = { readonly index: number; readonly error: NodeError };

/**
 * Iterations of one body, at most so many at once. Suspended ones release their permit and resume
 * with a decision.
 */
export class ConcurrentIterations {
  readonly #options: Options;
  readonly #ends: IterationEnd[];
  /** Not begun, or to be resumed with a decision. */
  #todo: number[];
  readonly #waiting = new Set<number>();
  readonly #active = new Map<number, Promise<void>>();
  readonly #stop = new AbortController();
  #decision: Promise<void> | undefined;
  #thrown: { readonly reason: unknown } | undefined;
  #failed: Failed | undefined;
  #won: Won | undefined;
  #isOver = false;

  constructor(options: Options) {
    this.#options = options;
    this.#ends = Array.from({ length: options.count }, () => ({ value: null }));
    this.#todo = this.#ends.map((_, index) => index);
  }

  /**
   * @returns with `first` the winner, else the end of each of them
   * @throws {NodeFailure} `body-failed` as `onFailure` decides; {SuspendedError} when only
   * decisions can resume them
   */
  async run(): Promise<{ readonly won?: Won; readonly ends: readonly IterationEnd[] }> {
    for (;;) {
      this.#startSome();
      if (this.#options.context.signal.aborted) this.#endBegun();
      if (this.#active.size === 0) break;
      await Promise.race([...this.#active.values(), ...(this.#waiting.size > 0 ? [this.#nextDecision()] : [])]);
    }
    this.#isOver = true;
    if (this.#thrown) throw this.#thrown.reason;
    this.#options.context.signal.throwIfAborted();
    if (this.#won) return { won: this.#won, ends: this.#ends };
    if (this.#failed) throw bodyFailure(this.#failed.error, this.#options.nameOf(this.#failed.index));
    if (this.#waiting.size > 0) throw new SuspendedError();
    return { ends: this.#ends };
  }

  get #isStopping(): boolean {
    return this.#stop.signal.aborted || this.#options.context.signal.aborted;
  }

  #startSome(): void {
    while (!this.#isStopping && this.#active.size < this.#options.concurrency) {
      const index = this.#todo.shift();
      if (index === undefined) return;
      this.#start(index);
    }
  }

  #start(index: number): void {
    this.#active.set(index, this.#pass(index));
  }

  async #pass(index: number): Promise<void> {
    const signal = AbortSignal.any([this.#options.context.signal, this.#stop.signal]);
    try {
      this.#end(index, await this.#options.run(index, signal));
    } catch (thrown) {
      if (SuspendedError.is(thrown)) this.#waiting.add(index);
      else this.#thrown ??= { reason: thrown };
    } finally {
      this.#active.delete(index);
    }
  }

  #end(index: number, outcome: BodyOutcome): void {
    if (outcome.status === 'cancelled') return;
    const { onFailure } = this.#options;
    if (outcome.status === 'succeeded') {
      this.#ends[index] = { value: outcome.value };
      if (onFailure !== 'first') return;
      this.#won ??= { index, value: outcome.value };
      this.#stopOthers('lost_race');
      return;
    }
    const { code, message } = outcome.error;
    this.#ends[index] = { error: { code, message } };
    if (onFailure === 'settle') return;
    this.#failed ??= { index, error: outcome.error };
    if (onFailure === 'all') this.#stopOthers('body_failed');
  }

  #stopOthers(reason: 'lost_race' | 'body_failed'): void {
    if (this.#stop.signal.aborted) return;
    this.#stop.abort(reason);
    this.#endBegun();
  }

  /**
   * Ends the nodes of suspended iterations, and of those begun by an earlier process that have not
   * resumed yet.
   */
  #endBegun(): void {
    const begun = this.#todo.filter((index) => this.#options.context.hasBegun(index));
    this.#todo = [];
    for (const index of begun) this.#start(index);
    this.#startWaiting();
  }

  #startWaiting(): void {
    for (const index of this.#waiting) this.#start(index);
    this.#waiting.clear();
  }

  #nextDecision(): Promise<void> {
    this.#decision ??= this.#options.context.nextDecision().then(() => {
      // Its container gave up and starts again with this decision.
      if (this.#isOver) return;
      this.#decision = undefined;
      // Those without a decision suspend again at once. All resume, so that a stop reaches each of them.
      this.#startWaiting();
    });
    return this.#decision;
  }
}
