import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { EventHub } from '#lib/ports/event-hub.ts';
import type { Logger } from '#lib/ports/logger.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import type { StoredEvent } from '#lib/run/run-event.ts';
import type { LatestTurn, Notice, NoticeStore } from '../db/stores/notice-store.ts';

/** Longest pause between two looks into the database, where other processes write to it and where none does. */
const SHARED_PAUSE_MS = 1000;
const ALONE_PAUSE_MS = 15_000;
/** Shortest pause between two looks: a rush of events is one look. */
const MIN_PAUSE_MS = 100;
/** A transaction may commit later than its timestamps say by so much. */
const OVERLAP_MS = 10_000;
const MAX_SEEN = 10_000;

/** Events after which a session or the list of notices may be different. */
const CHANGES: ReadonlySet<StoredEvent['type']> = new Set([
  'run_started',
  'session_opened',
  'confirm_required',
  'approval_decided',
  'done',
]);

export type NoticeListener = {
  readonly workspaceId: WorkspaceId;
  /** Whether it gets the notices of the workspace. */
  readonly takesNotices: boolean;
  sessionKeys(): Iterable<string>;
  onNotices(notices: readonly Notice[]): void;
  onTurns(turns: readonly LatestTurn[]): void;
};
type Options = {
  readonly store: Pick<NoticeStore, 'now' | 'since' | 'latestTurns'>;
  /** No other process writes to the database. */
  readonly isAlone: boolean;
  readonly log: Pick<Logger, 'warn'>;
};

/**
 * Finds what people are to be notified of, for the open sockets of this process. The database is read after events of
 * this process, and once a second for those of others; without a listener, never.
 */
export class NoticeWatcher {
  readonly #options: Options;
  readonly #listeners = new Set<NoticeListener>();
  readonly #seen = new LRUCache<string, true>({ max: MAX_SEEN });
  readonly #closing = new AbortController();
  /** By workspace: when the first of its listeners came that take notices, and the last look. */
  readonly #looks = new Map<WorkspaceId, { readonly firstAt: Date; readonly lastAt: Date }>();
  #work: Promise<void> | undefined;
  #hasFailed = false;
  #wake = () => {};

  constructor(options: Options) {
    this.#options = options;
  }

  /** A publisher that wakes the watcher. Without a listener it costs one check per commit. */
  watchThrough(publisher: Pick<EventHub, 'publish'>): Pick<EventHub, 'publish'> {
    return {
      publish: (runId, events) => {
        publisher.publish(runId, events);
        if (this.#listeners.size > 0 && events.some(({ type }) => CHANGES.has(type))) this.#wake();
      },
    };
  }

  /** The time of the database, from which a listener that is being made gets notices. */
  now(): Promise<Date> {
    return this.#options.store.now();
  }

  /**
   * @param from when the listener began to wait. It gets no older notices, except those that another listener gets too
   * @returns how to leave
   */
  listen(listener: NoticeListener, from: Date): () => void {
    const { workspaceId, takesNotices } = listener;
    // Notices of a time without such a listener are not sent to this one.
    if (takesNotices && !this.#hasTaker(workspaceId)) this.#looks.set(workspaceId, { firstAt: from, lastAt: from });
    this.#listeners.add(listener);
    if (!this.#closing.signal.aborted) this.#work ??= this.#drive();
    return () => {
      this.#listeners.delete(listener);
      if (!this.#hasTaker(workspaceId)) this.#looks.delete(workspaceId);
      if (this.#listeners.size === 0) this.#wake();
    };
  }

  #hasTaker(workspaceId: WorkspaceId): boolean {
    return this.#listeners.values().some((one) => one.takesNotices && one.workspaceId === workspaceId);
  }

  /** Notices after a time that a listener knows, as after a reconnect. */
  since(workspaceId: WorkspaceId, since: Date): Promise<Notice[]> {
    return this.#options.store.since(workspaceId, since);
  }

  /** The latest turn of a session, undefined before its first one. */
  async latestTurn(workspaceId: WorkspaceId, sessionKey: string): Promise<LatestTurn | undefined> {
    return (await this.#options.store.latestTurns(workspaceId, [sessionKey]))[0];
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#wake();
    await this.#work;
  }

  async #drive(): Promise<void> {
    const { signal } = this.#closing;
    while (this.#listeners.size > 0 && !signal.aborted) {
      const woken = this.#nextWake();
      await this.#look().then(
        () => {
          this.#hasFailed = false;
        },
        (error: unknown) => this.#report(error),
      );
      await wait(MIN_PAUSE_MS, undefined, { signal, ref: false }).catch(ignore);
      await woken;
    }
    this.#work = undefined;
    if (this.#listeners.size > 0 && !signal.aborted) this.#work = this.#drive();
  }

  /** Resolves when something happened since it was called, or after the longest pause. */
  #nextWake(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#options.isAlone ? ALONE_PAUSE_MS : SHARED_PAUSE_MS).unref();
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async #look(): Promise<void> {
    for (const [workspaceId, listeners] of Map.groupBy(this.#listeners, (listener) => listener.workspaceId)) {
      await this.#lookForNotices(
        workspaceId,
        listeners.filter(({ takesNotices }) => takesNotices),
      );
      await this.#lookForTurns(workspaceId, listeners);
    }
  }

  async #lookForNotices(workspaceId: WorkspaceId, listeners: readonly NoticeListener[]): Promise<void> {
    if (listeners.length === 0) return;
    const { store } = this.#options;
    const now = await store.now();
    const look = this.#looks.get(workspaceId) ?? { firstAt: now, lastAt: now };
    const { firstAt, lastAt } = look;
    const found = await store.since(workspaceId, new Date(lastAt.getTime() - OVERLAP_MS));
    // Other listeners may have come meanwhile, after the last of these had left.
    if (this.#looks.get(workspaceId) === look) this.#looks.set(workspaceId, { firstAt, lastAt: now });
    const fresh = found.filter(({ id, at }) => at > firstAt && !this.#seen.has(`${workspaceId} ${id}`));
    for (const { id } of fresh) this.#seen.set(`${workspaceId} ${id}`, true);
    if (fresh.length > 0) for (const listener of listeners) listener.onNotices(fresh);
  }

  async #lookForTurns(workspaceId: WorkspaceId, listeners: readonly NoticeListener[]): Promise<void> {
    const keys = new Set(listeners.flatMap((listener) => [...listener.sessionKeys()]));
    if (keys.size === 0) return;
    const turns = await this.#options.store.latestTurns(workspaceId, [...keys]);
    for (const listener of listeners) listener.onTurns(turns);
  }

  #report(error: unknown): void {
    if (this.#hasFailed || this.#closing.signal.aborted) return;
    this.#hasFailed = true;
    this.#options.log.warn('notifications could not be read; they are read again', { error });
  }
}

function ignore(): void {}
