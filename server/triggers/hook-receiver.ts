import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import { AppError } from '#lib/errors/app-error.ts';
import type { StartedRun } from '#lib/ports/run-service.ts';
import { triggerOwner } from '#lib/run/owner.ts';
import type { StoredFile } from '#lib/run/stored-file.ts';
import { formatCount } from '#lib/text/format-count.ts';
import { triggerEventKey } from '#lib/workflow/map-trigger-event.ts';
import { safeParse } from '#lib/workflow/read-workflow.ts';
import type { LiveTrigger, NewTriggerEvent, TriggerRef } from '../db/stores/trigger-event-store.ts';
import { storableKey } from './collect-due.ts';
import type { Admission, HookFile, HookHead, HookRequest, ReceivedRequest } from './define-trigger-handler.ts';
import { HookRefusals } from './hook-refusals.ts';
import { EventFiles } from './keep-event-files.ts';
import { type ReadTrigger, readTrigger } from './trigger-kinds.ts';
import { TriggerRates } from './trigger-rates.ts';
import type { TriggerServiceOptions } from './trigger-service.ts';

const MAX_TEST_FILE_BYTES = 200_000;
/** How long a change by another process may go unnoticed, as with keys. */
const OPENED_MS = 1000;
const MAX_OPENED = 1000;

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

/** A trigger that takes requests now. */
export type OpenHook = { readonly live: LiveTrigger; readonly read: ReadTrigger };
export type OpenTest = { readonly token: string; readonly read: ReadTrigger };
/** Network of who sends a request, if it is its own. */
export type HookSender = { readonly address: string | undefined };

export type HookBeginning = { readonly live: LiveTrigger; readonly event: NewTriggerEvent; readonly isClaimed: boolean };

/** Starts the runs of events that requests brought. */
type HookStarts = {
  /** Whether one more may begin now. */
  hasRoom(): boolean;
  /** @returns the run if this process began it */
  begin(beginning: HookBeginning): Promise<StartedRun | undefined>;
  /** Has the waiting events begun in their turn. */
  wake(): void;
};

