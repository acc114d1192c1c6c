import { createHmac } from 'node:crypto';
import { Semaphore } from '#lib/async/semaphore.ts';
import type { EventHub } from '#lib/ports/event-hub.ts';
import type { Logger } from '#lib/ports/logger.ts';
import type { Clock, GuardedFetch } from '#lib/ports/runtime.ts';
import type { DueWebhook, WebhookStore } from '../db/stores/webhook-store.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { standardSignatures } from '../secrets/standard-webhooks.ts';
import { type NotificationFailure, postNotification } from './post-notification.ts';
import { readRunResult } from './read-run-result.ts';

/** Waits after the first try and each further one; six tries in all, over a good five minutes. */
const RETRY_DELAYS_MS = [1000, 4000, 16_000, 64_000, 256_000];
/** Concurrent requests in total and to one origin, so that a slow receiver does not block others. */
const SENDS_AT_ONCE = 50;
const SENDS_TO_ONE_ORIGIN = 5;
/** How often deliveries are looked for that failed, or that a process left when it ended, in milliseconds. */
const SWEEP_MS = 30_000;

export type WebhookSenderOptions = {
  readonly store: Pick<WebhookStore, 'listOpen' | 'findDue' | 'begin' | 'fail' | 'close' | 'readEvents'>;
  /** Opens what `sealSecret` sealed. */
  readonly secrets: SecretBox;
  readonly hub: Pick<EventHub, 'subscribe'>;
  readonly fetch: GuardedFetch;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn' | 'error'>;
};

/**
 * Delivers the end of runs to their webhooks, at least once: the next process continues deliveries
 * that this one did not finish, including an attempt without a recorded answer.
 */
export class WebhookSender {
  readonly #options: WebhookSenderOptions;
  readonly #closing = new AbortController();
  /** Runs watched or delivered right now. */
  readonly #watched = new Map<string, { leaveHub: () => void; isDelivering: boolean }>();
  readonly #work = new Set<Promise<void>>();
  readonly #permits = new Semaphore(SENDS_AT_ONCE);
  readonly #originLimits = new Map<string, { readonly semaphore: Semaphore; users: number }>();
  #sweep: NodeJS.Timeout | undefined;

  constructor(options: WebhookSenderOptions) {
    this.#options = options;
  }

  /** How the secret of a run's webhook is stored. */
  sealSecret(runId: string, secret: string): string {
    return this.#options.secrets.seal(secret, aadOf(runId));
  }

  openSecret(runId: string, sealed: string): string {
    return this.#options.secrets.open(sealed, aadOf(runId));
  }

  /** Resumes deliveries of earlier processes, and from then on those that failed or that another one left. */
  async start(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    const look = () => {
      this.#track(this.#watchOpen(), (error) => this.#options.log.error('open webhooks could not be read', { error }));
    };
    this.#sweep ??= setInterval(look, SWEEP_MS).unref();
    await this.#watchOpen();
  }

  /** Delivers the end of a run whose webhook is stored. */
  watch(runId: string): void {
    if (this.#closing.signal.aborted || this.#watched.has(runId)) return;
    const leaveHub = this.#options.hub.subscribe(runId, (events) => {
      if (events.at(-1)?.type === 'done') this.#startDelivery(runId);
    });
    this.#watched.set(runId, { leaveHub, isDelivering: false });
    // It may have ended before the subscription.
    this.#startDelivery(runId);
  }

  /** Cancels delayed retries and waits for requests in progress. */
  async close(): Promise<void> {
    this.#closing.abort();
    clearInterval(this.#sweep);
    for (const { leaveHub } of this.#watched.values()) leaveHub();
    await Promise.all(this.#work);
  }

  async #watchOpen(): Promise<void> {
    const before = [...this.#watched];
    const open = await this.#options.store.listOpen();
    for (const { runId, hasEnded } of open) {
      if (!this.#watched.has(runId)) this.watch(runId);
      else if (hasEnded) this.#startDelivery(runId);
    }
    // Closed by another process, or deleted with its run.
    const openIds = new Set(open.map(({ runId }) => runId));
    for (const [runId, watched] of before) {
      if (openIds.has(runId) || watched.isDelivering) continue;
      watched.leaveHub();
      this.#watched.delete(runId);
    }
  }

  #startDelivery(runId: string): void {
    this.#track(this.#deliver(runId), (error) => this.#options.log.error('a webhook could not be sent', { runId, error }));
  }

  /** What closing waits for. Its failure is reported, unless it comes with the shutdown. */
  #track(work: Promise<void>, onError: (error: unknown) => void): void {
    const tracked = work.catch((error: unknown) => {
      if (!this.#closing.signal.aborted) onError(error);
    });
    this.#work.add(tracked);
    void tracked.then(() => this.#work.delete(tracked));
  }

  async #deliver(runId: string): Promise<void> {
    const watched = this.#watched.get(runId);
    if (!watched || watched.isDelivering) return;
    const first = await this.#options.store.findDue(runId);
    if (!first || watched.isDelivering) return;
    watched.isDelivering = true;
    try {
      await this.#retryUntilDelivered(first);
    } finally {
      watched.leaveHub();
      this.#watched.delete(runId);
    }
  }

  async #retryUntilDelivered(first: DueWebhook): Promise<void> {
    const { store, clock, log } = this.#options;
    const { runId } = first;
    const body = JSON.stringify(await readRunResult(runId, store));
    for (let due: DueWebhook | null = first; due; due = await store.findDue(runId)) {
      await clock.sleep(Math.max(0, due.nextAt.getTime() - clock.now()), this.#closing.signal);
      const delayMs = RETRY_DELAYS_MS[due.attempts];
      if (!(await store.begin(due, { nextAt: new Date(clock.now() + (delayMs ?? 0)) }))) return;
      const failure = await this.#toOrigin(due.url, () => this.#permits.run(() => this.#send(due, body)));
      if (failure === undefined) return store.close(runId, 'delivered');
      if (delayMs !== undefined && !failure.isFinal) {
        await store.fail(runId, failure.reason);
        continue;
      }
      log.warn('a webhook was given up', { runId, attempts: due.attempts + 1, reason: failure.reason });
      return store.close(runId, 'given-up', failure.reason);
    }
  }

  async #toOrigin<T>(url: string, send: () => Promise<T>): Promise<T> {
    const origin = URL.canParse(url) ? new URL(url).origin : url;
    const limit = this.#originLimits.get(origin) ?? { semaphore: new Semaphore(SENDS_TO_ONE_ORIGIN), users: 0 };
    this.#originLimits.set(origin, limit);
    limit.users++;
    try {
      return await limit.semaphore.run(send);
    } finally {
      if (--limit.users === 0) this.#originLimits.delete(origin);
    }
  }

  /** @returns undefined if the receiver accepted it */
  async #send({ runId, url, secret }: DueWebhook, body: string): Promise<NotificationFailure | undefined> {
    const time = String(Math.floor(this.#options.clock.now() / 1000));
    const key = this.openSecret(runId, secret);
    const signature = createHmac('sha256', key).update(`${time}.${body}`).digest('hex');
    return postNotification({
      fetch: this.#options.fetch,
      url,
      headers: {
        'x-threadloom-signature': `t=${time},v1=${signature}`,
        'webhook-id': runId,
        'webhook-timestamp': time,
        'webhook-signature': standardSignatures({ id: runId, time, body }, key).join(' '),
      },
      body,
      closing: this.#closing.signal,
    });
  }
}

function aadOf(runId: string): string {
  return `webhooks:${runId}:secret`;
}
