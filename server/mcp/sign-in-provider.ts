import type { OAuthClientMetadata, OAuthClientProvider } from '@modelcontextprotocol/client';
import type { SignInState } from './sign-in-state.ts';

type Stored = {
  /** The newest state: another process may have refreshed the tokens. */
  read(): Promise<SignInState>;
  write(state: SignInState): Promise<void>;
  /** Begins the sign-in of a person. Without it, one that is needed is an error of the library. */
  readonly begin?: { readonly state: string; onRedirect(url: URL): void };
};

/** What the protocol's library stores of a sign-in, and reads. */
export async function makeSignInProvider({ read, write, begin }: Stored): Promise<OAuthClientProvider> {
  const { redirectUrl } = await read();
  const change = async (part: Partial<SignInState>) => write({ ...(await read()), ...part });
  const clientMetadata: OAuthClientMetadata = {
    client_name: 'Threadloom',
    redirect_uris: [redirectUrl],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
  return {
    redirectUrl,
    clientMetadata,
    ...(begin && { state: () => begin.state }),
    clientInformation: async () => (await read()).client,
    saveClientInformation: (client) => change({ client }),
    tokens: async () => (await read()).tokens,
    saveTokens: (tokens) => change({ tokens }),
    redirectToAuthorization: (url) => begin?.onRedirect(url),
    saveCodeVerifier: (codeVerifier) => change({ codeVerifier }),
    codeVerifier: async () => (await read()).codeVerifier ?? '',
    saveDiscoveryState: (discovery) => change({ discovery }),
    discoveryState: async () => (await read()).discovery,
    async invalidateCredentials(scope) {
      const { redirectUrl: kept, client, tokens, codeVerifier, discovery } = await read();
      const isGone = (part: typeof scope) => scope === 'all' || scope === part;
      await write({
        redirectUrl: kept,
        ...(client && !isGone('client') && { client }),
        ...(tokens && !isGone('tokens') && { tokens }),
        ...(codeVerifier && !isGone('verifier') && { codeVerifier }),
        ...(discovery && !isGone('discovery') && { discovery }),
      });
    },
  };
}
