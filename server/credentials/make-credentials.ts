import type pg from 'pg';
import type { Logger } from '#lib/ports/logger.ts';
import type { Clock, CredentialUse, GuardedFetch, GuardedFetchInit } from '#lib/ports/runtime.ts';
import { CredentialStore } from '../db/stores/credential-store.ts';
import { CredentialTokenStore } from '../db/stores/credential-token-store.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { AccessTokens } from './access-tokens.ts';
import { Authorizations } from './authorizations.ts';
import { authorizeRequest } from './authorize-request.ts';
import { withCredentials } from './credential-fetch.ts';
import { CredentialOpener } from './credential-opener.ts';

type Options = {
  readonly pool: pg.Pool;
  readonly secrets: Pick<SecretBox, 'seal' | 'open'>;
  /** Without credentials. */
  readonly fetch: GuardedFetch;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn' | 'error'>;
};

export type Credentials = ReturnType<typeof makeCredentials>;

/** All that uses the stored credentials of workspaces. */
export function makeCredentials({ pool, secrets, fetch, clock, log }: Options) {
  const store = new CredentialStore(pool);
  const tokenStore = new CredentialTokenStore(pool);
  const tokens = new AccessTokens({ store: tokenStore, secrets, fetch, clock, log });
  const opener = new CredentialOpener({ store, secrets, tokens, clock, log });
  const authorizing = { open: (use: CredentialUse) => opener.open(use), clock };
  return {
    secrets,
    /** For protocols other than HTTP. */
    open: authorizing.open,
    /** Adds `init.credential` to a request. */
    fetch: withCredentials({ ...authorizing, fetch }),
    /** For protocols that stream their answers; `fetch` for all others. */
    authorizeRequest: (use: CredentialUse, request: { url: string; init: GuardedFetchInit }) =>
      authorizeRequest(authorizing, use, request),
    authorizations: new Authorizations({ store: tokenStore, credentials: store, secrets, tokens }),
    /** After the values of an OAuth 2 credential changed: its tokens belong to the earlier ones. */
    forgetTokens: tokenStore.remove.bind(tokenStore),
  };
}
