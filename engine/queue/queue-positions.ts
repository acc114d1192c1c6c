import type { QueuedRun, QueuedRuns } from '#lib/ports/run-queue.ts';

type Line = Pick<QueuedRun, 'workspaceId' | 'isStranger'>;
type Taken = { readonly position: number; readonly release: () => void };

/**
 * Queue positions of new runs, unique in this process: runs that are being stored are not in the
 * database yet.
 */
export class QueuePositions {
  readonly #queued: Pick<QueuedRuns, 'nextPosition'>;
  readonly #taken = new Map<string, Set<number>>();
  readonly #taking = new Set<Promise<unknown>>();

  constructor(queued: Pick<QueuedRuns, 'nextPosition'>) {
    this.#queued = queued;
  }

  /** @returns the position, and what to call once the run is stored or failed to be */
  async take(line: Line): Promise<Taken> {
    const taking = this.#take(line);
    this.#taking.add(taking);
    const position = await taking.finally(() => this.#taking.delete(taking));
    return { position, release: () => void this.#release(keyOf(line), position) };
  }

  async #take(line: Line): Promise<number> {
    const key = keyOf(line);
    let position = await this.#queued.nextPosition(line);
    const taken = this.#taken.get(key) ?? new Set();
    this.#taken.set(key, taken);
    while (taken.has(position)) position++;
    taken.add(position);
    return position;
  }

  /** Counts in progress may not have seen the run that is stored now. */
  async #release(key: string, position: number): Promise<void> {
    await Promise.allSettled(this.#taking);
    const taken = this.#taken.get(key);
    taken?.delete(position);
    if (taken?.size === 0) this.#taken.delete(key);
  }
}

function keyOf({ workspaceId, isStranger = false }: Line): string {
  return `${workspaceId} ${isStranger}`;
}
