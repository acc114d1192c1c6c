import type { StoredEvent } from '#lib/run/run-event.ts';
import { repeat } from '../process/repeat.ts';
import { MemoryHub } from './memory-hub.ts';
import type { StoredHeads } from './redis-hub.ts';

/** Interval of database polls for events of other processes, in milliseconds. */
const CHECK_EVERY_MS = 1000;

type Known = {
  /** The last seq that was handed on. */
  readonly seq: number;
  /** What the last look found in the database. */
  readonly checkedSeq: number;
};

/**
 * Publishes commits of this process at once, and those of other processes within about two seconds.
 * Of the latter only the last event: listeners detect gaps by its sequence number and read the rest
 * from the database. A listener may get an event twice.
 */
export class StoredHub extends MemoryHub {
  readonly #stored: StoredHeads;
  readonly #known = new Map<string, Known>();
  readonly #closing = new AbortController();
  readonly #checking: Promise<void>;

  constructor({ stored, onListenerError }: { stored: StoredHeads; onListenerError: (error: unknown) => void }) {
    super({ onListenerError });
    this.#stored = stored;
    // An unreachable database is reported by every other use of it.
    this.#checking = repeat(() => this.#check(), { everyMs: CHECK_EVERY_MS, signal: this.#closing.signal, onError: () => {} });
  }

  override publish(runId: string, events: readonly StoredEvent[]): void {
    const last = events.at(-1);
    if (last && this.isWatched(runId)) this.#known.set(runId, { seq: last.seq, checkedSeq: last.seq });
    super.publish(runId, events);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#checking;
  }

  async #check(): Promise<void> {
    for (const runId of this.#known.keys()) if (!this.isWatched(runId)) this.#known.delete(runId);
    const watched = this.watched();
    if (watched.length === 0) return;
    for (const [runId, lastSeq] of await this.#stored.lastSeqs(watched)) {
      const { seq, checkedSeq } = this.#known.get(runId) ?? { seq: 0, checkedSeq: 0 };
      // What was stored at the last poll and has not arrived since comes from another process.
      if (lastSeq > seq && lastSeq === checkedSeq) this.publish(runId, await this.#stored.readEvents(runId, lastSeq - 1, 1));
      else this.#known.set(runId, { seq, checkedSeq: lastSeq });
    }
  }
}
