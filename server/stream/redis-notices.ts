type Listener = (runId: string) => void;

/** Notices that a command or decision of a run was stored: one Redis stream for all processes. */
export class RedisNotices {
  readonly key = 'threadloom:notices';
  readonly #listeners = new Set<Listener>();
  readonly #onListenerError: (error: unknown) => void;
  /** Of the last entry that was read. An old notice does no harm, and `$` would pass over those between two reads. */
  #entryId = '0-0';

  constructor({ onListenerError }: { onListenerError: (error: unknown) => void }) {
    this.#onListenerError = onListenerError;
  }

  get entryId(): string {
    return this.#entryId;
  }

  /** @returns how to leave */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** An entry of the stream was read. */
  take(entryId: string, runId: string): void {
    this.#entryId = entryId;
    for (const listener of this.#listeners) {
      try {
        listener(runId);
      } catch (error) {
        this.#onListenerError(error);
      }
    }
  }
}
