import { setTimeout as wait } from 'node:timers/promises';
import type { EventHub } from '#lib/ports/event-hub.ts';
import type { StoredEvent } from '#lib/run/run-event.ts';
import { isTerminal, type RunStatus } from '#lib/run/run-status.ts';
import { DAY_MS } from '#lib/statistics/sum-keys.ts';
import { isReadType, type LogEvent, LogFacts } from './log-facts.ts';
import type { RunsToCount } from './read-run-facts.ts';
import type { RunSumStore } from './run-sum-store.ts';

/** Runs that ended are counted after that long, many at once: a sum is written once for all of them. */
const COUNT_AFTER_MS = 5000;
/** Small, so that no other statement waits long: the embedded database has one connection. */
const RUNS_AT_ONCE = 250;
const PAUSE_MS = 20;
/** Ids in memory; further runs are found by the next scan. */
const MAX_PENDING = 50_000;
/** Runs whose events are read as they are published; the logs of others are read when they are counted. */
const MAX_OPEN = 10_000;
/** A reader waits for that many runs to be counted; for more it gets what is there. */
const MAX_SETTLED = 200;
const SCAN_EVERY_MS = 3_600_000;
const FIRST_SCAN_AFTER_MS = 3000;
const SCAN_PAGE = 500;
/** Sums are that old at most: a quarter, the one before, and the same a year ago. */
const KEEP_DAYS = 460;
/** Scans but the first and every 24th look back that far: only ends that a killed process did not count are missing. */
const SHORT_SCAN_DAYS = 2;

type Options = { readonly store: RunSumStore; readonly now: () => number; readonly onError: (error: unknown) => void };

/**
 * Counts ended runs for dashboards, apart from the writes of runs: it receives their published ends, and
 * scans once an hour for those that are not counted. Any number of processes may do it on one database.
 */
export class RunSummarizer {
  readonly #options: Options;
  readonly #closing = new AbortController();
  /** Runs that execute here from their first event. */
  readonly #open = new Map<string, { readonly log: LogFacts; nextSeq: number }>();
  #pending = new Map<string, LogFacts | undefined>();
  #timer: NodeJS.Timeout | undefined;
  #counting: Promise<void> = Promise.resolve();
  #scanning: Promise<void> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
  }

  /** A hub that notes what runs do and when they end, and passes events on. */
  countThrough(hub: Pick<EventHub, 'publish'>): Pick<EventHub, 'publish'> {
    return {
      publish: (runId, events) => {
        hub.publish(runId, events);
        try {
          this.#read(runId, events);
        } catch (error) {
          // The run itself continues, and the next scan counts it.
          this.#open.delete(runId);
          this.#options.onError(error);
        }
      },
    };
  }

  /** Counts a run soon, if it has ended; also one whose rating has changed. */
  add(runId: string): void {
    this.#addSoon(runId, this.#pending.get(runId));
  }

  #addSoon(runId: string, log: LogFacts | undefined): void {
    if (this.#pending.size < MAX_PENDING) this.#pending.set(runId, log);
    this.#timer ??= setTimeout(() => void this.flush(), COUNT_AFTER_MS).unref();
  }

  #read(runId: string, events: readonly StoredEvent[]): void {
    const open = this.#openOf(runId, events[0]?.seq);
    let status: RunStatus | undefined;
    for (const { type, json } of events) {
      if (!isReadType(type)) continue;
      // Without the log of the run, only its end is of interest.
      if (!open && type !== 'done') continue;
      const event = JSON.parse(json) as LogEvent;
      open?.log.add(event);
      status = event.type === 'done' ? (event.status as RunStatus) : undefined;
    }
    if (open) open.nextSeq += events.length;
    if (status === undefined) return;
    this.#open.delete(runId);
    if (isTerminal(status)) this.#addSoon(runId, open?.log);
  }

  /** Runs that another process took over never end here. A map keeps the order in which its keys came. */
  #dropOldest(): void {
    const [oldest = ''] = this.#open.keys();
    this.#open.delete(oldest);
  }

  /** Undefined for a run of which earlier events were published elsewhere, or in another order. */
  #openOf(runId: string, seq: number | undefined) {
    const known = this.#open.get(runId);
    if (known?.nextSeq === seq) return known;
    this.#open.delete(runId);
    if (seq !== 1) return undefined;
    if (this.#open.size >= MAX_OPEN) this.#dropOldest();
    const open = { log: new LogFacts(), nextSeq: 1 };
    this.#open.set(runId, open);
    return open;
  }

  /** Resolves when what this process knows of is counted, or at once if that would take long. Never rejects. */
  async settle(): Promise<void> {
    if (this.#pending.size <= MAX_SETTLED) await this.flush();
  }

  /** Counts what has ended so far. Never rejects. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#counting = this.#counting.then(() => this.#countPending());
    return this.#counting;
  }

  /** Scans soon and every hour. */
  start(): void {
    this.#scanning = this.#keepScanning();
  }

  /** Resolves after what is in progress, and after the last runs were counted. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#scanning;
    await this.flush();
  }

  /** Counts all runs that ended since then and are not counted. */
  async scan(since: Date): Promise<void> {
    const { store } = this.#options;
    for (const workspaceId of await store.listWorkspaces()) {
      let after: Awaited<ReturnType<RunSumStore['findUncounted']>>['next'];
      do {
        const page = await store.findUncounted(workspaceId, { after, since, limit: SCAN_PAGE });
        await this.#count(new Map(page.runIds.map((runId) => [runId, undefined])));
        after = page.next;
      } while (after && !this.#closing.signal.aborted);
    }
  }

  async #countPending(): Promise<void> {
    const counted = this.#pending;
    this.#pending = new Map();
    await this.#count(counted).catch(this.#options.onError);
  }

  async #count(counted: RunsToCount): Promise<void> {
    const runs = [...counted];
    for (let index = 0; index < runs.length; index += RUNS_AT_ONCE) {
      if (index > 0) await wait(PAUSE_MS);
      await this.#options.store.add(new Map(runs.slice(index, index + RUNS_AT_ONCE)));
    }
  }

  async #keepScanning(): Promise<void> {
    const { store, now, onError } = this.#options;
    const { signal } = this.#closing;
    const pause = (ms: number) => wait(ms, undefined, { signal, ref: false }).catch(() => {});
    await pause(FIRST_SCAN_AFTER_MS);
    for (let scans = 0; !signal.aborted; scans++) {
      const days = scans % 24 === 0 ? KEEP_DAYS : SHORT_SCAN_DAYS;
      await this.scan(new Date(now() - days * DAY_MS)).catch((error: unknown) => {
        if (!signal.aborted) onError(error);
      });
      if (scans % 24 === 0) await store.deleteOld(new Date(now() - KEEP_DAYS * DAY_MS)).catch(onError);
      await pause(SCAN_EVERY_MS);
    }
  }
}
