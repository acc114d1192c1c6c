import type { StoredEvent } from '#lib/run/run-event.ts';
import { repeat } from '../process/repeat.ts';
import { MemoryHub } from './memory-hub.ts';
import { MissedEvents, type StoredHeads } from './missed-events.ts';

/** Interval of database polls for events of other processes, in milliseconds. */
const CHECK_EVERY_MS = 1000;

/**
 * Publishes commits of this process at once, and those of other processes within about two seconds.
 * Of the latter only the last event: listeners detect gaps by its sequence number and read the rest
 * from the database. A listener may get an event twice.
 */
export class StoredHub extends MemoryHub {
  readonly #missed: MissedEvents;
  readonly #closing = new AbortController();
  readonly #checking: Promise<void>;

  constructor({ stored, onListenerError }: { stored: StoredHeads; onListenerError: (error: unknown) => void }) {
    super({ onListenerError });
    this.#missed = new MissedEvents({ stored, hub: this, publish: (runId, events) => this.publish(runId, events) });
    // An unreachable database is reported by every other use of it.
    const check = () => this.#missed.check();
    this.#checking = repeat(check, { everyMs: CHECK_EVERY_MS, signal: this.#closing.signal, onError: () => {} });
  }

  override publish(runId: string, events: readonly StoredEvent[]): void {
    const last = events.at(-1);
    if (last) this.#missed.onPublished(runId, last.seq);
    super.publish(runId, events);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#checking;
  }
}
