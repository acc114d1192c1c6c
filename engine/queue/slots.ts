/** So many things at once and no more; who comes then waits for its turn. */
export class Slots {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(count: number) {
    this.#free = count;
  }

  get free(): number {
    return this.#free;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.add(resolve));
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  /**
   * A slot to keep until what is returned is called, once.
   * @returns undefined when none has become free for `patienceMs`: then this one waits no longer
   */
  async enter({ patienceMs }: { patienceMs: number }): Promise<(() => void) | undefined> {
    const leave = () => this.#leave();
    if (this.#free > 0) {
      this.#free--;
      return leave;
    }
    const { promise, resolve } = Promise.withResolvers<(() => void) | undefined>();
    const goOn = () => resolve(leave);
    this.#waiting.add(goOn);
    const timer = setTimeout(() => this.#waiting.delete(goOn) && resolve(undefined), patienceMs);
    return promise.finally(() => clearTimeout(timer));
  }

  /** Whoever waits longest has it at once, so that nobody who comes now gets in between. */
  #leave(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#free++;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
