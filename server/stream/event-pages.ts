import { setImmediate } from 'node:timers/promises';
import { Semaphore } from '#lib/async/semaphore.ts';
import type { StoredEvent } from '#lib/run/run-event.ts';

/** Events read from the store at a time. */
const PAGE_EVENTS = 500;
/**
 * Reads of streams at once in a process: the embedded database has one connection, which requests
 * need, too.
 */
const READS_AT_ONCE = 2;
/** Of pages that are kept for the next stream. */
const MAX_KEPT_CHARS = 16_000_000;

type Store = { readEvents(runId: string, afterSeq: number, limit: number): Promise<StoredEvent[]> };
type PageToRead = { readonly runId: string; readonly afterSeq: number; readonly isStranger?: boolean | undefined };
type Page = {
  readonly events: readonly StoredEvent[];
  /** Read for another stream, perhaps before an event that is stored by now. */
  readonly isShared: boolean;
};

/** Pages of stored logs, read once for all streams that need them at about the same time. */
export class EventPages {
  /** A read of a stranger may wait for others of strangers, and no other reader waits for it. */
  readonly #reads = { strangers: new Semaphore(1), others: new Semaphore(READS_AT_ONCE) };
  readonly #underWay = new Map<string, Promise<readonly StoredEvent[]>>();
  /** Least recently used first. */
  readonly #kept = new Map<string, { readonly events: readonly StoredEvent[]; readonly chars: number }>();
  #keptChars = 0;
  #lastTurn: Promise<void> = Promise.resolve();

  /** Events with `seq > afterSeq`. An empty page says that there are none only where it is not shared. */
  async read(store: Store, { runId, afterSeq, isStranger = false }: PageToRead): Promise<Page> {
    const key = `${runId} ${afterSeq}`;
    const kept = this.#kept.get(key);
    if (kept) {
      this.#kept.delete(key);
      this.#kept.set(key, kept);
      return { events: kept.events, isShared: true };
    }
    const readers = isStranger ? 'strangers' : 'others';
    const underWay = this.#underWay.get(`${readers} ${key}`);
    if (underWay) return { events: await underWay, isShared: true };
    const reading = this.#reads[readers].run(() => store.readEvents(runId, afterSeq, PAGE_EVENTS));
    this.#underWay.set(`${readers} ${key}`, reading);
    try {
      const events = await reading;
      if (events.length > 0) this.#keep(key, events);
      return { events, isShared: false };
    } finally {
      this.#underWay.delete(`${readers} ${key}`);
    }
  }

  /**
   * Resolves for one stream in each turn of the event loop: many that wait for the same page would
   * otherwise be written to in one go.
   */
  turn(): Promise<void> {
    this.#lastTurn = this.#lastTurn.then(() => setImmediate());
    return this.#lastTurn;
  }

  #keep(key: string, events: readonly StoredEvent[]): void {
    const chars = events.reduce((sum, { json }) => sum + json.length, 0);
    if (chars > MAX_KEPT_CHARS) return;
    this.#kept.set(key, { events, chars });
    this.#keptChars += chars;
    for (const [oldest, page] of this.#kept) {
      if (this.#keptChars <= MAX_KEPT_CHARS) return;
      this.#kept.delete(oldest);
      this.#keptChars -= page.chars;
    }
  }
}
