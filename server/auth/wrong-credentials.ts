import { elapsedTime } from '#lib/async/elapsed-time.ts';
import type { Logger } from '#lib/ports/logger.ts';
import type { Clock } from '#lib/ports/runtime.ts';
import { networkOf } from '../limits/client-address.ts';
import { TokenBucket } from '../limits/token-bucket.ts';
import type { ProcessMetrics } from '../telemetry/process-metrics.ts';

/**
 * So many wrong credentials of one address are refused at once; each one after them takes another
 * interval.
 */
const FREE_ATTEMPTS = 10;
const INTERVAL_MS = 1000;
const MAX_DELAY_MS = 10_000;
/** Beyond these the oldest address is forgotten, and refusals are not delayed: memory is bounded. */
const MAX_ADDRESSES = 10_000;
const MAX_WAITING = 1000;
/** After so long without any, an address begins anew. */
const FORGET_MS = 10 * 60_000;
const LOG_EVERY_MS = 60_000;
const MAX_LINES_PER_MINUTE = 20;

export type CredentialKind = 'admin-token' | 'key';
type Attempts = {
  count: number;
  loggedAtMs: number;
  /** When the attempts so far would have been made at one an interval. */
  paidAtMs: number;
};
export type WrongCredentialsOptions = {
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  readonly log: Pick<Logger, 'warn'>;
  readonly metrics?: Pick<ProcessMetrics, 'countWrongCredential'> | undefined;
};

/**
 * Slows down and reports wrong tokens and keys, by remote address (IPv6: its /64 network). Called after a
 * credential was found to be wrong: one that is right is never delayed, whatever its address sent before.
 */
export class WrongCredentials {
  readonly #options: WrongCredentialsOptions;
  /** Least recently seen first. */
  readonly #attempts = new Map<string, Attempts>();
  readonly #lines: TokenBucket;
  readonly #elapsed: () => number;
  #waiting = 0;

  constructor(options: WrongCredentialsOptions) {
    this.#options = options;
    this.#elapsed = elapsedTime(options.clock);
    const nowMs = this.#elapsed();
    this.#lines = new TokenBucket({ capacity: MAX_LINES_PER_MINUTE, refillMs: LOG_EVERY_MS, nowMs });
  }

  /**
   * Counts a wrong credential. Resolves when the request may be refused; earlier when `signal` says
   * that the client has gone.
   */
  async slowDown(remoteAddress: string | undefined, kind: CredentialKind, signal: AbortSignal): Promise<void> {
    const { clock, metrics } = this.#options;
    metrics?.countWrongCredential({ kind });
    const address = networkOf(remoteAddress);
    const attempts = this.#take(address);
    this.#report(address, kind, attempts);
    const delayMs = Math.min(MAX_DELAY_MS, attempts.paidAtMs - this.#elapsed() - FREE_ATTEMPTS * INTERVAL_MS);
    if (delayMs <= 0 || this.#waiting >= MAX_WAITING) return;
    this.#waiting++;
    await clock.sleep(delayMs, signal).catch(() => {});
    this.#waiting--;
  }

  #take(address: string): Attempts {
    const now = this.#elapsed();
    const known = this.#attempts.get(address);
    const isFresh = known !== undefined && now - known.paidAtMs < FORGET_MS;
    const attempts = isFresh ? known : { count: 0, loggedAtMs: Number.NEGATIVE_INFINITY, paidAtMs: now };
    attempts.count++;
    const longestMs = FREE_ATTEMPTS * INTERVAL_MS + MAX_DELAY_MS;
    attempts.paidAtMs = Math.min(Math.max(attempts.paidAtMs, now) + INTERVAL_MS, now + longestMs);
    this.#attempts.delete(address);
    this.#attempts.set(address, attempts);
    if (this.#attempts.size > MAX_ADDRESSES) this.#attempts.delete(this.#attempts.keys().next().value as string);
    return attempts;
  }

  /**
   * Logs the first attempt, every tenfold of it and one a minute, within a limit for all addresses
   * together.
   */
  #report(address: string, kind: CredentialKind, attempts: Attempts): void {
    const now = this.#elapsed();
    const isDue = /^10*$/.test(String(attempts.count)) || now - attempts.loggedAtMs >= LOG_EVERY_MS;
    if (!isDue || this.#lines.take(now) > 0) return;
    attempts.loggedAtMs = now;
    this.#options.log.warn('wrong credentials', { address, kind, count: attempts.count });
  }
}
