import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { Semaphore } from '#lib/async/semaphore.ts';
import { AppError } from '#lib/errors/app-error.ts';
import type { Logger } from '#lib/ports/logger.ts';
import type { MailReader } from '#lib/ports/mailbox.ts';
import type { RunService, StartedRun } from '#lib/ports/run-service.ts';
import type { Clock, GuardedFetch, NewId } from '#lib/ports/runtime.ts';
import type { StoredFile } from '#lib/run/stored-file.ts';
import { triggerEventKey } from '#lib/workflow/map-trigger-event.ts';
import { safeParse } from '#lib/workflow/read-workflow.ts';
import type { RateStore } from '../db/stores/rate-store.ts';
import type { LiveTrigger, NewTriggerEvent, TriggerEventStore, TriggerRef } from '../db/stores/trigger-event-store.ts';
import type { TriggerStore } from '../db/stores/trigger-store.ts';
import type { FrozenWorkflows } from '../publish/frozen-workflows.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import type { FileStore } from '../storage/files/file-store.ts';
import { armTriggers } from './arm-triggers.ts';
import { type Collecting, collectDue, storableKey } from './collect-due.ts';
import type { HookFile, HookRequest } from './define-trigger-handler.ts';
import { startEvent } from './event-starter.ts';
import { EventFiles } from './keep-event-files.ts';
import { MailWatcher } from './mail-watcher.ts';
import { lookKinds, type ReadTrigger, readTrigger, timeKinds } from './trigger-kinds.ts';
import { TriggerRates } from './trigger-rates.ts';

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
const MAX_TEST_FILE_BYTES = 200_000;

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

/** What became of a request to a trigger. */
export type HookAnswer =
  | { readonly is: 'answer'; readonly text: string }
  | {
      readonly is: 'event';
      readonly eventId: string;
      readonly runId: string;
      readonly isDuplicate: boolean;
      /** How long the caller waits for the outputs of the run, if it does. */
      readonly waitMs?: number | undefined;
      /** It is answered by the first `respond` node of the run, else with the outputs. */
      readonly takesResponse: boolean;
      /** Resolves when the run has begun, with the run if this process began it. */
      readonly started: Promise<StartedRun | undefined>;
    };

/**
 * Receives the events of all deployed triggers and starts their runs. Any number of processes may do
 * it on one database.
 */
