import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { elapsedTime } from '#lib/async/elapsed-time.ts';
import type { OAuthFields } from '#lib/credentials/credential-type.ts';
import { GuardedFetchError } from '#lib/errors/guarded-fetch-error.ts';
import type { Logger } from '#lib/ports/logger.ts';
import type { Clock, GuardedFetch } from '#lib/ports/runtime.ts';
import type { CredentialTokenStore } from '../db/stores/credential-token-store.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { type OAuthTokens, requestTokens, type TokenGrant, TokenRequestError } from './oauth-client.ts';

/** Longer than a token request may take, so that a live process keeps its claim. */
const RENEWAL_LEASE_MS = 30_000;
const LOOK_EVERY_MS = 100;
const WAIT_MAX_MS = 40_000;
/** For how long no refusal leads to a renewal, after one that did not help. */
const USELESS_MS = 60_000;
/** Pauses before further attempts to store tokens, in milliseconds; together shorter than the claim lasts. */
const STORE_RETRY_MS = [100, 500, 2000];

const tokensSchema = z.object({
  accessToken: z.string(),
  refreshToken: z.string().optional(),
  expiresAtMs: z.number().nullable(),
  renewAtMs: z.number().nullable(),
});

type Options = {
  readonly store: CredentialTokenStore;
  readonly secrets: Pick<SecretBox, 'seal' | 'open'>;
  readonly fetch: GuardedFetch;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'error'>;
};
type Renewal = {
  readonly grant: TokenGrant;
  /** Names the claim. */
  readonly by: string;
  readonly before: Pick<OAuthTokens, 'accessToken' | 'expiresAtMs'> | undefined;
};
type OAuthCredential = {
  readonly credentialId: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly fields: OAuthFields;
};

/**
 * Access tokens of OAuth 2 credentials. One process renews a token, all others wait for it. No token is
 * kept in memory.
 */
