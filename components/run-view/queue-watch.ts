import type { Client } from '#lib/api/client.ts';

const POLL_MS = 2000;

type QueueWatchOptions = { readonly client: Pick<Client, 'listRuns'> };

/** Polls the queue position of a run while it is shown; undefined until known, and once the run was started. */
export class QueueWatch {
  readonly #runId: string;
  readonly #options: QueueWatchOptions;
  readonly #listeners = new Set<() => void>();
  #position: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(runId: string, options: QueueWatchOptions) {
    this.#runId = runId;
    this.#options = options;
  }

  readonly read = (): number | undefined => this.#position;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) void this.#poll();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) clearTimeout(this.#timer);
    };
  };

  async #poll(): Promise<void> {
    const isOver = document.visibilityState === 'visible' && (await this.#fetchPosition()) === 'taken';
    clearTimeout(this.#timer);
    if (!isOver && this.#listeners.size > 0) this.#timer = setTimeout(() => void this.#poll(), POLL_MS);
  }

  /** On errors the position stays; the run's own log reports that the server is unreachable. */
  async #fetchPosition(): Promise<'queued' | 'taken' | 'unknown'> {
    const answer = await this.#options.client.listRuns({ query: { runIds: this.#runId, limit: 1 } }).catch(() => undefined);
    if (!answer) return 'unknown';
    const position = answer.items[0]?.queuePosition ?? undefined;
    const hasChanged = position !== this.#position;
    this.#position = position;
    if (hasChanged) for (const listener of this.#listeners) listener();
    return position === undefined ? 'taken' : 'queued';
  }
}
