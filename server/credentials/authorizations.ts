import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '#lib/errors/app-error.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import type { CredentialStore } from '../db/stores/credential-store.ts';
import type { CredentialTokenStore } from '../db/stores/credential-token-store.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import type { AccessTokens } from './access-tokens.ts';
import { TokenRequestError } from './oauth-client.ts';
import { openFields } from './sealed-credential.ts';

const LIFE_MS = 10 * 60 * 1000;
const STATE_BYTES = 32;

const pendingSchema = z.object({ verifier: z.string(), redirectUri: z.string() });

type Options = {
  readonly store: CredentialTokenStore;
  readonly credentials: CredentialStore;
  readonly secrets: Pick<SecretBox, 'seal' | 'open'>;
  readonly tokens: AccessTokens;
};
type Owner = { readonly workspaceId: WorkspaceId; readonly credentialId: string };

/** Sign-ins of people at authorization servers: authorization code with PKCE. */
export class Authorizations {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * @returns the URL that a browser opens
   * @throws {AppError} `not-found`; `body-invalid` for a credential without a sign-in
   */
  async begin(owner: Owner, redirectUri: string): Promise<string> {
    const { store, secrets } = this.#options;
    const { fields } = await this.#load(owner);
    const oauth = await import('oauth4webapi');
    const state = randomBytes(STATE_BYTES).toString('base64url');
    const verifier = oauth.generateRandomCodeVerifier();
    const stateHash = hashOf(state);
    const sealed = secrets.seal(JSON.stringify({ verifier, redirectUri }), aadOf(stateHash));
    await store.beginAuthorization({ ...owner, sealed }, { stateHash, lifeMs: LIFE_MS });
    const url = new URL(fields.authorizationUrl);
    const parameters = {
      ...fields.parameters,
      ...(fields.scope !== '' && { scope: fields.scope }),
      response_type: 'code',
      client_id: fields.clientId,
      redirect_uri: redirectUri,
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return url.href;
  }

  /** @returns the id of the credential @throws {AppError} `not-found` for an unknown state, `authorization-failed` */
  async complete(workspaceId: WorkspaceId, { state, code }: { state: string; code: string }): Promise<string> {
    const { store, secrets, tokens } = this.#options;
    const stateHash = hashOf(state);
    const pending = await store.takeAuthorization(stateHash, workspaceId);
    if (!pending) throw new AppError('not-found', 'This sign-in has expired or was completed already. Begin it again.');
    const { credentialId } = pending;
    const credential = await this.#load({ workspaceId, credentialId });
    const { verifier, redirectUri } = pendingSchema.parse(JSON.parse(secrets.open(pending.sealed, aadOf(stateHash))));
    try {
      await tokens.connect(credential, { kind: 'code', code, state, verifier, redirectUri });
    } catch (error) {
      if (!(error instanceof TokenRequestError)) throw error;
      throw new AppError('authorization-failed', `The authorization server gave no token: ${error.message}`);
    }
    return credentialId;
  }

  async #load(owner: Owner) {
    const found = await this.#options.credentials.find(owner);
    if (!found) throw new AppError('not-found', `There is no credential ${owner.credentialId}.`);
    const { type, fields } = openFields(found, found.sealed, this.#options.secrets);
    if (type !== 'oauth2' || fields.grant !== 'authorization_code' || fields.authorizationUrl === undefined)
      throw new AppError(
        'body-invalid',
        `The credential '${found.name}' has no sign-in: only OAuth 2 with an authorization code has one.`,
      );
    return { ...owner, name: found.name, fields: { ...fields, authorizationUrl: fields.authorizationUrl } };
  }
}

/** The state itself is in the address of a browser. */
function hashOf(state: string): string {
  return createHash('sha256').update(state).digest('base64url');
}

function aadOf(stateHash: string): string {
  return `credential-authorizations/${stateHash}`;
}
