import { Semaphore } from '#lib/async/semaphore.ts';
import { permitsOfStrangers } from '#lib/run/permits-of-strangers.ts';

export type PermitOptions = {
  /** Whether a visitor of a page or a sender of a form started the run. @defaultValue false */
  readonly isStranger?: boolean | undefined;
};

/**
 * Concurrency limit of runs. A run of a stranger takes a permit of strangers first, so that it holds no other one while
 * it waits. FIFO among strangers, and among all others.
 */
export class RunPermits {
  readonly #all: Semaphore;
  readonly #strangers: Semaphore;

  constructor(max: number) {
    this.#all = new Semaphore(max);
    this.#strangers = new Semaphore(permitsOfStrangers(max));
  }

  /** Permits that a run would get at once. */
  free({ isStranger = false }: PermitOptions = {}): number {
    return isStranger ? Math.min(this.#all.free, this.#strangers.free) : this.#all.free;
  }

  /** Runs `work` once there is a permit, and releases it whether the work succeeds or fails. */
  async run<T>(work: () => Promise<T>, { isStranger = false }: PermitOptions = {}): Promise<T> {
    return isStranger ? this.#strangers.run(() => this.#all.run(work)) : this.#all.run(work);
  }

  /**
   * @returns a function that releases the permit, to be called once; undefined when none became free for `timeoutMs`
   */
  async acquire({
    timeoutMs,
    isStranger = false,
  }: PermitOptions & { readonly timeoutMs: number }): Promise<(() => void) | undefined> {
    if (!isStranger) return this.#all.acquire({ timeoutMs });
    const releaseStranger = await this.#strangers.acquire({ timeoutMs });
    const release = releaseStranger && (await this.#all.acquire({ timeoutMs }));
    if (!release) {
      releaseStranger?.();
      return undefined;
    }
    return () => {
      release();
      releaseStranger();
    };
  }
}
