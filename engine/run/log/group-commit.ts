import { AsyncLocalStorage } from 'node:async_hooks';
import type { EventHub } from '#lib/ports/event-hub.ts';
import type { RunStore } from '#lib/ports/run-store.ts';
import { appendPatiently } from './append-patiently.ts';
import type { Committer, RunLog, Urgency } from './run-log.ts';

/** Flush interval of events without a waiter, in milliseconds. */
const FLUSH_INTERVAL_MS = 8;
/** Logs that go into one commit at most, which bounds the size of a statement. */
const MAX_LOGS = 64;
/** Backoff for a database restart or failover, about 15 s in all, in milliseconds. */
const RETRY_DELAYS_MS = [100, 300, 1000, 3000, 10_000];

type Options = {
  readonly maxInFlight?: number;
  readonly retryDelaysMs?: readonly number[];
  /** Whether a run has a reader of its live events. @defaultValue always */
  readonly isWatched?: (runId: string) => boolean;
};

/** After this many characters of JSON a commit takes no further log; the rest goes with the next one. */
const MAX_COMMIT_CHARS = 8 * 1024 * 1024;

/**
 * The group commit of a process: all logs with urgent or due events are stored in one statement and
 * then published. During a commit the next batch gathers, so batches grow with the load.
 */
export class GroupCommit implements Committer {
  readonly #store: Pick<RunStore, 'append' | 'readEvents'>;
  readonly #publisher: Pick<EventHub, 'publish'>;
  readonly #isWatched: (runId: string) => boolean;
  readonly #maxInFlight: number;
  readonly #retryDelaysMs: readonly number[];
  /** A commit belongs to no request, whichever one touched a log first. */
  readonly #outsideRequests = AsyncLocalStorage.snapshot();
  /** Logs with something to store, and since when. */
  readonly #dirty = new Map<RunLog, number>();
  readonly #urgent = new Set<RunLog>();
  #timer: NodeJS.Timeout | undefined;
  #isFlushScheduled = false;
  #inFlight = 0;
  /** When the last commit began. */
  #begunAt = 0;

  /**
   * @param options.maxInFlight 1 where all connections share one session (PGlite), 2 on a server: the second one is for
   * commits that take longer than the flush interval
   */
  constructor(
    store: Pick<RunStore, 'append' | 'readEvents'>,
    publisher: Pick<EventHub, 'publish'>,
    { maxInFlight = 1, retryDelaysMs = RETRY_DELAYS_MS, isWatched = () => true }: Options = {},
  ) {
    this.#isWatched = isWatched;
    this.#store = store;
    this.#publisher = publisher;
    this.#maxInFlight = maxInFlight;
    this.#retryDelaysMs = retryDelaysMs;
  }

  touch(log: RunLog, isUrgent: Urgency): void {
    if (!this.#dirty.has(log)) this.#dirty.set(log, performance.now());
    const mayWait = isUrgent === 'for-readers' ? !this.#isWatched(log.identity.runId) : !isUrgent;
    if (mayWait) this.#flushLater();
    else {
      this.#urgent.add(log);
      this.#scheduleFlush();
    }
  }

  #flushLater(): void {
    this.#timer ??= this.#outsideRequests(() => setTimeout(this.#onInterval, FLUSH_INTERVAL_MS));
  }

  /** While a commit is quick, the next one gathers: fewer commits cost less. A slow one waits for disk or network. */
  get #mayCommit(): boolean {
    if (this.#inFlight === 0) return true;
    return this.#inFlight < this.#maxInFlight && performance.now() - this.#begunAt >= FLUSH_INTERVAL_MS;
  }

  #scheduleFlush(): void {
    if (this.#isFlushScheduled) return;
    if (!this.#mayCommit) {
      if (this.#inFlight < this.#maxInFlight) this.#flushLater();
      return;
    }
    this.#isFlushScheduled = true;
    this.#outsideRequests(() =>
      setImmediate(() => {
        this.#isFlushScheduled = false;
        this.#flush();
      }),
    );
  }

  readonly #onInterval = (): void => {
    this.#timer = undefined;
    this.#flush();
    if (this.#dirty.size > 0) this.#flushLater();
  };

  #flush(): void {
    while (this.#mayCommit) {
      const logs = this.#takeDue();
      if (logs.length === 0) return;
      this.#commit(logs);
    }
    if (this.#urgent.size > 0 && this.#inFlight < this.#maxInFlight) this.#flushLater();
  }

  #takeDue(): RunLog[] {
    const dueSince = performance.now() - FLUSH_INTERVAL_MS + 1;
    const due: RunLog[] = [];
    let chars = 0;
    for (const [log, since] of this.#dirty) {
      if (log.failure) {
        // It failed while it gathered more: nothing of it is left to store.
        this.#dirty.delete(log);
        this.#urgent.delete(log);
        continue;
      }
      if (log.isInFlight || (!this.#urgent.has(log) && since > dueSince)) continue;
      due.push(log);
      chars += log.pendingChars;
      if (due.length === MAX_LOGS || chars >= MAX_COMMIT_CHARS) break;
    }
    for (const log of due) {
      this.#dirty.delete(log);
      this.#urgent.delete(log);
    }
    return due;
  }

  async #commit(logs: readonly RunLog[]): Promise<void> {
    const batches = logs.map((log) => log.take());
    this.#inFlight++;
    this.#begunAt = performance.now();
    try {
      const failures = await appendPatiently(this.#store, batches, this.#retryDelaysMs);
      for (const [index, log] of logs.entries()) {
        const { runId } = log.identity;
        const failure = failures.get(runId);
        if (!failure) this.#publisher.publish(runId, batches[index]?.events ?? []);
        log.settle(failure);
      }
    } catch (error) {
      for (const log of logs) log.settle(error as Error);
    } finally {
      this.#inFlight--;
      if (this.#urgent.size > 0) this.#scheduleFlush();
    }
  }
}
