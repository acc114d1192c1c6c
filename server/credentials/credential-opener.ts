import { elapsedTime } from '#lib/async/elapsed-time.ts';
import { GuardedFetchError } from '#lib/errors/guarded-fetch-error.ts';
import type { Logger } from '#lib/ports/logger.ts';
import type { Clock, CredentialUse } from '#lib/ports/runtime.ts';
import type { CredentialStore } from '../db/stores/credential-store.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import type { AccessTokens } from './access-tokens.ts';
import type { OpenedCredential } from './authorize-request.ts';
import { openFields } from './sealed-credential.ts';

const MARK_USED_EVERY_MS = 60_000;

type Options = {
  readonly store: CredentialStore;
  readonly secrets: Pick<SecretBox, 'open'>;
  /** Of OAuth 2 credentials. */
  readonly tokens: Pick<AccessTokens, 'tokenOf' | 'replacementOf' | 'renewalWasUseless'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Logger, 'warn'>;
};

/** Reads and decrypts the credentials of requests. Nothing decrypted is kept. */
export class CredentialOpener {
  readonly #options: Options;
  readonly #elapsed: () => number;
  readonly #markedAtMs = new Map<string, number>();

  constructor(options: Options) {
    this.#options = options;
    this.#elapsed = elapsedTime(options.clock);
  }

  /** @throws {GuardedFetchError} `credential-missing` when none fills the slot, `credential-unusable` */
  async open(use: CredentialUse): Promise<OpenedCredential> {
    const { store, secrets, tokens } = this.#options;
    const found = await store.find(use);
    if (!found) throw missing(use);
    const { credentialId, name, hosts } = found;
    const value = openFields(found, found.sealed, secrets);
    this.#markUsed(credentialId);
    if (value.type !== 'oauth2') return { name, hosts, value };
    const { workspaceId } = use;
    const credential = { credentialId, workspaceId, name, fields: value.fields };
    const withToken = (accessToken: string) => ({ name, hosts, value: { type: 'oauth2' as const, fields: { accessToken } } });
    const first = await tokens.tokenOf(credential);
    return {
      ...withToken(first),
      async renewed() {
        const second = await tokens.replacementOf(credential, first);
        if (second === undefined) return undefined;
        return {
          ...withToken(second),
          async renewed() {
            tokens.renewalWasUseless(credential);
            return undefined;
          },
        };
      },
    };
  }

  #markUsed(credentialId: string): void {
    const { store, clock, log } = this.#options;
    const now = this.#elapsed();
    const markedAt = this.#markedAtMs.get(credentialId) ?? Number.NEGATIVE_INFINITY;
    if (now - markedAt < MARK_USED_EVERY_MS) return;
    this.#markedAtMs.set(credentialId, now);
    store
      .markUsed(credentialId, new Date(clock.now()))
      .catch((error: unknown) => log.warn('the use of a credential could not be recorded', { credentialId, error }));
  }
}

function missing(use: CredentialUse): GuardedFetchError {
  if ('credentialId' in use)
    return new GuardedFetchError('credential-missing', `There is no credential ${use.credentialId}.`, {
      hint: 'Choose another credential where this one is used',
    });
  const message =
    use.workflowId === undefined
      ? `No credential of this workspace is named '${use.slot}'`
      : `No credential of this workspace fills the slot '${use.slot}' of the workflow`;
  return new GuardedFetchError('credential-missing', message, { hint: 'Choose a credential in the field of the node' });
}
