import type { StoredEvent } from '#lib/run/run-event.ts';
import type { MemoryHub } from './memory-hub.ts';

/** The stored end of runs' logs. */
export type StoredHeads = {
  lastSeqs(runIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  readEvents(runId: string, afterSeq: number, limit?: number): Promise<StoredEvent[]>;
};

type Known = {
  /** The last seq that was published to the listeners; 0 before the first. */
  seq: number;
  /** What the last check found in the database. */
  checkedSeq: number;
};

type Options = {
  readonly stored: StoredHeads;
  /** The listeners of this process. */
  readonly hub: Pick<MemoryHub, 'watched' | 'isWatched'>;
  /**
   * Publishes the last event of a run to its listeners. They detect by its seq that events before it
   * are missing, and read those in pages.
   */
  readonly publish: (runId: string, events: readonly StoredEvent[]) => void;
};

/**
 * Finds events of watched runs that did not arrive: one that was stored at the last check and has not
 * arrived since was lost, or is of another process.
 */
export class MissedEvents {
  readonly #options: Options;
  readonly #known = new Map<string, Known>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** The last seq that was published to the listeners of the run; 0 before the first. */
  lastSeq(runId: string): number {
    return this.#known.get(runId)?.seq ?? 0;
  }

  onPublished(runId: string, seq: number): void {
    if (this.#options.hub.isWatched(runId)) this.#knownOf(runId).seq = seq;
  }

  /** The next listener of the run gets its events from the first one that arrives. */
  forget(runId: string): void {
    this.#known.delete(runId);
  }

  /**
   * Publishes what was missed.
   * @param options `isCutOff`: nothing arrives at present, so that a second check is not waited for
   */
  async check({ isCutOff = false }: { isCutOff?: boolean } = {}): Promise<void> {
    const { stored, hub } = this.#options;
    for (const runId of this.#known.keys()) if (!hub.isWatched(runId)) this.forget(runId);
    const watched = hub.watched();
    if (watched.length === 0) return;
    for (const [runId, lastSeq] of await stored.lastSeqs(watched)) {
      const known = this.#knownOf(runId);
      const isMissed = lastSeq > known.seq && (isCutOff || lastSeq === known.checkedSeq);
      known.checkedSeq = lastSeq;
      if (isMissed) await this.publishStored(runId, lastSeq);
    }
  }

  /** Publishes one stored event. Without a database nothing: the next check after it is back finds the end. */
  async publishStored(runId: string, seq: number): Promise<void> {
    const { stored, publish } = this.#options;
    const events = await stored.readEvents(runId, seq - 1, 1).catch(() => []);
    if (events.length > 0) publish(runId, events);
  }

  #knownOf(runId: string): Known {
    const known = this.#known.get(runId) ?? { seq: 0, checkedSeq: 0 };
    this.#known.set(runId, known);
    return known;
  }
}
