import { randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NewCredentialBody } from '#lib/api/credentials.contract.ts';
import { type AuthorizationServer, startAuthorizationServer } from '../authorization-server.ts';

/** A service that sends back all that it got, also in Base64, as servers that help to debug do. */
export class EchoService {
  readonly received: { url: string; headers: IncomingHttpHeaders; body: string }[] = [];
  readonly #server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const got = { url: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() };
      this.received.push(got);
      const isWrong = got.url.startsWith('/wrong');
      response.writeHead(isWrong ? 403 : 200, {
        'content-type': 'application/json',
        'x-echo': String(got.headers.authorization),
      });
      response.end(JSON.stringify({ ...got, base64: btoa(JSON.stringify(got.headers)) }));
    });
  });

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

const random = () => randomBytes(12).toString('base64url');

/** One credential of each type, with the secrets in it by name. */
export function credentialsFor(host: string, auth: AuthorizationServer, clientSecret: string) {
  const secrets = {
    bearer: `tok-${random()}`,
    header: `key/${random()}+1`,
    password: `pass word ${random()}`,
    query: `q&s=${random()}`,
    hmac: `signing-${random()}`,
    customHeader: `app-${random()}`,
    customQuery: `sig-${random()}`,
  };
  const hosts = [host];
  const credentials: NewCredentialBody[] = [
    { name: 'bearer', type: 'bearer', hosts, fields: { token: secrets.bearer } },
    { name: 'header', type: 'header', hosts, fields: { name: 'x-api-key', value: secrets.header } },
    { name: 'basic', type: 'basic', hosts, fields: { username: 'ada', password: secrets.password } },
    { name: 'query', type: 'query', hosts, fields: { name: 'api_key', value: secrets.query } },
    { name: 'hmac', type: 'hmac', hosts, fields: { secret: secrets.hmac } },
    {
      name: 'custom',
      type: 'custom',
      hosts,
      fields: { headers: { 'x-app': secrets.customHeader }, query: { sig: secrets.customQuery } },
    },
    {
      name: 'robot',
      type: 'oauth2',
      hosts,
      fields: { grant: 'client_credentials', tokenUrl: auth.tokenUrl, clientId: 'robot', clientSecret },
    },
    {
      name: 'person',
      type: 'oauth2',
      hosts,
      fields: {
        grant: 'authorization_code',
        authorizationUrl: auth.authorizationUrl,
        tokenUrl: auth.tokenUrl,
        clientId: 'studio',
        clientSecret,
        scope: 'openid offline_access',
      },
    },
  ];
  return { credentials, secrets };
}

/** An authorization server with a client for a person and one that signs in by itself. */
export function startSecretIssuer(clientSecret: string, redirectUri: string): Promise<AuthorizationServer> {
  return startAuthorizationServer({
    clients: [
      {
        client_id: 'studio',
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
      },
      {
        client_id: 'robot',
        client_secret: clientSecret,
        redirect_uris: [],
        response_types: [],
        grant_types: ['client_credentials'],
      },
    ],
  });
}
