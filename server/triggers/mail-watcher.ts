import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '#lib/ports/logger.ts';
import type { MailReader } from '#lib/ports/mailbox.ts';
import type { LiveTrigger } from '../db/stores/trigger-event-store.ts';
import type { TriggerStore } from '../db/stores/trigger-store.ts';
import { repeat } from '../process/repeat.ts';
import type { FrozenWorkflows } from '../publish/frozen-workflows.ts';
import { readTrigger } from './trigger-kinds.ts';

const TYPE = 'email-in';
/** Connections that one process keeps open. Other mailboxes are polled. */
const MAX_WATCHES = 100;
const LEASE_MS = 30_000;
const RENEW_MS = 10_000;
const FIRST_RETRY_MS = 1000;
const MAX_RETRY_MS = 300_000;
/** A connection that lasted so long was a good one: the next failure is the first again. */
const GOOD_MS = 60_000;
/** Interval of checks whether a look in progress has ended, in milliseconds. */
const BUSY_MS = 250;

type Options = {
  readonly store: Pick<TriggerStore, 'claimWatches' | 'releaseWatches' | 'hurry'>;
  readonly mail: Pick<MailReader, 'watch'>;
  readonly frozen: Pick<FrozenWorkflows, 'get'>;
  /** A trigger is due. */
  readonly onDue: () => void;
  readonly log: Pick<Logger, 'info' | 'error'>;
};
type Watch = { readonly version: string; readonly stop: AbortController; readonly done: Promise<void> };

/**
 * Keeps a connection to the mailbox of each trigger, in one process, so that a mail starts its run
 * within seconds. It only makes the trigger due: the look decides which mails are new.
 */
export class MailWatcher {
  readonly #options: Options;
  readonly #claim = randomUUID();
  readonly #closing = new AbortController();
  readonly #watches = new Map<string, Watch>();
  #work: Promise<void> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
  }

  start(): void {
    const { log } = this.#options;
    this.#work = repeat(() => this.#renew(), {
      everyMs: RENEW_MS,
      signal: this.#closing.signal,
      onError: (error) => log.error('the mailboxes of triggers could not be looked up', { error }),
    });
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#work;
    await this.#stopOthers(new Map());
    await this.#options.store.releaseWatches(this.#claim).catch(() => {});
  }

  async #renew(): Promise<void> {
    const claim = { claim: this.#claim, type: TYPE, limit: MAX_WATCHES, leaseMs: LEASE_MS };
    const triggers = await this.#options.store.claimWatches(claim);
    const wanted = new Map(triggers.map((trigger) => [`${trigger.slug}/${trigger.triggerId}`, trigger]));
    await this.#stopOthers(wanted);
    for (const [name, trigger] of wanted) {
      if (this.#watches.has(name) || this.#closing.signal.aborted) continue;
      const stop = new AbortController();
      this.#watches.set(name, { version: versionOf(trigger), stop, done: this.#watch(trigger, stop.signal) });
    }
  }

  /** Ends the watches of triggers that changed, are off, or belong to another process. */
  async #stopOthers(wanted: ReadonlyMap<string, LiveTrigger>): Promise<void> {
    const gone = [...this.#watches].filter(([name, { version }]) => {
      const trigger = wanted.get(name);
      return !trigger || versionOf(trigger) !== version;
    });
    for (const [name, { stop }] of gone) {
      this.#watches.delete(name);
      stop.abort();
    }
    await Promise.all(gone.map(([, { done }]) => done));
  }

  /** Never rejects. Reconnects with exponential backoff; the page of the trigger shows why a look fails. */
  async #watch(trigger: LiveTrigger, signal: AbortSignal): Promise<void> {
    const { log } = this.#options;
    const { slug, triggerId } = trigger;
    for (let failures = 0; !signal.aborted; failures++) {
      const openedAt = performance.now();
      try {
        if ((await this.#connect(trigger, signal)) === 'unsupported') return;
      } catch (error) {
        if (!signal.aborted && failures === 0)
          log.info('a mailbox is polled, since it cannot be watched', { slug, triggerId, error });
      }
      if (performance.now() - openedAt > GOOD_MS) failures = 0;
      const delayMs = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** failures) * (0.5 + Math.random() / 2);
      await wait(delayMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  async #connect(trigger: LiveTrigger, signal: AbortSignal) {
    const { workspaceId, workflowId, documentHash } = trigger;
    const { config } = await readTrigger(JSON.parse(trigger.trigger));
    const { credential: slot, folder } = config as { credential: string; folder: string };
    const slots = (await this.#options.frozen.get(documentHash)).settings.credentials ?? {};
    const declared = Object.hasOwn(slots, slot) ? slots[slot] : undefined;
    if (!declared) throw new Error(`The settings of the workflow have no credential '${slot}'.`);
    const credential = { workspaceId, workflowId, slot, declared };
    let isHurrying = false;
    let hasMore = false;
    const onMail = () => {
      // The look that is due may have read the folder already.
      if (isHurrying) {
        hasMore = true;
        return;
      }
      isHurrying = true;
      hasMore = false;
      void this.#hurry(trigger, signal).finally(() => {
        isHurrying = false;
        if (hasMore && !signal.aborted) onMail();
      });
    };
    return await this.#options.mail.watch({ credential, folder, signal, onMail });
  }

  /** A look in progress may have read the folder before the mail was there, so it is followed by another one. */
  async #hurry(trigger: LiveTrigger, signal: AbortSignal): Promise<void> {
    const { store, onDue, log } = this.#options;
    try {
      while (await store.hurry(trigger)) await wait(BUSY_MS, undefined, { signal, ref: false });
      onDue();
    } catch (error) {
      if (!signal.aborted) log.error('a mailbox with new mails could not be looked at', { error });
    }
  }
}

function versionOf({ documentHash, trigger }: LiveTrigger): string {
  return `${documentHash} ${trigger}`;
}
