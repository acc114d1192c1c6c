/** Bounds what runs at once. Permits go first in, first out. */
export class Semaphore {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(permits: number) {
    this.#free = permits;
  }

  get free(): number {
    return this.#free;
  }

  /** How many wait for a permit. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /**
   * Runs `work` once there is a permit, and releases it however the work ends.
   * @throws the reason of `signal` when it aborts before there is a permit
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

  /** @returns how to release the permit, to be called once; undefined when none became free for `timeoutMs` */
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
    } catch {
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  }

  #wait(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const acquire = () => {
        signal?.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = () => {
        this.#waiting.delete(acquire);
        reject(signal?.reason);
      };
      this.#waiting.add(acquire);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }

  #release(): void {
    const [next] = this.#waiting;
    // Handed over, not freed: a caller that comes now does not get in between.
    if (!next) this.#free++;
    else {
      this.#waiting.delete(next);
      next();
    }
  }
}
