import { LRUCache } from 'lru-cache';
import { elapsedTime } from '#lib/async/elapsed-time.ts';
import type { Logger } from '#lib/ports/logger.ts';
import type { Clock } from '#lib/ports/runtime.ts';
import type { ParsedApiKey } from './api-key.ts';
import { isSameText } from './is-same-text.ts';

/**
 * How long a change by another process may go unnoticed. A database lookup per request would cost
 * a quarter of a short run.
 */
const CACHE_MS = 2000;
const MAX_CACHED = 1000;
const MARK_USED_EVERY_MS = 60_000;

export type StoredKey = {
  readonly keyId: string;
  /** SHA-256 of its secret. */
  readonly hash: string;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
};
type KeyLookupOptions<Key> = {
  readonly store: { find(keyId: string): Promise<Key | null>; markUsed(keyId: string, at: Date): Promise<void> };
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Logger, 'error'>;
};
type Cached<Key> = { readonly found: Promise<Key | null>; readonly atMs: number };

/** Finds stored keys. Changes by this process apply at once, those by other processes after `CACHE_MS`. */
export class KeyLookup<Key extends StoredKey> {
  readonly #options: KeyLookupOptions<Key>;
  readonly #elapsed: () => number;
  readonly #cache = new LRUCache<string, Cached<Key>>({ max: MAX_CACHED });
  /** By key id. Only valid keys are added, so their number bounds it. */
  readonly #markedAtMs = new Map<string, number>();

  constructor(options: KeyLookupOptions<Key>) {
    this.#options = options;
    this.#elapsed = elapsedTime(options.clock);
  }

  /** @returns undefined for a missing, wrong, revoked or expired key */
  async findValid(parsed: ParsedApiKey | null): Promise<Key | undefined> {
    const key = parsed && (await this.#find(parsed.keyId));
    if (!key || !isSameText(key.hash, parsed.hash) || key.revokedAt !== null) return undefined;
    return key.expiresAt === null || key.expiresAt.getTime() > this.#options.clock.now() ? key : undefined;
  }

  /** Records the use of a valid key, once a minute. */
  markUsed(keyId: string): void {
    const { store, log, clock } = this.#options;
    const now = this.#elapsed();
    const markedAt = this.#markedAtMs.get(keyId);
    if (markedAt !== undefined && now - markedAt < MARK_USED_EVERY_MS) return;
    this.#markedAtMs.set(keyId, now);
    store
      .markUsed(keyId, new Date(clock.now()))
      .catch((error: unknown) => log.error('the use of a key could not be recorded', { keyId, error }));
  }

  /** The next use of the key reads the database. */
  invalidate(keyId: string): void {
    this.#cache.delete(keyId);
  }

  invalidateAll(): void {
    this.#cache.clear();
  }

  async #find(keyId: string): Promise<Key | null> {
    const now = this.#elapsed();
    const cached = this.#cache.get(keyId);
    if (cached && now - cached.atMs < CACHE_MS) return cached.found;
    const fresh: Cached<Key> = { found: this.#options.store.find(keyId), atMs: now };
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
}
