import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type ClientMetadata } from 'oidc-provider';

export type AuthorizationServer = {
  readonly origin: string;
  readonly host: string;
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  /** The body of each token request, in order. */
  readonly tokenRequests: URLSearchParams[];
  /** Every access and refresh token that it gave, in order. */
  readonly issued: string[];
  /** Whether an access token is valid now. */
  isValid(accessToken: string): Promise<boolean>;
  /** Ends an access token before its time, without a word to whoever has it. */
  revoke(accessToken: string): Promise<void>;
  /** Answers without `expires_in`. @defaultValue false */
  saysNoEnd: boolean;
  /** Answers a renewal with the first access token that it gave. @defaultValue false */
  repeatsToken: boolean;
  /** Takes a refresh token no more; the access token that came with it stays valid. */
  endRenewals(refreshToken: string): Promise<void>;
  /** Ends the access that a person gave: its refresh token works no more. */
  withdraw(accessToken: string): Promise<void>;
  /** Signs in as a browser would. @returns what the redirect URI got */
  signIn(url: string): Promise<URLSearchParams>;
  close(): Promise<void>;
};

type Options = {
  readonly clients: ClientMetadata[];
};

/** Life of an access token, in seconds. */
export const ACCESS_TOKEN_S = 3600;

/** An authorization server on loopback. It knows one person, who agrees to everything; refresh tokens are used once. */
export async function startAuthorizationServer({ clients }: Options): Promise<AuthorizationServer> {
  const tokenRequests: URLSearchParams[] = [];
  const issued: string[] = [];
  let listen: (request: IncomingMessage, response: ServerResponse) => void = () => {};
  const server = createServer((request, response) => listen(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const origin = `http://${host}`;
  const provider = new Provider(origin, {
    clients,
    features: { devInteractions: { enabled: false }, clientCredentials: { enabled: true }, revocation: { enabled: true } },
    scopes: ['openid', 'offline_access', 'read'],
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: async () => true,
    ttl: {
      AccessToken: ACCESS_TOKEN_S,
      ClientCredentials: ACCESS_TOKEN_S,
      Grant: 3600,
      IdToken: 3600,
      Interaction: 600,
      Session: 3600,
      RefreshToken: 3600,
    },
    findAccount: async (_context, accountId) => ({ accountId, claims: async () => ({ sub: accountId }) }),
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  });
  provider.use(async (context, next) => {
    await next();
    const { body } = (context as unknown as { oidc?: { body?: Record<string, string> } }).oidc ?? {};
    if (context.path !== '/token' || !body) return;
    if (made.saysNoEnd) delete (context.body as { expires_in?: number }).expires_in;
    if (made.repeatsToken) (context.body as { access_token?: string | undefined }).access_token = issued[0];
    tokenRequests.push(new URLSearchParams(body));
    const { access_token, refresh_token } = context.body as { access_token?: string; refresh_token?: string };
    issued.push(...[access_token, refresh_token].filter((token) => token !== undefined));
  });
  const answer = provider.callback();
  listen = (request, response) => {
    if (request.url?.startsWith('/interaction/')) void agree(provider, request, response);
    else void answer(request, response);
  };
  const made: AuthorizationServer = {
    saysNoEnd: false,
    repeatsToken: false,
    origin,
    host,
    authorizationUrl: `${origin}/auth`,
    tokenUrl: `${origin}/token`,
    tokenRequests,
    issued,
    isValid: async (accessToken) =>
      Boolean((await provider.AccessToken.find(accessToken)) ?? (await provider.ClientCredentials.find(accessToken))),
    async revoke(accessToken) {
      const token = (await provider.AccessToken.find(accessToken)) ?? (await provider.ClientCredentials.find(accessToken));
      await token?.destroy();
    },
    async endRenewals(refreshToken) {
      await (await provider.RefreshToken.find(refreshToken))?.destroy();
    },
    async withdraw(accessToken) {
      const { grantId } = (await provider.AccessToken.find(accessToken)) ?? {};
      if (grantId === undefined) throw new Error('There is no such access token');
      await provider.RefreshToken.revokeByGrantId(grantId);
    },
    signIn: (url) => followToRedirectUri(url, origin),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return made;
}

async function agree(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { prompt, params, session } = await provider.interactionDetails(request, response);
  if (prompt.name === 'login') return provider.interactionFinished(request, response, { login: { accountId: 'ada' } });
  const grant = new provider.Grant({ accountId: session?.accountId ?? 'ada', clientId: String(params.client_id) });
  grant.addOIDCScope(String(params.scope));
  await provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
}

/** Follows redirects with cookies until they leave the server. */
async function followToRedirectUri(first: string, origin: string): Promise<URLSearchParams> {
  const cookies = new Map<string, string>();
  let url = first;
  for (let hops = 0; hops < 20; hops++) {
    if (new URL(url).origin !== origin) return new URL(url).searchParams;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`${url} did not redirect: ${response.status} ${await response.text()}`);
    url = new URL(location, url).href;
  }
  throw new Error('The sign-in did not end');
}
