import { Semaphore } from '#lib/async/semaphore.ts';
import type { EventHub } from '#lib/ports/event-hub.ts';
import type { Logger } from '#lib/ports/logger.ts';
import type { Clock, GuardedFetch } from '#lib/ports/runtime.ts';
import { LEGACY_VERSION } from '../a2a/agent-card.ts';
import { toLegacyTask } from '../a2a/legacy-format.ts';
import { type PushConfig, pushSecretAad, pushSecretOf, pushSecretSchema } from '../a2a/push-config.ts';
import { type TaskRun, taskOf } from '../a2a/task-of.ts';
import type { StoredPushConfig } from '../db/repositories/push-config-repository.ts';
import type { DuePush, PushStore } from '../db/stores/push-store.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { ANSWER_LIMIT_MS, type NotificationFailure, postNotification } from './post-notification.ts';

/** Waits after the first attempt and each further one, in milliseconds: five attempts in about six minutes. */
const RETRY_DELAYS_MS = [1000, 10_000, 60_000, 300_000];
const SENDS_AT_ONCE = 20;
/** How often notifications are looked for whose process died or whose event was not received. */
const SWEEP_MS = 15_000;

export type PushSenderOptions = {
  readonly store: Pick<PushStore, 'listOpen' | 'findDue' | 'begin' | 'retryAt' | 'settle'>;
  readonly secrets: SecretBox;
  readonly hub: Pick<EventHub, 'subscribe'>;
  readonly fetch: GuardedFetch;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  /** The task of a run at this event. */
  readonly readTask: (due: DuePush) => Promise<TaskRun>;
};

/**
 * Tells clients of A2A when a task ends or needs input, at least once: every process looks for what
 * is due, and an attempt is claimed in the database.
 */
export class PushSender {
  readonly #options: PushSenderOptions;
  readonly #closing = new AbortController();
  readonly #watched = new Map<string, () => void>();
  readonly #work = new Set<Promise<void>>();
  readonly #permits = new Semaphore(SENDS_AT_ONCE);
  #sweep: NodeJS.Timeout | undefined;

  constructor(options: PushSenderOptions) {
    this.#options = options;
  }

  /** How the token and the authentication of a config are stored. */
  seal(runId: string, config: PushConfig): string {
    return this.#options.secrets.seal(pushSecretOf(config), pushSecretAad(runId, config.id));
  }

  open(runId: string, { configId, url, sealedSecret }: StoredPushConfig): PushConfig {
    return { id: configId, url, ...this.#openSecret(runId, configId, sealedSecret) };
  }

  #openSecret(runId: string, configId: string, sealed: string): Pick<PushConfig, 'token' | 'authentication'> {
    return pushSecretSchema.parse(JSON.parse(this.#options.secrets.open(sealed, pushSecretAad(runId, configId))));
  }

  /** Looks for what is due, now and from then on. */
  start(): void {
    if (this.#closing.signal.aborted || this.#sweep) return;
    this.#sweep = setInterval(() => this.#deliver(), SWEEP_MS).unref();
    this.#track(this.#watchOpen());
  }

  /** Delivers the states of a run that has a config. */
  watch(runId: string): void {
    if (this.#closing.signal.aborted) return;
    if (!this.#watched.has(runId)) {
      const leaveHub = this.#options.hub.subscribe(runId, (events) => {
        if (events.at(-1)?.type === 'done') this.#deliver(runId);
      });
      this.#watched.set(runId, leaveHub);
    }
    // It may have ended before the subscription.
    this.#deliver(runId);
  }

  /** Ends waits and waits for requests in progress. */
  async close(): Promise<void> {
    this.#closing.abort();
    clearInterval(this.#sweep);
    for (const leaveHub of this.#watched.values()) leaveHub();
    await Promise.all(this.#work);
  }

  /** Of earlier processes. */
  async #watchOpen(): Promise<void> {
    for (const runId of await this.#options.store.listOpen()) this.watch(runId);
  }

  #deliver(runId?: string): void {
    this.#track(this.#sendDue(runId));
  }

  #track(work: Promise<void>): void {
    const done = work.catch((error: unknown) => {
      if (!this.#closing.signal.aborted) this.#options.log.error('push notifications could not be sent', { error });
    });
    this.#work.add(done);
    void done.then(() => this.#work.delete(done));
  }

  async #sendDue(runId: string | undefined): Promise<void> {
    const { store, clock } = this.#options;
    const watched = runId === undefined ? [...this.#watched.keys()] : [runId];
    const due = await store.findDue(new Date(clock.now()), runId);
    await Promise.all(due.map((one) => this.#permits.run(() => this.#sendOne(one))));
    await this.#forgetClosed(watched);
  }

  /** Configs are closed by this process, by another one, or by a client that removes one. */
  async #forgetClosed(runIds: readonly string[]): Promise<void> {
    if (runIds.length === 0 || this.#closing.signal.aborted) return;
    const open = new Set(await this.#options.store.listOpen(runIds));
    for (const runId of runIds) {
      if (open.has(runId)) continue;
      this.#watched.get(runId)?.();
      this.#watched.delete(runId);
    }
  }

  async #sendOne(due: DuePush): Promise<void> {
    const { store, clock, log } = this.#options;
    if (this.#closing.signal.aborted) return;
    const delayMs = RETRY_DELAYS_MS[due.attempts];
    if (!(await store.begin(due, new Date(clock.now() + ANSWER_LIMIT_MS + (delayMs ?? 0))))) return;
    const failure = await this.#send(due);
    if (!failure) return store.settle(due);
    const { runId, configId } = due;
    if (delayMs === undefined || failure.isFinal) {
      log.warn('a push notification was given up', { runId, configId, attempts: due.attempts + 1, reason: failure.reason });
      return store.settle(due, failure.reason);
    }
    await store.retryAt(due, { at: new Date(clock.now() + delayMs), reason: failure.reason });
    // Sooner than the next look; a process that ends meanwhile leaves it to that.
    void clock.sleep(delayMs, this.#closing.signal).then(
      () => this.#deliver(runId),
      () => {},
    );
  }

  /** @returns undefined if the receiver accepted it */
  async #send(due: DuePush): Promise<NotificationFailure | undefined> {
    const { fetch, readTask } = this.#options;
    const { runId, configId, url, protocol } = due;
    const { token, authentication } = this.#openSecret(runId, configId, due.secret);
    const task = taskOf(await readTask(due));
    return postNotification({
      fetch,
      url,
      headers: {
        ...(token !== '' && { 'x-a2a-notification-token': token }),
        ...(authentication && { authorization: `${authentication.scheme} ${authentication.credentials}` }),
      },
      body: JSON.stringify(protocol === LEGACY_VERSION ? toLegacyTask(task) : { task }),
      closing: this.#closing.signal,
    });
  }
}
