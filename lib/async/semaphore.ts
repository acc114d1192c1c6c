/** Bounds the callers that wait for a permit. `error` makes what further ones are rejected with. */
type WaitingLimit = { readonly max: number; readonly error: () => Error };

/** A concurrency limit. Permits go first in, first out. */
export class Semaphore {
  #free: number;
  readonly #waiting = new Set<() => void>();
  readonly #waitingLimit: WaitingLimit | undefined;

  /** @param options `waitingLimit`: by default any number of callers may wait */
  constructor(permits: number, { waitingLimit }: { readonly waitingLimit?: WaitingLimit } = {}) {
    this.#free = permits;
    this.#waitingLimit = waitingLimit;
  }

  get free(): number {
    return this.#free;
  }

  /** Number of callers that wait for a permit. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /**
   * Runs `work` once a permit is free, and releases it whether the work succeeds or fails.
   * @throws the reason of `signal` when it aborts while waiting; the error of `waitingLimit` when too many wait
   */
  async run<T>(work: () => Promise<T>, { signal }: { signal?: AbortSignal } = {}): Promise<T> {
    signal?.throwIfAborted();
    if (this.#free > 0) this.#free--;
    else await this.#wait(signal);
    try {
      return await work();
    } finally {
      this.#release();
    }
  }

  /**
   * @returns a function that releases the permit, to be called once; undefined when none became free for `timeoutMs`
   * @throws the error of `waitingLimit` when too many wait
   */
  async acquire({ timeoutMs }: { timeoutMs: number }): Promise<(() => void) | undefined> {
    const release = () => this.#release();
    if (this.#free > 0) {
      this.#free--;
      return release;
    }
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), timeoutMs);
    try {
      await this.#wait(timeout.signal);
      return release;
    } catch (error) {
      if (timeout.signal.aborted) return undefined;
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  #wait(signal: AbortSignal | undefined): Promise<void> {
    const limit = this.#waitingLimit;
    if (limit && this.#waiting.size >= limit.max) throw limit.error();
    return new Promise((resolve, reject) => {
      const acquire = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        this.#waiting.delete(acquire);
        reject(signal?.reason);
      };
      this.#waiting.add(acquire);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  /** FIFO: hands the permit to the longest waiter, so a new caller cannot overtake it. */
  #release(): void {
    const [next] = this.#waiting;
    if (!next) this.#free++;
    else {
      this.#waiting.delete(next);
      next();
    }
  }
}
