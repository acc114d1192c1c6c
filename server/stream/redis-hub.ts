import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { z } from 'zod';
import type { EventHub } from '#lib/ports/event-hub.ts';
import type { Logger } from '#lib/ports/logger.ts';
import type { StoredEvent } from '#lib/run/run-event.ts';

const RUN = 'threadloom:run:';
const NOTICES = 'threadloom:notices';
const WAKE = 'threadloom:wake:';
/** Approximate number of commits kept for late subscribers of a run. Older ones are in the database. */
const KEPT_COMMITS = 64;
const KEPT_NOTICES = 1000;
const KEPT_FOR_S = 600;
/** A larger commit is only announced: listeners read it from the database. */
const MAX_ENTRY_CHARS = 64 * 1024;
const READ_COUNT = 500;
const BLOCK_MS = 5000;
const RETRY_MS = 200;
/** Interval of database polls for events that Redis may have lost, in milliseconds. */
const CHECK_EVERY_MS = 1000;
const COMMAND_LIMIT_MS = 2000;

type Listener = (events: readonly StoredEvent[]) => void;
type Watched = {
  readonly listeners: Set<Listener>;
  /** Of the last entry that was read. */
  entryId: string;
  /** The last seq that was handed on; undefined before the first. */
  seq: number | undefined;
  /** What the last check found in the database. */
  checkedSeq: number;
};

