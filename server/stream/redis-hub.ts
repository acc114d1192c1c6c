import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { z } from 'zod';
import type { EventHub } from '#lib/ports/event-hub.ts';
import type { Logger } from '#lib/ports/logger.ts';
import type { StoredEvent } from '#lib/run/run-event.ts';
import { repeat } from '../process/repeat.ts';
import { MemoryHub } from './memory-hub.ts';
import { MissedEvents, type StoredHeads } from './missed-events.ts';
import { RedisNotices } from './redis-notices.ts';

const RUN = 'threadloom:run:';
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
  readonly #log: RedisHubOptions['log'];
  /** The listeners of this process. */
  readonly #local: MemoryHub;
  readonly #missed: MissedEvents;
  readonly #notices: RedisNotices;
  /** Of each watched run: the last entry that was read. */
  readonly #entryIds = new Map<string, string>();
  readonly #wakeKey = `${WAKE}${randomUUID()}`;
  #wakeEntryId = '0-0';
  readonly #closing = new AbortController();
  readonly #loops: Promise<void>[];
  #isWakeSent = false;
  #isDown = false;

  constructor({ url, stored, log }: RedisHubOptions) {
    this.#log = log;
    const onListenerError = (error: unknown) => log.error('a watcher of a run failed', { error });
    this.#local = new MemoryHub({ onListenerError });
    this.#notices = new RedisNotices({ onListenerError });
    this.#missed = new MissedEvents({ stored, hub: this.#local, publish: (runId, events) => this.#handOn(runId, events) });
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
    const { signal } = this.#closing;
    // An unreachable database is reported by every other use of it.
    const check = () => this.#missed.check({ isCutOff: this.#isDown });
    this.#loops = [this.#readAll(), repeat(check, { everyMs: CHECK_EVERY_MS, signal, onError: ignore })];
  }

  publish(runId: string, events: readonly StoredEvent[]): void {
    const last = events.at(-1);
    if (!last) return;
    const text = JSON.stringify(events);
    const entry = text.length <= MAX_ENTRY_CHARS ? ['events', text] : ['seq', String(last.seq)];
    this.#send(RUN + runId, KEPT_COMMITS, entry);
  }

  subscribe(runId: string, listener: (events: readonly StoredEvent[]) => void): () => void {
    const isNew = !this.#local.isWatched(runId);
    const leave = this.#local.subscribe(runId, listener);
    if (isNew) {
      this.#entryIds.set(runId, '0-0');
      this.#wakeReader();
    }
    return () => {
      leave();
      if (this.#local.isWatched(runId)) return;
      this.#entryIds.delete(runId);
      this.#missed.forget(runId);
    };
  }

  /** Tells every process that there is something new for a run, by command or decision. */
  notify(runId: string): void {
    this.#send(this.#notices.key, KEPT_NOTICES, ['runId', runId]);
  }

  /** @returns how to leave */
  onNotice(listener: (runId: string) => void): () => void {
    return this.#notices.subscribe(listener);
  }

  /** Number of runs with subscribers in this process. */
  get watchedRuns(): number {
    return this.#local.watchedRuns;
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
    const runIds = [...this.#entryIds.keys()];
    const keys = [this.#notices.key, this.#wakeKey, ...runIds.map((runId) => RUN + runId)];
    const ids = [this.#notices.entryId, this.#wakeEntryId, ...this.#entryIds.values()];
    const streams = await this.#reader.xread('COUNT', READ_COUNT, 'BLOCK', BLOCK_MS, 'STREAMS', ...keys, ...ids);
    for (const [key, entries] of streams ?? []) {
      for (const [entryId, fields] of entries) this.#take(key, entryId, fields);
    }
  }

  #take(key: string, entryId: string, [name, value = '']: readonly string[]): void {
    if (key === this.#wakeKey) {
      this.#wakeEntryId = entryId;
      return;
    }
    if (key === this.#notices.key) {
      this.#notices.take(entryId, value);
      return;
    }
    const runId = key.slice(RUN.length);
    if (!this.#entryIds.has(runId)) return;
    this.#entryIds.set(runId, entryId);
    if (name === 'events') this.#handOn(runId, storedEventsSchema.parse(JSON.parse(value)) as StoredEvent[]);
    else void this.#missed.publishStored(runId, Number(value));
  }

  #handOn(runId: string, events: readonly StoredEvent[]): void {
    const seq = this.#missed.lastSeq(runId);
    const fresh = events.filter((event) => event.seq > seq);
    const last = fresh.at(-1);
    if (!last) return;
    this.#missed.onPublished(runId, last.seq);
    this.#local.publish(runId, fresh);
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
