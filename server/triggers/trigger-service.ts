import { setTimeout as wait } from 'node:timers/promises';
import { Semaphore } from '#lib/async/semaphore.ts';
import type { Logger } from '#lib/ports/logger.ts';
import type { MailReader } from '#lib/ports/mailbox.ts';
import type { RunService, StartedRun } from '#lib/ports/run-service.ts';
import type { Clock, GuardedFetch, NewId } from '#lib/ports/runtime.ts';
import { outsideLane } from '../db/database/request-lane.ts';
import type { RateStore } from '../db/stores/rate-store.ts';
import type { TriggerEventStore } from '../db/stores/trigger-event-store.ts';
import type { TriggerStore } from '../db/stores/trigger-store.ts';
import type { FrozenWorkflows } from '../publish/frozen-workflows.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import type { FileStore } from '../storage/files/file-store.ts';
import { armTriggers } from './arm-triggers.ts';
import { type Collecting, collectDue } from './collect-due.ts';
import { startEvent } from './event-starter.ts';
import { type HookBeginning, HookReceiver } from './hook-receiver.ts';
import { MailWatcher } from './mail-watcher.ts';
import { lookKinds, readTrigger, timeKinds } from './trigger-kinds.ts';

/** Starts of runs at once. More events wait in the database, where other processes find them too. */
const STARTS_AT_ONCE = 8;
/**
 * Due triggers taken at once: computing their next times takes some milliseconds, a look at a server
 * seconds.
 */
const TIMES = { types: timeKinds, limit: 200, leaseMs: 1000 };
const LOOKS = { types: lookKinds, limit: 4, leaseMs: 90_000 };
/**
 * Longest pause between two looks into the database, where others share it and where they do not, in
 * milliseconds.
 */
const SHARED_PAUSE_MS = 500;
const ALONE_PAUSE_MS = 15_000;

export type TriggerServiceOptions = {
  readonly store: TriggerStore;
  readonly events: TriggerEventStore;
  readonly frozen: Pick<FrozenWorkflows, 'get'>;
  readonly runs: Pick<RunService, 'start'>;
  readonly secrets: Pick<SecretBox, 'seal' | 'open'>;
  /** Of triggers that look at other servers; adds credentials. */
  readonly fetch: GuardedFetch;
  readonly mail: MailReader;
  /** Takes the files of events. */
  readonly files: FileStore;
  /** Where several processes share the database. @defaultValue rates count within this process */
  readonly rates?: Pick<RateStore, 'take'> | undefined;
  readonly isAlone: boolean;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
};

/**
 * Receives the events of all deployed triggers and starts their runs. Any number of processes may do
 * it on one database.
 */
export class TriggerService {
  /** Requests of webhooks and forms. */
  readonly hooks: HookReceiver;
  readonly #options: TriggerServiceOptions;
  readonly #closing = new AbortController();
  readonly #permits = new Semaphore(STARTS_AT_ONCE);
  readonly #starts = new Set<Promise<unknown>>();
  #startsUnderWay = 0;
  /** Events were left to the next turn because of too many starts. */
  #hasBacklog = false;
  #work: Promise<void> = Promise.resolve();
  #looks: Promise<unknown> | undefined;
  readonly #mails: MailWatcher;
  #wake = () => {};

  constructor(options: TriggerServiceOptions) {
    this.#options = options;
    this.#mails = new MailWatcher({ ...options, onDue: () => this.#wake() });
    this.hooks = new HookReceiver(options, {
      hasRoom: () => this.#startsUnderWay < STARTS_AT_ONCE,
      begin: (beginning) => this.#begin(beginning),
      wake: () => this.#wake(),
    });
  }

  /** Arms what the previous process did not, and starts what it left. */
  start(): void {
    this.#work = this.#drive();
    this.#mails.start();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#wake();
    await this.#mails.close();
    await this.#work;
    await this.#looks;
    await Promise.all(this.#starts);
  }

  /** After a deployment got another version. If it fails, the next look does it. */
  async arm(slug: string): Promise<void> {
    await armTriggers(this.#options, slug);
    this.hooks.invalidate();
    this.#wake();
  }

  /** Events were stored, or a trigger was switched on. */
  wake(): void {
    this.hooks.invalidate();
    this.#wake();
  }

  /** When a trigger that is switched on now comes first. */
  async firstAt(trigger: unknown): Promise<Date | null> {
    const { handler, config } = await readTrigger(trigger);
    return handler.firstAt?.(config, new Date(this.#options.clock.now())) ?? null;
  }

  async #begin({ live, event, isClaimed }: HookBeginning): Promise<StartedRun | undefined> {
    if (!isClaimed) {
      this.#hasBacklog = true;
      return undefined;
    }
    const { payload, eventId, runId, dueAt } = event;
    return this.#startOne({ ...live, eventId, runId, payload, dueAt, attempts: 1, replayOf: null, hasRun: false });
  }

  async #startOne(event: Parameters<typeof startEvent>[0]): Promise<StartedRun | undefined> {
    this.#startsUnderWay++;
    const starting = outsideLane(() => this.#permits.run(() => startEvent(event, this.#options)));
    this.#starts.add(starting);
    try {
      return await starting;
    } finally {
      this.#starts.delete(starting);
      this.#startsUnderWay--;
      if (this.#hasBacklog) this.#wake();
    }
  }

  async #drive(): Promise<void> {
    const { signal } = this.#closing;
    const { isAlone, log } = this.#options;
    while (!signal.aborted) {
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      try {
        if (await this.#turn()) continue;
        const pauseMs = Math.min(
          (await this.#options.store.msUntilDue()) ?? ALONE_PAUSE_MS,
          isAlone ? ALONE_PAUSE_MS : SHARED_PAUSE_MS,
        );
        await Promise.race([woken, wait(Math.max(0, Math.ceil(pauseMs)), undefined, { signal, ref: false })]);
      } catch (error) {
        if (signal.aborted) return;
        log.error('triggers could not be looked at', { error });
        await wait(SHARED_PAUSE_MS, undefined, { signal, ref: false }).catch(() => {});
      }
    }
  }

  /** @returns whether there may be more to do at once */
  async #turn(): Promise<boolean> {
    const { events } = this.#options;
    const collecting: Collecting = { ...this.#options, signal: this.#closing.signal };
    const hasMore = await armTriggers(this.#options);
    const due = await collectDue(TIMES, collecting);
    this.#looks ??= this.#look(collecting);
    this.#hasBacklog = false;
    const free = STARTS_AT_ONCE - this.#startsUnderWay;
    const pending = free > 0 ? await events.claimPending(free) : [];
    // The next turn does not wait for them: a slow start must not delay schedules.
    if (pending.length === free) this.#hasBacklog = true;
    for (const event of pending) void this.#startOne(event);
    return hasMore || due > 0;
  }

  /** Other servers may answer slowly, which must not delay schedules. */
  async #look(collecting: Collecting): Promise<void> {
    const { signal } = this.#closing;
    try {
      while (!signal.aborted && (await collectDue(LOOKS, collecting)) > 0) this.#wake();
    } catch (error) {
      if (!signal.aborted) this.#options.log.error('triggers could not be looked at', { error });
    } finally {
      this.#looks = undefined;
    }
  }
}