export class TriggerService {
  readonly #options: TriggerServiceOptions;
  readonly #closing = new AbortController();
  readonly #permits = new Semaphore(STARTS_AT_ONCE);
  readonly #rates: TriggerRates;
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
    this.#rates = new TriggerRates(options);
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
    this.#wake();
  }

  /** Events were stored, or a trigger was switched on. */
  wake(): void {
    this.#wake();
  }

  /** When a trigger that is switched on now comes first. */
  async firstAt(trigger: unknown): Promise<Date | null> {
    const { handler, config } = await readTrigger(trigger);
    return handler.firstAt?.(config, new Date(this.#options.clock.now())) ?? null;
  }

  sealSecret(ref: TriggerRef, secret: string): string {
    return this.#options.secrets.seal(secret, aadOf(ref));
  }

  /**
   * The largest body of a request to a trigger, in bytes.
   * @throws {AppError} `not-found` for a trigger that takes no requests now
   */
  async openHook(
    ref: TriggerRef,
  ): Promise<{ readonly live: LiveTrigger; readonly read: ReadTrigger; readonly maxBytes: number }> {
    const live = await this.#options.store.findLive(ref);
    const read = live && (await readTrigger(JSON.parse(live.trigger)));
    if (!live || !read?.handler.receive)
      throw new AppError('not-found', 'There is no trigger at this address. It may not be published, or be switched off.');
    const { maxBytes } = read.config;
    return { live, read, maxBytes: typeof maxBytes === 'number' ? maxBytes : 0 };
  }

  /**
   * Stores what a request brings, then starts its run.
   * @throws {AppError} `rate-limited`, and what the handler throws; refusals are in the history of the trigger
   */
  async receive({ live, read }: { live: LiveTrigger; read: ReadTrigger }, request: HookRequest): Promise<HookAnswer> {
    const { events, clock } = this.#options;
    await this.#rates.check(live, read.config.ratePerMinute);
    const secret = live.secret === null ? undefined : this.#options.secrets.open(live.secret, aadOf(live));
    const now = new Date(clock.now());
    let event: NewTriggerEvent;
    let keptFiles: readonly StoredFile[] = [];
    try {
      const received = await read.handler.receive?.(read.config, request, { secret, now });
      if (!received) throw new AppError('not-found', 'This trigger takes no requests.');
      if ('answer' in received) return { is: 'answer', text: received.answer };
      const eventId = this.#options.newId('evt');
      if ('files' in received) keptFiles = await this.#keepFiles(live, eventId, received.files);
      const found = 'files' in received ? received.withFiles(keptFiles) : received.event;
      event = { ...this.#newEvent(found, keyOf(read, found) ?? received.key), eventId };
    } catch (error) {
      await this.#removeFiles(live, keptFiles);
      await this.#noteRefusal(live, request, error);
      throw error;
    }
    // Where events wait for each other, an older one that waits is first.
    const takesTurns = read.trigger.maxRuns !== undefined && read.trigger.whenBusy !== 'skip';
    const claims = !takesTurns && this.#startsUnderWay < STARTS_AT_ONCE;
    const fileIds = keptFiles.flatMap(({ fileId }) => fileId ?? []);
    await this.#options.files.index.assignToRun(live.workspaceId, fileIds, event.runId);
    const added = await events.addEvent(live, event, { claims });
    // The first event has its own.
    if (added.isDuplicate) await this.#removeFiles(live, keptFiles);
    const { response, waitMs } = read.config;
    const started = added.isDuplicate ? Promise.resolve(undefined) : this.#begin({ live, event, isClaimed: claims });
    if (takesTurns) this.#wake();
    const takesResponse = response === 'respond';
    const waits = takesResponse || response === 'result';
    return { is: 'event', ...added, started, takesResponse, ...(waits && { waitMs: Number(waitMs) }) };
  }

  /**
   * Gives a listener of the editor the event that a request would bring. The trigger's check is
   * omitted: a draft has no secret.
   * @throws {AppError} `not-found`, and what the handler throws for the body
   */
  async giveTest(token: string, request: HookRequest): Promise<void> {
    const { store, clock } = this.#options;
    const listening = await store.findListening(token);
    const draft = listening && safeParse(JSON.parse(listening.document));
    const trigger = draft?.success ? draft.workflow.triggers?.find(({ id }) => id === listening?.triggerId) : undefined;
    const read = trigger && (await readTrigger(trigger));
    if (!read?.handler.receive) throw new AppError('not-found', 'There is no listener at this address any more.');
    const config = { ...read.config, auth: 'none', method: 'ANY' };
    const received = await read.handler.receive(config, request, { secret: undefined, now: new Date(clock.now()) });
    if ('files' in received) await store.giveListener(token, JSON.stringify(received.withFiles(received.files.map(inlineFile))));
    if ('event' in received) await store.giveListener(token, JSON.stringify(received.event));
  }

  async #keepFiles(
    { slug, triggerId, workspaceId }: LiveTrigger,
    eventId: string,
    files: readonly HookFile[],
  ): Promise<StoredFile[]> {
    const folder = `triggers/${slug}/${triggerId}/${eventId}`;
    const maxBytes = files.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
    const kept = new EventFiles(this.#options.files, { workspaceId, folder, maxBytes });
    const stored: StoredFile[] = [];
    try {
      for (const { name, mediaType, bytes } of files)
        stored.push(await kept.keep({ name, mediaType, content: Readable.from([bytes]) }));
      return stored;
    } catch (cause) {
      await this.#removeFiles({ workspaceId }, stored);
      throw new AppError('unavailable', 'The files of the request could not be stored. Send it again later.', { cause });
    }
  }

  /** Of a request that is refused or repeated: files without a run are kept for ever otherwise. */
  async #removeFiles({ workspaceId }: Pick<LiveTrigger, 'workspaceId'>, files: readonly StoredFile[]): Promise<void> {
    const { files: store, log } = this.#options;
    const targets = files.flatMap(({ fileId }) => (fileId === undefined ? [] : [{ fileId }]));
    if (targets.length === 0) return;
    await store
      .remove(workspaceId, targets)
      .catch((error: unknown) => log.warn('the files of a refused or repeated request could not be removed', { error }));
  }

  #newEvent(event: Readonly<Record<string, unknown>>, key: string | undefined): NewTriggerEvent {
    const { newId } = this.#options;
    return { eventId: newId('evt'), runId: newId('run'), payload: JSON.stringify(event), key: storableKey(key), dueAt: null };
  }

  /**
   * For people who look why nothing ran. Requests without a valid signature may come from anyone, so
   * their bodies are not stored.
   */
  async #noteRefusal(live: LiveTrigger, { method, query }: HookRequest, error: unknown): Promise<void> {
    if (!AppError.is(error)) return;
    const event = this.#newEvent({ method, query }, undefined);
    const { events, log } = this.#options;
    // The caller gets its answer all the same.
    await events
      .addRefusal(live, { ...event, reason: error.message })
      .catch((failure: unknown) => log.warn('a refused request is missing in the history of its trigger', { error: failure }));
  }

  async #begin({ live, event, isClaimed }: Beginning): Promise<StartedRun | undefined> {
    if (!isClaimed) {
      this.#hasBacklog = true;
      return undefined;
    }
    const { payload, eventId, runId, dueAt } = event;
    return this.#startOne({ ...live, eventId, runId, payload, dueAt, attempts: 1, replayOf: null, hasRun: false });
  }

  async #startOne(event: Parameters<typeof startEvent>[0]): Promise<StartedRun | undefined> {
    this.#startsUnderWay++;
    const starting = this.#permits.run(() => startEvent(event, this.#options));
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

type Beginning = { readonly live: LiveTrigger; readonly event: NewTriggerEvent; readonly isClaimed: boolean };

/** @throws {AppError} `inputs-invalid` when the key cannot be read from the event */
function keyOf({ trigger }: ReadTrigger, event: Readonly<Record<string, unknown>>): string | undefined {
  try {
    return triggerEventKey(trigger, event);
  } catch (cause) {
    throw new AppError('inputs-invalid', cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** A test event is kept with its content: it belongs to the editor. @throws {AppError} `body-too-large` */
function inlineFile({ name, mediaType, bytes }: HookFile): object {
  if (bytes.byteLength > MAX_TEST_FILE_BYTES)
    throw new AppError('body-too-large', `A test request may have files of up to ${MAX_TEST_FILE_BYTES} bytes.`);
  return { name, mediaType, base64: Buffer.from(bytes).toString('base64') };
}

function aadOf({ slug, triggerId }: TriggerRef): string {
  return `triggers:${slug}/${triggerId}:secret`;
}
