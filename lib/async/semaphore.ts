/** So many at once, the others first in, first out. */
export class Semaphore {
  #permits: number;
  readonly #waiting: (() => void)[] = [];

  constructor(permits: number) {
    this.#permits = permits;
  }

  /** Runs `work` once there is a permit, and gives the permit back however it ends. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#permits > 0) this.#permits--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The permit passes to the longest waiter: none that comes now gets in between.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#permits++;
    }
  }
}
