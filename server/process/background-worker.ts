import { setTimeout as wait } from 'node:timers/promises';

type Options = {
  /** Does all that is due. `signal` aborts when the process ends. */
  readonly work: (signal: AbortSignal) => Promise<unknown>;
  /** In how many milliseconds something comes due; undefined when nothing waits. */
  readonly nextDueMs: () => Promise<number | undefined>;
  /** No other process stores work in the database. */
  readonly isAlone: boolean;
  readonly onError: (error: unknown) => void;
};

/** How often a process that shares its database looks for work of the others. */
const LOOK_EVERY_MS = 3000;
const LOOK_ALONE_MS = 300_000;
const LEAST_PAUSE_MS = 50;

/** Does stored work in the background: what is due, what comes due, and what it is woken for. */
export class BackgroundWorker {
  readonly #options: Options;
  readonly #closing = new AbortController();
  #woken = Promise.withResolvers<void>();
  #work: Promise<unknown> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
  }

  /** @param prepare what is done once, before the first work; the work begins even if it fails */
  start(prepare: () => Promise<unknown> = async () => {}): void {
    this.#work = this.#run(prepare);
  }

  /** There is work. */
  wake(): void {
    this.#woken.resolve();
  }

  /** Gives up what it works on, which continues at the next start. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#woken.resolve();
    await this.#work;
  }

  async #run(prepare: () => Promise<unknown>): Promise<void> {
    const { work, onError } = this.#options;
    const { signal } = this.#closing;
    const failed = (error: unknown) => {
      if (!signal.aborted) onError(error);
    };
    await prepare().catch(failed);
    while (!signal.aborted) {
      this.#woken = Promise.withResolvers();
      await work(signal).catch(failed);
      if (signal.aborted) return;
      // Its own signal: a worker that is woken often would collect timers otherwise. `close` wakes, too.
      const pause = new AbortController();
      const paused = wait(await this.#pauseMs(), undefined, { signal: pause.signal, ref: false }).catch(() => {});
      await Promise.race([this.#woken.promise, paused]);
      pause.abort();
    }
  }

  async #pauseMs(): Promise<number> {
    const longest = this.#options.isAlone ? LOOK_ALONE_MS : LOOK_EVERY_MS;
    const due = await this.#options.nextDueMs().catch(() => LOOK_EVERY_MS);
    return Math.max(Math.min(due ?? longest, longest), LEAST_PAUSE_MS);
  }
}
