import type { EventHub } from '#lib/ports/event-hub.ts';
import type { StoredEvent } from '#lib/run/run-event.ts';

type Listener = (events: readonly StoredEvent[]) => void;

/**
 * Publishes committed events to the subscribers of this process. A run without subscribers costs one
 * map look-up per commit.
 */
export class MemoryHub implements EventHub {
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #onListenerError: (error: unknown) => void;

  /**
   * @param onListenerError is called with errors of listeners, which reach neither other listeners
   * nor the publisher
   */
  constructor({ onListenerError }: { onListenerError: (error: unknown) => void }) {
    this.#onListenerError = onListenerError;
  }

  publish(runId: string, events: readonly StoredEvent[]): void {
    const listeners = this.#listeners.get(runId);
    if (!listeners) return;
    // A copy: a listener may unsubscribe, or another subscribe, during the call. A new subscriber reads the store after
    // this commit.
    for (const listener of [...listeners]) {
      try {
        listener(events);
      } catch (error) {
        this.#onListenerError(error);
      }
    }
  }

  subscribe(runId: string, listener: Listener): () => void {
    // One entry per subscription, so that the same function may listen twice and leave once.
    const entry: Listener = (events) => listener(events);
    const listeners = this.#listeners.get(runId) ?? new Set();
    this.#listeners.set(runId, listeners.add(entry));
    return () => {
      listeners.delete(entry);
      if (listeners.size === 0 && this.#listeners.get(runId) === listeners) this.#listeners.delete(runId);
    };
  }

  isWatched(runId: string): boolean {
    return this.#listeners.has(runId);
  }

  /** Ids of runs with subscribers. */
  watched(): string[] {
    return [...this.#listeners.keys()];
  }

  /** Number of runs with subscribers; for health and tests. */
  get watchedRuns(): number {
    return this.#listeners.size;
  }
}
