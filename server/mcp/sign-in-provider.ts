import type { OAuthClientMetadata, OAuthClientProvider } from '@modelcontextprotocol/client';
import type { SignInState } from './sign-in-state.ts';

type Stored = {
  /** The newest state: another process may have refreshed the tokens. */
  read(): Promise<SignInState>;
  write(state: SignInState): Promise<void>;
  /** Of a document that describes this client, for authorization servers that read it. */
  readonly clientMetadataUrl?: string | undefined;
  /** Begins the sign-in of a person. Without it, one that is needed is an error of the library. */
  readonly begin?: { readonly state: string; onRedirect(url: URL): void };
};

/** What the protocol's library stores of a sign-in, and reads. */
export async function makeSignInProvider({ read, write, begin, clientMetadataUrl }: Stored): Promise<OAuthClientProvider> {
  const { redirectUrl } = await read();
  const change = async (part: Partial<SignInState>) => write({ ...(await read()), ...part });
  return {
    redirectUrl,
    clientMetadata: clientMetadataFor(redirectUrl),
    ...(clientMetadataUrl !== undefined && { clientMetadataUrl }),
    ...(begin && { state: () => begin.state }),
    clientInformation: async () => (await read()).client,
    saveClientInformation: (client) => change({ client }),
    tokens: async () => (await read()).tokens,
    saveTokens: (tokens) => change({ tokens }),
    async redirectToAuthorization(url) {
      if (begin) return begin.onRedirect(url);
      const wantedScope = url.searchParams.get('scope');
      if (wantedScope !== null) await change({ wantedScope });
    },
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

/** What authorization servers learn of this client. */
export function clientMetadataFor(redirectUrl: string) {
  return {
    client_name: 'Threadloom',
    redirect_uris: [redirectUrl],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  } satisfies OAuthClientMetadata;
}
