import { NodeFailure } from '#lib/errors/node-failure.ts';
import { MAX_WAITING_RUNS } from './sandbox-limits.ts';

/** Bounds the runs at once and the runs that wait. FIFO. */
export class RunSemaphore {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(count: number) {
    this.#free = count;
  }

  /** @throws the signal's reason when it aborts first; {NodeFailure} `sandbox-busy` */
  async within<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    if (this.#free > 0) this.#free--;
    else await this.#wait(signal);
    try {
      return await work();
    } finally {
      this.#release();
    }
  }

  #wait(signal: AbortSignal): Promise<void> {
    if (this.#waiting.size >= MAX_WAITING_RUNS) throw busy();
    return new Promise((resolve, reject) => {
      const enter = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        this.#waiting.delete(enter);
        reject(signal.reason);
      };
      this.#waiting.add(enter);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  /** FIFO: hands the permit to the longest waiter. */
  #release(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#free++;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}

function busy(): NodeFailure {
  return new NodeFailure('sandbox-busy', `${MAX_WAITING_RUNS} pieces of code wait to be run already`, {
    isRetryable: true,
    hint: 'Try again later, or run fewer workflows at once',
  });
}
