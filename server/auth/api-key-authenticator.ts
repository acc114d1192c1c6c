import { LRUCache } from 'lru-cache';
import { AppError } from '#lib/errors/app-error.ts';
import type { Endpoint, EndpointStore } from '../db/stores/endpoint-store.ts';
import type { TokenBucket } from '../limits/token-bucket.ts';
import { parseApiKey } from './api-key.ts';
import { KeyLookup } from './key-lookup.ts';
import { type KeyRateOptions, KeyRates } from './key-rates.ts';
import { VISITOR_PREFIX } from './visitor-tokens.ts';

/** Beyond these the rate of the oldest visitor begins anew; that of its page does not. */
const MAX_VISITORS = 10_000;

export type ApiKeyAuthenticatorOptions = KeyRateOptions & {
  readonly store: Pick<EndpointStore, 'find' | 'markUsed'>;
  /** Those of public chat pages. @defaultValue none */
  readonly visitors?: { endpointOf(token: string): Promise<Endpoint | null>; invalidateAll(): void } | undefined;
};

/** Authenticates requests to published endpoints by API key. */
export class ApiKeyAuthenticator {
  readonly #visitors: ApiKeyAuthenticatorOptions['visitors'];
  readonly #keys: KeyLookup<Endpoint>;
  readonly #rates: KeyRates;
  readonly #visitorRates: KeyRates;
  readonly #pageRates: KeyRates;
  readonly #uploadRates: KeyRates;

  constructor(options: ApiKeyAuthenticatorOptions) {
    this.#visitors = options.visitors;
    this.#keys = new KeyLookup(options);
    this.#rates = new KeyRates(options, { what: 'start' });
    this.#uploadRates = new KeyRates(options, { what: 'upload' });
    const buckets = new LRUCache<string, TokenBucket>({ max: MAX_VISITORS });
    this.#visitorRates = new KeyRates(options, { buckets, what: 'visitor' });
    this.#pageRates = new KeyRates(options, { what: 'page' });
  }

  /**
   * @param slug the endpoint of the request; by default that of the key
   * @returns the endpoint of a key
   * @throws {AppError} `authentication-failed`: the same for a missing, wrong, revoked or expired key
   * and for an unknown slug, so that it reveals neither
   */
  async authenticate(key: string | undefined, slug?: string): Promise<Endpoint> {
    if (key?.startsWith(VISITOR_PREFIX)) return this.#authenticateVisitor(key, slug);
    const endpoint = await this.#keys.findValid(key === undefined ? null : parseApiKey(key));
    if (!endpoint || (slug !== undefined && endpoint.slug !== slug)) throw refused();
    this.#keys.markUsed(endpoint.keyId);
    return endpoint;
  }

  /** A visitor is answered like a key, with the same refusal. */
  async #authenticateVisitor(token: string, slug: string | undefined): Promise<Endpoint> {
    const endpoint = await this.#visitors?.endpointOf(token);
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
    if (visitorsPerMinute === undefined) return this.#rates.take(keyId, ratePerMinute);
    return Promise.resolve(this.#visitorRates.take(keyId, ratePerMinute)).then(() =>
      this.#pageRates.take(`page-${slug}`, visitorsPerMinute),
    );
  }

  /**
   * Counts one upload of the key, of which there may be as many as runs, before its content is read.
   * @throws {AppError} `rate-limited`, with `details.retryAfterS`
   */
  async checkUploadRate({ keyId, ratePerMinute }: Endpoint): Promise<void> {
    if (ratePerMinute !== null) await this.#uploadRates.take(keyId, ratePerMinute);
  }

  /** The next use of the key reads the database. */
  invalidateKey(keyId: string): void {
    this.#keys.invalidate(keyId);
  }

  /** For changes of an endpoint, which are rare: the cache has no index by endpoint. */
  invalidateAll(): void {
    this.#keys.invalidateAll();
    this.#visitors?.invalidateAll();
  }
}

function refused(): AppError {
  return new AppError(
    'authentication-failed',
    'A key of this endpoint is needed, as Authorization: Bearer tlk_… It opens nothing else.',
  );
}
