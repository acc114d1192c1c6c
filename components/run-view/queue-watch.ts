import type { Client } from '#lib/api/client.ts';

const TURN_MS = 2000;

type QueueWatchOptions = { readonly client: Pick<Client, 'listRuns'> };

/** Polls the queue position of a run while it is shown; undefined until known, and once the run was started. */
export class QueueWatch {
  readonly #runId: string;
  readonly #options: QueueWatchOptions;
  readonly #listeners = new Set<() => void>();
  #place: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(runId: string, options: QueueWatchOptions) {
    this.#runId = runId;
    this.#options = options;
  }

  readonly read = (): number | undefined => this.#place;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) void this.#turn();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) clearTimeout(this.#timer);
    };
  };

  async #turn(): Promise<void> {
    const isOver = document.visibilityState === 'visible' && (await this.#ask()) === 'taken';
    clearTimeout(this.#timer);
    if (!isOver && this.#listeners.size > 0) this.#timer = setTimeout(() => void this.#turn(), TURN_MS);
  }

  /** On errors the position stays; the run's own log reports that the server is unreachable. */
  async #ask(): Promise<'queued' | 'taken' | 'unknown'> {
    const answer = await this.#options.client.listRuns({ query: { runIds: this.#runId, limit: 1 } }).catch(() => undefined);
    if (!answer) return 'unknown';
    const place = answer.items[0]?.queuePosition ?? undefined;
    const isNews = place !== this.#place;
    this.#place = place;
    if (isNews) for (const listener of this.#listeners) listener();
    return place === undefined ? 'taken' : 'queued';
  }
}
