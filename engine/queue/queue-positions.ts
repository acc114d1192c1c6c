import type { QueuedRuns } from '#lib/ports/run-queue.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';

type Taken = { readonly position: number; readonly release: () => void };

/**
 * Queue positions of new runs, unique in this process: runs that are being stored are not in the
 * database yet.
 */
export class QueuePositions {
  readonly #queued: Pick<QueuedRuns, 'nextPosition'>;
  readonly #taken = new Map<WorkspaceId, Set<number>>();
  readonly #taking = new Set<Promise<unknown>>();

  constructor(queued: Pick<QueuedRuns, 'nextPosition'>) {
    this.#queued = queued;
  }

  /** @returns the position, and what to call once the run is stored or failed to be */
  async take(workspaceId: WorkspaceId): Promise<Taken> {
    const taking = this.#take(workspaceId);
    this.#taking.add(taking);
    const position = await taking.finally(() => this.#taking.delete(taking));
    return { position, release: () => void this.#release(workspaceId, position) };
  }

  async #take(workspaceId: WorkspaceId): Promise<number> {
    let position = await this.#queued.nextPosition(workspaceId);
    const taken = this.#taken.get(workspaceId) ?? new Set();
    this.#taken.set(workspaceId, taken);
    while (taken.has(position)) position++;
    taken.add(position);
    return position;
  }

  /** Counts in progress may not have seen the run that is stored now. */
  async #release(workspaceId: WorkspaceId, position: number): Promise<void> {
    await Promise.allSettled(this.#taking);
    const taken = this.#taken.get(workspaceId);
    taken?.delete(position);
    if (taken?.size === 0) this.#taken.delete(workspaceId);
  }
}
