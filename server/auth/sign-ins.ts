import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { elapsedTime } from '#lib/async/elapsed-time.ts';
import type { Logger } from '#lib/ports/logger.ts';
import type { Clock } from '#lib/ports/runtime.ts';
import type { SignInStore, StoredSignIn } from '../db/stores/sign-in-store.ts';

const SECRET_BYTES = 32;
const SECRET = /^[\w-]{43}$/;
const DAY_MS = 86_400_000;
/** A browser has to sign in again after this time. */
export const SIGN_IN_LIFE_MS = 30 * DAY_MS;
/** And when it was not used for this time. */
const IDLE_LIFE_MS = 7 * DAY_MS;
const MARK_USED_EVERY_MS = 3_600_000;
/** How long a sign-out in another process may go unnoticed. */
const CACHE_MS = 2000;
const MAX_CACHED = 1000;

export type SignInsOptions = {
  readonly store: Pick<SignInStore, 'add' | 'find' | 'markUsed' | 'remove' | 'removeAll'>;
  readonly adminToken: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Logger, 'error'>;
};
type Cached = { readonly found: Promise<StoredSignIn | undefined>; readonly atMs: number };

/**
 * Browsers that are signed in with the administrator's token. Each has a random secret, of which the
 * database stores an HMAC keyed with the token: when the token changes, all of them are signed out.
 */
export class SignIns {
  readonly #options: SignInsOptions;
  readonly #elapsed: () => number;
  /** By hash. Only secrets that were right stay. */
  readonly #cache = new LRUCache<string, Cached>({ max: MAX_CACHED });

  constructor(options: SignInsOptions) {
    this.#options = options;
    this.#elapsed = elapsedTime(options.clock);
  }

  /** @returns the secret for the cookie of the browser */
  async add(): Promise<string> {
    const { store, clock } = this.#options;
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    const now = clock.now();
    await store.add(this.#hashOf(secret), { at: new Date(now), expiredBefore: new Date(now - SIGN_IN_LIFE_MS) });
    return secret;
  }

  async isValid(secret: string): Promise<boolean> {
    if (!SECRET.test(secret)) return false;
    const hash = this.#hashOf(secret);
    const now = this.#options.clock.now();
    const found = await this.#find(hash);
    if (!found) return false;
    const usedAtMs = found.usedAt.getTime();
    if (now - found.createdAt.getTime() >= SIGN_IN_LIFE_MS || now - usedAtMs >= IDLE_LIFE_MS) return false;
    if (now - usedAtMs >= MARK_USED_EVERY_MS) this.#markUsed(hash, { ...found, usedAt: new Date(now) });
    return true;
  }

  async remove(secret: string): Promise<void> {
    const hash = this.#hashOf(secret);
    await this.#options.store.remove(hash);
    this.#cache.delete(hash);
  }

  /** Signs out every browser. */
  async removeAll(): Promise<void> {
    await this.#options.store.removeAll();
    this.#cache.clear();
  }

  #hashOf(secret: string): string {
    return createHmac('sha256', this.#options.adminToken).update(secret).digest('base64url');
  }

  async #find(hash: string): Promise<StoredSignIn | undefined> {
    const now = this.#elapsed();
    const cached = this.#cache.get(hash);
    if (cached && now - cached.atMs < CACHE_MS) return cached.found;
    const fresh: Cached = { found: this.#options.store.find(hash), atMs: now };
    this.#cache.set(hash, fresh);
    const drop = () => {
      if (this.#cache.get(hash) === fresh) this.#cache.delete(hash);
    };
    const found = await fresh.found.catch((error: unknown) => {
      drop();
      throw error;
    });
    // Guesses are not cached, or they would evict those that are signed in.
    if (!found) drop();
    return found;
  }

  #markUsed(hash: string, used: StoredSignIn): void {
    const { store, log } = this.#options;
    this.#cache.set(hash, { found: Promise.resolve(used), atMs: this.#elapsed() });
    store
      .markUsed(hash, used.usedAt)
      .catch((error: unknown) => log.error('the use of a sign-in could not be recorded', { error }));
  }
}