/** Checks and stores what senders of webhooks and forms bring. */
export class HookReceiver {
  readonly #options: TriggerServiceOptions;
  readonly #starts: HookStarts;
  readonly #rates: TriggerRates;
  readonly #refusals: HookRefusals;
  /** Anyone can ask for them again and again. */
  readonly #opened = new LRUCache<string, Promise<OpenHook & { readonly maxBytes: number }>>({
    max: MAX_OPENED,
    ttl: OPENED_MS,
  });
  /** Separate, so that guessed addresses push out none that exist. */
  readonly #missing = new LRUCache<string, AppError>({ max: MAX_OPENED, ttl: OPENED_MS });

  constructor(options: TriggerServiceOptions, starts: HookStarts) {
    this.#options = options;
    this.#starts = starts;
    this.#rates = new TriggerRates(options);
    this.#refusals = new HookRefusals(options);
  }

  sealSecret(ref: TriggerRef, secret: string): string {
    return this.#options.secrets.seal(secret, aadOf(ref));
  }

  /**
   * A trigger with the largest body of a request to it, in bytes.
   * @param admit comes before a statement, and throws what refuses it
   * @throws {AppError} `not-found` for a trigger that takes no requests now
   */
  async openHook(ref: TriggerRef, admit: () => void = () => {}): Promise<OpenHook & { readonly maxBytes: number }> {
    const key = `${ref.slug}/${ref.triggerId}`;
    const missing = this.#missing.get(key);
    if (missing) throw missing;
    const cached = this.#opened.get(key);
    if (cached) return cached;
    admit();
    const opened = this.#open(ref);
    this.#opened.set(key, opened);
    opened.catch((error: unknown) => {
      // A change since then makes both unknown again.
      if (this.#opened.get(key) !== opened) return;
      this.#opened.delete(key);
      if (AppError.is(error) && error.code === 'not-found') this.#missing.set(key, error);
    });
    return opened;
  }

  /** After a change of a trigger in this process. */
  invalidate(): void {
    this.#opened.clear();
    this.#missing.clear();
  }

  async #open(ref: TriggerRef): Promise<OpenHook & { readonly maxBytes: number }> {
    const live = await this.#options.store.findLive(ref);
    const read = live && (await readTrigger(JSON.parse(live.trigger)));
    if (!live || !read?.handler.receive)
      throw new AppError('not-found', 'There is no trigger at this address. It may not be published, or be switched off.');
    const { maxBytes } = read.config;
    return { live, read, maxBytes: typeof maxBytes === 'number' ? maxBytes : 0 };
  }

  /**
   * Checks a request before its body is read, and counts it for the rate of its trigger, unless only its body can prove
   * who sent it.
   * @throws {AppError} `rate-limited`, and what the handler throws; refusals are in the history of the trigger
   */
  async admit(hook: OpenHook, head: HookHead, { address }: HookSender): Promise<Admission> {
    const { live, read } = hook;
    let admission: Admission | undefined;
    try {
      admission = read.handler.admit?.(read.config, head, this.#checkOf(live));
      if (admission === undefined) throw new AppError('not-found', 'This trigger takes no requests.');
    } catch (error) {
      throw await this.#refusals.note(live, head, { error, address });
    }
    if (admission !== 'signed') await this.#checkRate(hook);
    return admission;
  }

  #checkRate({ live, read }: OpenHook): Promise<void> {
    return this.#rates.check(live, read.config.ratePerMinute, read.definition.id);
  }

  /**
   * Stores what a request brings, then starts its run.
   * @throws {AppError} `idempotency-key-reused`, `rate-limited`, and what the handler throws; refusals are in the
   * history of the trigger
   */
  async receive(
    hook: OpenHook,
    request: HookRequest,
    { admission, address }: HookSender & { admission: Admission },
  ): Promise<HookAnswer> {
    const { live, read } = hook;
    let event: NewTriggerEvent;
    let keptFiles: readonly StoredFile[] = [];
    try {
      const received = await read.handler.receive?.(read.config, request, this.#checkOf(live));
      if (!received) throw new AppError('not-found', 'This trigger takes no requests.');
      if (admission === 'signed') await this.#checkRate(hook);
      if ('answer' in received) return { is: 'answer', text: received.answer };
      const eventId = this.#options.newId('evt');
      if ('files' in received) keptFiles = await this.#keepFiles(live, eventId, received.files);
      const found = 'files' in received ? received.withFiles(keptFiles) : received.event;
      event = { ...this.#newEvent(found, keyOf(read, found) ?? received.key), eventId, bodyHash: hashOf(received) };
    } catch (error) {
      await this.#removeFiles(live, keptFiles);
      throw await this.#refusals.note(live, request, { error, address });
    }
    return this.#add(hook, { event, keptFiles, isAnonymous: admission === 'open' });
  }

  async #add({ live, read }: OpenHook, { event, keptFiles, isAnonymous }: Received): Promise<HookAnswer> {
    const { events } = this.#options;
    // Where events wait for each other, an older one that waits is first.
    const takesTurns = read.trigger.maxRuns !== undefined && read.trigger.whenBusy !== 'skip';
    const claims = !takesTurns && this.#starts.hasRoom();
    const fileIds = keptFiles.flatMap(({ fileId }) => fileId ?? []);
    await this.#options.files.index.assignToRun(live.workspaceId, fileIds, event.runId);
    const added = await events.addEvent(live, event, { claims });
    // The first event has its own.
    if (added.isDuplicate) await this.#removeFiles(live, keptFiles);
    // The key may be guessed, and the rest of the body too.
    if (added.isDuplicate && isAnonymous && !added.hasSameBody) throw reused();
    const { response, waitMs } = read.config;
    const started = added.isDuplicate ? Promise.resolve(undefined) : this.#starts.begin({ live, event, isClaimed: claims });
    if (takesTurns) this.#starts.wake();
    const takesResponse = response === 'respond';
    const waits = (takesResponse || response === 'result') && !(added.isDuplicate && isAnonymous);
    return { is: 'event', ...added, started, takesResponse, ...(waits && { waitMs: Number(waitMs) }) };
  }

  /** A listener of the editor. @throws {AppError} `not-found` */
  async openTest(token: string): Promise<OpenTest> {
    const listening = await this.#options.store.findListening(token);
    const draft = listening && safeParse(JSON.parse(listening.document));
    const trigger = draft?.success ? draft.workflow.triggers?.find(({ id }) => id === listening?.triggerId) : undefined;
    const read = trigger && (await readTrigger(trigger));
    if (read?.handler.receive) return { token, read };
    throw new AppError('not-found', 'There is no listener at this address any more.');
  }

  /**
   * Gives a listener of the editor the event that a request would bring. The trigger's check is
   * omitted: a draft has no secret.
   * @throws {AppError} what the handler throws for the body
   */
  async giveTest({ token, read }: OpenTest, request: HookRequest): Promise<void> {
    const { store, clock } = this.#options;
    const config = { ...read.config, auth: 'none', method: 'ANY' };
    const received = await read.handler.receive?.(config, request, { secret: undefined, now: new Date(clock.now()) });
    if (!received) return;
    if ('files' in received) await store.giveListener(token, JSON.stringify(received.withFiles(received.files.map(inlineFile))));
    if ('event' in received) await store.giveListener(token, JSON.stringify(received.event));
  }

  #checkOf(live: LiveTrigger): { secret: string | undefined; now: Date } {
    const { secrets, clock } = this.#options;
    const secret = live.secret === null ? undefined : secrets.open(live.secret, aadOf(live));
    return { secret, now: new Date(clock.now()) };
  }

  async #keepFiles(
    { slug, triggerId, workspaceId }: LiveTrigger,
    eventId: string,
    files: readonly HookFile[],
  ): Promise<StoredFile[]> {
    const folder = `triggers/${slug}/${triggerId}/${eventId}`;
    const maxBytes = files.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
    const kept = new EventFiles(this.#options.files, { workspaceId, folder, maxBytes, owner: triggerOwner({ slug, triggerId }) });
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
}

type Received = { readonly event: NewTriggerEvent; readonly keptFiles: readonly StoredFile[]; readonly isAnonymous: boolean };

/** What was sent, without its time: the same for a request that is sent again. */
function hashOf(received: Exclude<ReceivedRequest, { answer: string }>): string {
  const sent = 'files' in received ? received.withFiles(received.files.map(fingerprintOf)) : received.event;
  const { values, method, query, body } = sent;
  return sha256(JSON.stringify([values, method, query, body]));
}

function fingerprintOf({ name, mediaType, bytes }: HookFile): object {
  return { name, mediaType, sha256: sha256(bytes) };
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

function reused(): AppError {
  return new AppError('idempotency-key-reused', 'Another request with the same idempotency key was received already.');
}

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
    throw new AppError('body-too-large', `A test request may have files of up to ${formatCount(MAX_TEST_FILE_BYTES)} bytes.`);
  return { name, mediaType, base64: Buffer.from(bytes).toString('base64') };
}

function aadOf({ slug, triggerId }: TriggerRef): string {
  return `triggers:${slug}/${triggerId}:secret`;
}