export class AccessTokens {
  readonly #options: Options;
  readonly #uselessUntilMs = new Map<string, number>();

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * @param refused a token that the service did not take, however long it should last
   * @returns `refused` where there is no other
   * @throws {GuardedFetchError} `credential-unusable`: a person has to sign in, or the server gave no token
   */
  async tokenOf(credential: OAuthCredential, refused?: string): Promise<string> {
    const { store, clock } = this.#options;
    const elapsed = elapsedTime(clock);
    while (true) {
      const stored = await store.find(credential);
      const tokens = stored?.sealed ? this.#unseal(credential, stored.sealed) : undefined;
      const nowMs = clock.now();
      if (tokens && tokens.accessToken === refused && this.#cannotReplace(credential, tokens)) return refused;
      const isUsable = tokens && tokens.accessToken !== refused;
      if (isUsable && (tokens.renewAtMs === null || nowMs < tokens.renewAtMs)) return tokens.accessToken;
      const grant = grantOf(credential, tokens);
      const by = randomUUID();
      if (await store.beginRenewal(credential, { by, leaseMs: RENEWAL_LEASE_MS })) {
        // Another process may have renewed it between the look and the claim.
        const now = await store.find(credential);
        if (now?.sealed && now.sealed !== stored?.sealed) {
          await store.abandonRenewal(credential, by, { isRefused: false });
          continue;
        }
        const mayBeGood = tokens?.accessToken === refused && (tokens?.expiresAtMs ?? Number.POSITIVE_INFINITY) > nowMs;
        const renewed = await this.#renew(credential, { grant, by, before: mayBeGood ? tokens : undefined });
        if (renewed.accessToken === refused) this.renewalWasUseless(credential);
        return renewed.accessToken;
      }
      if (isUsable && (tokens.expiresAtMs ?? 0) > nowMs) return tokens.accessToken;
      if (elapsed() > WAIT_MAX_MS) throw unusable(credential, 'another process has not renewed the token in time');
      await clock.sleep(LOOK_EVERY_MS, AbortSignal.timeout(WAIT_MAX_MS));
    }
  }

  /**
   * Another token instead of one that the service refused.
   * @returns undefined where there is none: nothing can renew it, or a renewal did not help a moment ago
   * @throws {GuardedFetchError} `credential-unusable`
   */
  async replacementOf(credential: OAuthCredential, refused: string): Promise<string | undefined> {
    if (this.#isUseless(credential)) return undefined;
    const token = await this.tokenOf(credential, refused);
    return token === refused ? undefined : token;
  }

  #cannotReplace(credential: OAuthCredential, { refreshToken }: { readonly refreshToken?: string | undefined }): boolean {
    return this.#isUseless(credential) || (refreshToken === undefined && credential.fields.grant !== 'client_credentials');
  }

  #isUseless({ credentialId }: Pick<OAuthCredential, 'credentialId'>): boolean {
    return (this.#uselessUntilMs.get(credentialId) ?? 0) > this.#options.clock.now();
  }

  /** The service refused a renewed token, too, or the token server has no other: it is not the token that it minds. */
  renewalWasUseless({ credentialId }: Pick<OAuthCredential, 'credentialId'>): void {
    this.#uselessUntilMs.set(credentialId, this.#options.clock.now() + USELESS_MS);
  }

  /** After a sign-in. @throws {TokenRequestError} */
  async connect(credential: OAuthCredential, grant: TokenGrant): Promise<void> {
    const tokens = await requestTokens(credential.fields, grant, this.#options);
    await this.#options.store.replace(credential, this.#seal(credential, tokens));
  }

  /**
   * Where the server takes the refresh token no more, the access token of before is kept: it may be good, since a
   * service answers 401 to what it does not permit, too.
   * @param renewal `before`: tokens that a service refused and that have not expired
   */
  async #renew(credential: OAuthCredential, { grant, by, before }: Renewal): Promise<OAuthTokens> {
    let tokens: OAuthTokens;
    try {
      tokens = await requestTokens(credential.fields, grant, this.#options);
    } catch (error) {
      const isRefused = error instanceof TokenRequestError && error.isRefused;
      if (!isRefused || !before) {
        await this.#options.store.abandonRenewal(credential, by, { isRefused });
        throw error instanceof TokenRequestError ? unusable(credential, error.message) : error;
      }
      tokens = { ...before, refreshToken: undefined, renewAtMs: before.expiresAtMs };
    }
    await this.#endRenewal(credential, by, tokens);
    return tokens;
  }

  /** The refresh token of before may be spent, so a database that fails once must not lose the new one. */
  async #endRenewal(credential: OAuthCredential, by: string, tokens: OAuthTokens): Promise<void> {
    const { store, clock, log } = this.#options;
    const sealed = this.#seal(credential, tokens);
    for (const pauseMs of [...STORE_RETRY_MS, undefined]) {
      try {
        return await store.endRenewal(credential, by, sealed);
      } catch (error) {
        if (pauseMs === undefined)
          return log.error('the renewed tokens of a credential could not be stored', {
            credentialId: credential.credentialId,
            error,
          });
        await clock.sleep(pauseMs, AbortSignal.timeout(WAIT_MAX_MS));
      }
    }
  }

  #seal({ credentialId }: OAuthCredential, tokens: OAuthTokens) {
    const { expiresAtMs } = tokens;
    return {
      sealed: this.#options.secrets.seal(JSON.stringify(tokens), aadOf(credentialId)),
      expiresAt: expiresAtMs === null ? null : new Date(expiresAtMs),
    };
  }

  #unseal({ credentialId }: OAuthCredential, sealed: string) {
    return tokensSchema.parse(JSON.parse(this.#options.secrets.open(sealed, aadOf(credentialId))));
  }
}

function grantOf(credential: OAuthCredential, tokens: { refreshToken?: string | undefined } | undefined): TokenGrant {
  if (credential.fields.grant === 'client_credentials') return { kind: 'client' };
  if (tokens?.refreshToken === undefined) throw unusable(credential, 'the sign-in is missing, or the access has ended');
  return { kind: 'refresh', refreshToken: tokens.refreshToken };
}

function unusable({ name }: OAuthCredential, reason: string): GuardedFetchError {
  return new GuardedFetchError('credential-unusable', `The credential '${name}' has no access token: ${reason}`, {
    hint: 'Connect it on the page Credentials',
  });
}

function aadOf(credentialId: string): string {
  return `credential-tokens/${credentialId}`;
}
