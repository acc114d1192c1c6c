import type { ClientAuth, TokenEndpointResponse } from 'oauth4webapi';
import type { OAuthFields } from '#lib/credentials/credential-type.ts';
import { errorMessage } from '#lib/errors/error-message.ts';
import type { Clock, GuardedFetch } from '#lib/ports/runtime.ts';
import { maskText } from './mask-secrets.ts';

const MAX_BYTES = 1024 * 1024;
const TIME_LIMIT_MS = 20_000;
/** How long before its end an access token is renewed; less for tokens that live shortly. */
const RENEW_BEFORE_MS = 60_000;
const RENEW_BEFORE_SHARE = 0.2;

export type OAuthTokens = {
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  /** Milliseconds since 1970; null when the server names no end. */
  readonly expiresAtMs: number | null;
  readonly renewAtMs: number | null;
};

/** `isRefused`: the server no longer accepts what it was given; a repetition does not help. */
export class TokenRequestError extends Error {
  override readonly name = 'TokenRequestError';
  readonly isRefused: boolean;

  constructor(message: string, { cause, isRefused }: { cause: unknown; isRefused: boolean }) {
    super(message, { cause });
    this.isRefused = isRefused;
  }
}

type Ports = { readonly fetch: GuardedFetch; readonly clock: Pick<Clock, 'now'> };
export type TokenGrant =
  | {
      readonly kind: 'code';
      readonly code: string;
      readonly state: string;
      readonly redirectUri: string;
      readonly verifier: string;
    }
  | { readonly kind: 'refresh'; readonly refreshToken: string }
  | { readonly kind: 'client' };

/** Requests tokens at the token URL of a credential. @throws {TokenRequestError} */
export async function requestTokens(fields: OAuthFields, grant: TokenGrant, { fetch, clock }: Ports): Promise<OAuthTokens> {
  const oauth = await import('oauth4webapi');
  // The issuer is not known, so nothing that depends on it is used.
  const server = { issuer: new URL(fields.tokenUrl).origin, token_endpoint: fields.tokenUrl };
  const client = { client_id: fields.clientId };
  const options = {
    // The address is checked by the guarded fetch, which allows plain http on listed hosts only.
    [oauth.allowInsecureRequests]: true,
    [oauth.customFetch]: (url: string, init: FetchInit) => send(fetch, url, init),
    signal: AbortSignal.timeout(TIME_LIMIT_MS),
  };
  const auth = authenticationOf(fields, oauth);
  const more = new URLSearchParams(fields.parameters);
  try {
    switch (grant.kind) {
      case 'code': {
        const { code, state, redirectUri, verifier } = grant;
        const parameters = oauth.validateAuthResponse(server, client, new URLSearchParams({ code, state }), state);
        const response = await oauth.authorizationCodeGrantRequest(
          server,
          client,
          auth,
          parameters,
          redirectUri,
          verifier,
          options,
        );
        return toTokens(await oauth.processAuthorizationCodeResponse(server, client, response), clock.now(), undefined);
      }
      case 'refresh': {
        const response = await oauth.refreshTokenGrantRequest(server, client, auth, grant.refreshToken, options);
        return toTokens(await oauth.processRefreshTokenResponse(server, client, response), clock.now(), grant.refreshToken);
      }
      case 'client': {
        if (fields.scope !== '') more.set('scope', fields.scope);
        const response = await oauth.clientCredentialsGrantRequest(server, client, auth, more, options);
        return toTokens(await oauth.processClientCredentialsResponse(server, client, response), clock.now(), undefined);
      }
    }
  } catch (cause) {
    const isAnswer = cause instanceof oauth.ResponseBodyError;
    const said = isAnswer ? [cause.error, cause.error_description].filter(Boolean).join(': ') : errorMessage(reasonOf(cause));
    const secrets = [fields.clientSecret ?? '', grant.kind === 'refresh' ? grant.refreshToken : ''];
    const isRefused = isAnswer && ['invalid_grant', 'invalid_client', 'unauthorized_client'].includes(cause.error);
    throw new TokenRequestError(maskText(said, secrets), { cause: undefined, isRefused });
  }
}

/** The library puts what the fetch threw behind a sentence of its own. */
function reasonOf(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? error.cause : error;
}

function authenticationOf({ clientSecret, clientAuthentication }: OAuthFields, oauth: typeof import('oauth4webapi')): ClientAuth {
  if (!clientSecret) return oauth.None();
  return clientAuthentication === 'body' ? oauth.ClientSecretPost(clientSecret) : oauth.ClientSecretBasic(clientSecret);
}

type FetchInit = {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
};

async function send(fetch: GuardedFetch, url: string, { method, headers, body, signal }: FetchInit): Promise<Response> {
  const answer = await fetch(url, {
    method,
    headers,
    maxBytes: MAX_BYTES,
    ...(body !== undefined && { body: String(body) }),
    ...(signal && { signal }),
  });
  // A `Response` takes no other characters.
  const plain = Object.entries(answer.headers).filter(([, value]) => /^[\t\x20-\xff]*$/.test(value));
  return new Response(withoutIdToken(answer.body), { status: answer.status, headers: plain });
}

/** Only the access token is used, and an id token cannot be checked without its issuer. */
function withoutIdToken(body: Uint8Array): string {
  const text = new TextDecoder().decode(body);
  try {
    const { id_token: _, ...rest } = JSON.parse(text) as Record<string, unknown>;
    return JSON.stringify(rest);
  } catch {
    return text;
  }
}

function toTokens(answer: TokenEndpointResponse, nowMs: number, before: string | undefined): OAuthTokens {
  const lifeMs = answer.expires_in === undefined ? null : answer.expires_in * 1000;
  return {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token ?? before,
    expiresAtMs: lifeMs === null ? null : nowMs + lifeMs,
    renewAtMs: lifeMs === null ? null : nowMs + lifeMs - Math.min(RENEW_BEFORE_MS, lifeMs * RENEW_BEFORE_SHARE),
  };
}
