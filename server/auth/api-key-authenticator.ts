import { LRUCache } from 'lru-cache';
import { AppError } from '#lib/errors/app-error.ts';
import type { Logger } from '#lib/ports/logger.ts';
import type { Clock } from '#lib/ports/runtime.ts';
import type { Endpoint, EndpointStore } from '../db/stores/endpoint-store.ts';
import type { RateStore } from '../db/stores/rate-store.ts';
import { parseApiKey } from './api-key.ts';
import { isSameText } from './is-same-text.ts';
import { TokenBucket } from './token-bucket.ts';
import { VISITOR_PREFIX } from './visitor-tokens.ts';

/**
 * How long a change by another process may go unnoticed. A database lookup per request would cost
 * a quarter of a short run.
 */
const CACHE_MS = 2000;
const MAX_CACHED = 1000;
const MARK_USED_EVERY_MS = 60_000;
const MINUTE_MS = 60_000;
/** Beyond these the rate of the oldest visitor begins anew; that of its page does not. */
const MAX_VISITORS = 10_000;

export type ApiKeyAuthenticatorOptions = {
  readonly store: Pick<EndpointStore, 'find' | 'markUsed'>;
  /** Those of public chat pages. @defaultValue none */
  readonly visitors?: { endpointOf(token: string): Promise<Endpoint | null>; invalidateAll(): void } | undefined;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Logger, 'error'>;
  /** Where several processes share the database. @defaultValue rates count within this process */
  readonly rates?: Pick<RateStore, 'take'> | undefined;
};
type Buckets = Pick<Map<string, TokenBucket>, 'get'> & { set(keyId: string, bucket: TokenBucket): unknown };
type Cached = { readonly found: Promise<Endpoint | null>; readonly atMs: number };

/**
 * Authenticates requests to published endpoints by API key. Changes by this process apply at once,
 * those by other processes after `CACHE_MS`.
 */
export class ApiKeyAuthenticator {
  readonly #options: ApiKeyAuthenticatorOptions;
  readonly #cache = new LRUCache<string, Cached>({ max: MAX_CACHED });
  /** By key id, like `#markedAtMs`. Only valid keys and pages are added, so their number bounds both maps. */
  readonly #buckets = new Map<string, TokenBucket>();
  readonly #visitorBuckets = new LRUCache<string, TokenBucket>({ max: MAX_VISITORS });
  readonly #markedAtMs = new Map<string, number>();

  constructor(options: ApiKeyAuthenticatorOptions) {
    this.#options = options;
  }

  /**
   * @param slug the endpoint of the request; by default that of the key
   * @returns the endpoint of a key
   * @throws {AppError} `authentication-failed`: the same for a missing, wrong, revoked or expired key
   * and for an unknown slug, so that it reveals neither
   */
  async authenticate(key: string | undefined, slug?: string): Promise<Endpoint> {
    if (key?.startsWith(VISITOR_PREFIX)) return this.#authenticateVisitor(key, slug);
    const parsed = key === undefined ? null : parseApiKey(key);
    const endpoint = parsed && (await this.#find(parsed.keyId));
    const now = this.#options.clock.now();
    const isValid =
      endpoint &&
      isSameText(endpoint.hash, parsed.hash) &&
      endpoint.revokedAt === null &&
      (endpoint.expiresAt === null || endpoint.expiresAt.getTime() > now) &&
      (slug === undefined || endpoint.slug === slug);
    if (!isValid) throw refused();
    this.#markUsed(endpoint.keyId, now);
    return endpoint;
  }

  /** A visitor is answered like a key, with the same refusal. */
  async #authenticateVisitor(token: string, slug: string | undefined): Promise<Endpoint> {
    const endpoint = await this.#options.visitors?.endpointOf(token);
    if (!endpoint || (slug !== undefined && endpoint.slug !== slug)) throw refused();
    return endpoint;
  }

  /**
   * Counts one run of the key. A run of a visitor counts for all visitors of its page too.
   * @returns a promise only if the limit is shared with other processes
   * @throws {AppError} `rate-limited`, with `details.retryAfterS`
   */
  checkRateLimit({ keyId, ratePerMinute, slug, visitorsPerMinute }: Endpoint): void | Promise<void> {
    if (ratePerMinute === null) return;
    if (visitorsPerMinute === undefined) return this.#take(keyId, ratePerMinute, this.#buckets);
    return Promise.resolve(this.#take(keyId, ratePerMinute, this.#visitorBuckets)).then(() =>
      this.#take(`page-${slug}`, visitorsPerMinute, this.#buckets),
    );
  }

  #take(keyId: string, ratePerMinute: number, buckets: Buckets): void | Promise<void> {
    const { rates, log } = this.#options;
    if (!rates) return refuseUntil(this.#takeHere(keyId, ratePerMinute, buckets), ratePerMinute);
    return rates
      .take(`key:${keyId}`, { capacity: ratePerMinute, refillMs: MINUTE_MS })
      .catch((error: unknown) => {
        log.error('the rate of a key is counted in this process only', { keyId, error });
        return this.#takeHere(keyId, ratePerMinute, buckets);
      })
      .then((waitMs) => refuseUntil(waitMs, ratePerMinute));
  }

  #takeHere(keyId: string, ratePerMinute: number, buckets: Buckets): number {
    const now = this.#options.clock.now();
    const bucket = buckets.get(keyId) ?? new TokenBucket({ capacity: ratePerMinute, refillMs: MINUTE_MS, nowMs: now });
    buckets.set(keyId, bucket);
    return bucket.take(now);
  }

  /** The next use of the key reads the database. */
  invalidateKey(keyId: string): void {
    this.#cache.delete(keyId);
  }

  /** For changes of an endpoint, which are rare: the cache has no index by endpoint. */
  invalidateAll(): void {
    this.#cache.clear();
    this.#options.visitors?.invalidateAll();
  }

  async #find(keyId: string): Promise<Endpoint | null> {
    const now = this.#options.clock.now();
    const cached = this.#cache.get(keyId);
    if (cached && now - cached.atMs < CACHE_MS) return cached.found;
    const fresh: Cached = { found: this.#options.store.find(keyId), atMs: now };
    this.#cache.set(keyId, fresh);
    const drop = () => {
      if (this.#cache.get(keyId) === fresh) this.#cache.delete(keyId);
    };
    const found = await fresh.found.catch((error: unknown) => {
      drop();
      throw error;
    });
    // Unknown ids are not cached, or guesses would evict valid keys.
    if (!found) drop();
    return found;
  }

  #markUsed(keyId: string, now: number): void {
    const markedAt = this.#markedAtMs.get(keyId);
    if (markedAt !== undefined && now - markedAt < MARK_USED_EVERY_MS) return;
    this.#markedAtMs.set(keyId, now);
    const { store, log } = this.#options;
    store
      .markUsed(keyId, new Date(now))
      .catch((error: unknown) => log.error('the use of a key could not be recorded', { keyId, error }));
  }
}

function refused(): AppError {
  return new AppError(
    'authentication-failed',
    'A key of this endpoint is needed, as Authorization: Bearer tlk_… It opens nothing else.',
  );
}

function refuseUntil(waitMs: number, ratePerMinute: number): void {
  if (waitMs === 0) return;
  const retryAfterS = Math.ceil(waitMs / 1000);
  throw new AppError('rate-limited', `This key may start ${ratePerMinute} runs a minute. Try again in ${retryAfterS} s.`, {
    details: { retryAfterS },
  });
}