/** What a run's log holds so far, from the database. */
export type StoredHeads = {
  lastSeqs(runIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  readEvents(runId: string, afterSeq: number, limit?: number): Promise<StoredEvent[]>;
};

const storedEventsSchema = z.array(z.object({ seq: z.int(), type: z.string(), json: z.string() }));

export type RedisHubOptions = {
  readonly url: string;
  readonly stored: StoredHeads;
  readonly log: Pick<Logger, 'warn' | 'error'>;
};

/**
 * Publishes committed events to the subscribers of all processes, by one Redis stream per run.
 * Listeners may get an event twice or miss some: events have sequence numbers, and missed ones are
 * read from the database within about two seconds.
 *
 * One connection writes, one reads for all subscribers of the process. A separate stream
 * wakes the reader when its set of streams changes.
 */
export class RedisHub implements EventHub {
  readonly #writer: Redis;
  readonly #reader: Redis;
  readonly #stored: StoredHeads;
  readonly #log: RedisHubOptions['log'];
  readonly #watched = new Map<string, Watched>();
  readonly #noticeListeners = new Set<(runId: string) => void>();
  readonly #wakeKey = `${WAKE}${randomUUID()}`;
  /** From the beginning: an old notice does no harm, and `$` would pass over those between two reads. */
  readonly #ids = { notices: '0-0', wake: '0-0' };
  readonly #closing = new AbortController();
  readonly #loops: Promise<void>[];
  #isWakeSent = false;
  #isDown = false;

  constructor({ url, stored, log }: RedisHubOptions) {
    this.#stored = stored;
    this.#log = log;
    // What cannot be sent at once is not kept for later: the database has it.
    this.#writer = new Redis(url, {
      enableOfflineQueue: false,
      enableAutoPipelining: true,
      maxRetriesPerRequest: 0,
      commandTimeout: COMMAND_LIMIT_MS,
      retryStrategy: () => RETRY_MS,
    });
    this.#reader = new Redis(url, { maxRetriesPerRequest: null, retryStrategy: () => RETRY_MS });
    for (const connection of [this.#writer, this.#reader]) connection.on('error', (error) => this.#onDown(error));
    this.#writer.on('ready', () => this.#onUp());
    this.#loops = [this.#readAll(), this.#checkAll()];
  }

  publish(runId: string, events: readonly StoredEvent[]): void {
    const last = events.at(-1);
    if (!last) return;
    const text = JSON.stringify(events);
    const entry = text.length <= MAX_ENTRY_CHARS ? ['events', text] : ['seq', String(last.seq)];
    this.#send(RUN + runId, KEPT_COMMITS, entry);
  }

  subscribe(runId: string, listener: Listener): () => void {
    const entry: Listener = (events) => listener(events);
    const watched = this.#watched.get(runId) ?? { listeners: new Set(), entryId: '0-0', seq: undefined, checkedSeq: 0 };
    const isNew = watched.listeners.size === 0;
    watched.listeners.add(entry);
    this.#watched.set(runId, watched);
    if (isNew) this.#wakeReader();
    return () => {
      watched.listeners.delete(entry);
      if (watched.listeners.size === 0 && this.#watched.get(runId) === watched) this.#watched.delete(runId);
    };
  }

  /** Tells every process that there is something new for a run, by command or decision. */
  notify(runId: string): void {
    this.#send(NOTICES, KEPT_NOTICES, ['runId', runId]);
  }

  /** @returns how to leave */
  onNotice(listener: (runId: string) => void): () => void {
    this.#noticeListeners.add(listener);
    return () => void this.#noticeListeners.delete(listener);
  }

  /** Number of runs with subscribers in this process. */
  get watchedRuns(): number {
    return this.#watched.size;
  }

  /** Rejects while Redis cannot be reached. */
  async ping(): Promise<void> {
    await this.#writer.ping();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#reader.disconnect();
    this.#writer.disconnect();
    await Promise.allSettled(this.#loops);
  }

  #send(key: string, kept: number, entry: readonly string[]): void {
    // One pipeline for both; a stream without further writes expires.
    this.#writer.xadd(key, 'MAXLEN', '~', kept, '*', ...entry).catch(ignore);
    this.#writer.expire(key, KEPT_FOR_S).catch(ignore);
  }

  #wakeReader(): void {
    if (this.#isWakeSent) return;
    this.#isWakeSent = true;
    this.#send(this.#wakeKey, 1, ['wake', '1']);
    // A read that starts in this tick would not include subscriptions added later in it.
    setImmediate(() => {
      this.#isWakeSent = false;
    });
  }

  async #readAll(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      try {
        await this.#readOnce();
      } catch {
        // The connection reports the reason; the check finds what was missed.
        await wait(RETRY_MS, undefined, { signal }).catch(ignore);
      }
    }
  }

  async #readOnce(): Promise<void> {
    const runs = [...this.#watched];
    const keys = [NOTICES, this.#wakeKey, ...runs.map(([runId]) => RUN + runId)];
    const ids = [this.#ids.notices, this.#ids.wake, ...runs.map(([, { entryId }]) => entryId)];
    const streams = await this.#reader.xread('COUNT', READ_COUNT, 'BLOCK', BLOCK_MS, 'STREAMS', ...keys, ...ids);
    for (const [key, entries] of streams ?? []) {
      for (const [entryId, fields] of entries) this.#take(key, entryId, fields);
    }
  }

  #take(key: string, entryId: string, [name, value = '']: readonly string[]): void {
    if (key === this.#wakeKey) {
      this.#ids.wake = entryId;
      return;
    }
    if (key === NOTICES) {
      this.#ids.notices = entryId;
      for (const listener of this.#noticeListeners) this.#guarded(() => listener(value));
      return;
    }
    const runId = key.slice(RUN.length);
    const watched = this.#watched.get(runId);
    if (!watched) return;
    watched.entryId = entryId;
    if (name === 'events') this.#handOn(watched, storedEventsSchema.parse(JSON.parse(value)) as StoredEvent[]);
    else void this.#readLast(runId, watched, Number(value));
  }

  #handOn(watched: Watched, events: readonly StoredEvent[]): void {
    const { seq = 0 } = watched;
    const fresh = events.filter((event) => event.seq > seq);
    const last = fresh.at(-1);
    if (!last) return;
    watched.seq = last.seq;
    for (const listener of [...watched.listeners]) this.#guarded(() => listener(fresh));
  }

  /** The last event alone: who has not those before it sees that by its seq, and reads them in pages. */
  async #readLast(runId: string, watched: Watched, seq: number): Promise<void> {
    try {
      this.#handOn(watched, await this.#stored.readEvents(runId, seq - 1, 1));
    } catch {
      // The database is unreachable. The next check after it is back finds the end.
    }
  }

  async #checkAll(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      await wait(CHECK_EVERY_MS, undefined, { signal, ref: false }).catch(ignore);
      if (!signal.aborted && this.#watched.size > 0) await this.#check().catch(ignore);
    }
  }

  /** An event that was stored at the last check and has not arrived since was lost. */
  async #check(): Promise<void> {
    const runs = new Map(this.#watched);
    const lastSeqs = await this.#stored.lastSeqs([...runs.keys()]);
    for (const [runId, watched] of runs) {
      const lastSeq = lastSeqs.get(runId) ?? 0;
      const isMissed = lastSeq > (watched.seq ?? 0) && (lastSeq === watched.checkedSeq || this.#isDown);
      watched.checkedSeq = lastSeq;
      if (isMissed) await this.#readLast(runId, watched, lastSeq);
    }
  }

  #guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#log.error('a watcher of a run failed', { error });
    }
  }

  #onDown(error: unknown): void {
    if (this.#isDown || this.#closing.signal.aborted) return;
    this.#isDown = true;
    this.#log.warn('Redis cannot be reached: events come from the database, once a second', { error });
  }

  #onUp(): void {
    if (this.#isDown) this.#log.warn('Redis can be reached again');
    this.#isDown = false;
    this.#wakeReader();
  }
}

function ignore(): void {}
