import { AppError } from '#lib/errors/app-error.ts';
import type { WorkspaceKey, WorkspaceKeyStore } from '../db/stores/workspace-key-store.ts';
import { parseWorkspaceKey } from './api-key.ts';
import { KeyLookup } from './key-lookup.ts';
import { type KeyRateOptions, KeyRates } from './key-rates.ts';

/** Authenticates programs by the key of a workspace. What the key may do, its scopes say. */
export class WorkspaceKeyAuthenticator {
  readonly #keys: KeyLookup<WorkspaceKey>;
  readonly #rates: KeyRates;

  constructor(options: KeyRateOptions & { readonly store: WorkspaceKeyStore }) {
    this.#keys = new KeyLookup(options);
    this.#rates = new KeyRates(options, { what: 'send' });
  }

  /**
   * The key of a request, which counts for its rate.
   * @throws {AppError} `authentication-failed`, the same for a wrong, revoked and expired key; `rate-limited`
   */
  async authenticate(key: string): Promise<WorkspaceKey> {
    const found = await this.#keys.findValid(parseWorkspaceKey(key));
    if (!found) throw new AppError('authentication-failed', 'This key of the workspace is wrong, revoked or expired.');
    this.#keys.markUsed(found.keyId);
    if (found.ratePerMinute !== null) await this.#rates.take(found.keyId, found.ratePerMinute);
    return found;
  }

  /** The next use of the key reads the database. */
  invalidateKey(keyId: string): void {
    this.#keys.invalidate(keyId);
  }
}
