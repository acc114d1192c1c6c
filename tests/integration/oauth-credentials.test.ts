import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Client, makeClient } from '#lib/api/client.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import { makeCredentials } from '#server/credentials/make-credentials.ts';
import { sealFields } from '#server/credentials/sealed-credential.ts';
import { reposFor } from '#server/db/repositories/repositories.ts';
import { makeSafeFetch } from '#server/fetch/safe-fetch.ts';
import { makeMcpFetch } from '#server/mcp/mcp-fetch.ts';
import { makeModelTransport } from '#server/models/model-transport.ts';
import { systemClock } from '#server/process/system-clock.ts';
import { SecretBox } from '#server/secrets/secret-box.ts';
import { ACCESS_TOKEN_S, type AuthorizationServer, startAuthorizationServer } from '../support/authorization-server.ts';
import { type DatabaseLocation, makeDatabaseLocation, withDatabase } from '../support/databases.ts';
import { startLoopbackServer } from '../support/loopback-server.ts';
import { ServerProcess } from '../support/server-process.ts';

const redirectUri = 'http://127.0.0.1:4999/credentials/callback';
const clients = [
  {
    client_id: 'studio',
    client_secret: 'studio-secret-51',
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
  },
  {
    client_id: 'robot',
    client_secret: 'robot-secret-77',
    redirect_uris: [],
    response_types: [],
    grant_types: ['client_credentials'],
  },
];

/** A service that accepts only tokens of the authorization server. */
async function startService(auth: AuthorizationServer) {
  return startLoopbackServer((request, response) => {
    const token = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
    auth
      .isValid(token)
      .then((isValid) => response.writeHead(isValid && request.url !== '/forbidden' ? 200 : 401).end(`token ${token}`));
  });
}

const personFields = (auth: AuthorizationServer) => ({
  grant: 'authorization_code' as const,
  authorizationUrl: auth.authorizationUrl,
  tokenUrl: auth.tokenUrl,
  clientId: 'studio',
  clientSecret: 'studio-secret-51',
  scope: 'openid offline_access read',
});

const robotFields = ({ tokenUrl }: AuthorizationServer) => ({
  grant: 'client_credentials' as const,
  tokenUrl,
  clientId: 'robot',
  clientSecret: 'robot-secret-77',
  scope: '',
});

describe('a person connects a credential', () => {
  let place: DatabaseLocation;
  let server: ServerProcess;
  let api: Client;
  let auth: AuthorizationServer;
  beforeAll(async () => {
    auth = await startAuthorizationServer({ clients });
    place = await makeDatabaseLocation();
  });
  afterAll(async () => {
    await server?.end();
    await place?.remove();
    await auth?.close();
  });

  test('with PKCE, once per state, and requests carry the access token', async () => {
    const service = await startService(auth);
    server = await ServerProcess.start({
      ...place,
      config: `http:\n  allowed_private_hosts: ['${auth.host}', '${service.host}']\n`,
    });
    api = makeClient({ baseUrl: server.url, fetch });
    const made = await api.createCredential({
      body: { type: 'oauth2', name: 'mail', hosts: [service.host], fields: personFields(auth) },
    });
    expect(made.connection).toEqual({ grant: 'authorization_code', isConnected: false, expiresAt: null });
    const call = () => api.testCredential({ params: { id: made.id }, body: { url: `${service.origin}/me` } });
    expect(await call()).toMatchObject({ ok: false, status: null, message: expect.stringContaining('has no access token') });
    expect(service.hits).toHaveLength(0);

    const { url } = await api.beginAuthorization({ params: { id: made.id }, body: { redirectUri } });
    expect(url).toContain('code_challenge_method=S256');
    expect(url).not.toContain('secret');
    const answer = Object.fromEntries(await auth.signIn(url));
    const body = { state: answer.state as string, code: answer.code as string };
    await expect(api.completeAuthorization({ body: { ...body, state: 'guessed' } })).rejects.toMatchObject({ code: 'not-found' });
    const connected = await api.completeAuthorization({ body });
    expect(connected.connection).toMatchObject({ isConnected: true, expiresAt: expect.any(String) });
    await expect(api.completeAuthorization({ body })).rejects.toMatchObject({ code: 'not-found' });
    expect(auth.tokenRequests.at(-1)?.get('code_verifier')).toMatch(/^[\w-]{43,}$/);

    expect(await call()).toEqual({ ok: true, status: 200, message: null });
    const sent = service.hits.at(-1)?.headers.authorization ?? '';
    expect(JSON.stringify(await api.listCredentials({ query: {} }))).not.toContain(sent.replace('Bearer ', ''));
  });

  test('a wrong code is refused, with what the server says and without the secret', async () => {
    const { items } = await api.listCredentials({ query: {} });
    const id = items.find(({ name }) => name === 'mail')?.id as string;
    const { url } = await api.beginAuthorization({ params: { id }, body: { redirectUri } });
    const state = new URL(url).searchParams.get('state') as string;
    await expect(api.completeAuthorization({ body: { state, code: 'wrong' } })).rejects.toMatchObject({
      code: 'authorization-failed',
      message: expect.stringContaining('invalid_grant'),
    });
  });

  test('new values end the connection, and the type is checked', async () => {
    const { items } = await api.listCredentials({ query: {} });
    const id = items.find(({ name }) => name === 'mail')?.id as string;
    const { connection } = await api.updateCredential({ params: { id }, body: { fields: personFields(auth) } });
    expect(connection).toMatchObject({ isConnected: false });
    const bearer = await api.createCredential({
      body: { type: 'bearer', name: 'other', hosts: ['a.example'], fields: { token: 't' } },
    });
    await expect(api.beginAuthorization({ params: { id: bearer.id }, body: { redirectUri } })).rejects.toMatchObject({
      code: 'body-invalid',
    });
  });
});

withDatabase('tokens are renewed', (database) => {
  const workspaceId = 'ws_local' as WorkspaceId;

  async function setUp(fields: (auth: AuthorizationServer) => object) {
    const auth = await startAuthorizationServer({ clients });
    const service = await startService(auth);
    const fetch = makeSafeFetch({ allowedPrivateHosts: [auth.host, service.host] });
    const secrets = new SecretBox([randomBytes(32)]);
    let passedMs = 0;
    const clock = { ...systemClock, now: () => systemClock.now() + passedMs };
    /** Until a token of now is due for renewal, and still valid. */
    const passLife = () => {
      passedMs += (ACCESS_TOKEN_S - 30) * 1000;
    };
    // Two processes share nothing but the database.
    const [one, other] = [0, 1].map(() =>
      makeCredentials({ pool: database().pool, secrets, fetch, clock, log: { warn: () => {}, error: () => {} } }),
    ) as [ReturnType<typeof makeCredentials>, ReturnType<typeof makeCredentials>];
    const credentialId = `cred_${randomBytes(6).toString('hex')}`;
    const { credentials } = reposFor(database().db, workspaceId);
    const type = 'oauth2' as const;
    const sealed = sealFields({ credentialId, type }, fields(auth), secrets);
    await credentials.create({
      credentialId,
      name: credentialId,
      type,
      hosts: [service.host],
      sealed,
      oauthGrant: 'authorization_code',
    });
    onTestFinished(async () => {
      await credentials.remove(credentialId);
      await fetch.close();
      await auth.close();
    });
    const use = { workspaceId, credentialId };
    const call = async (at: Pick<typeof one, 'fetch'>) => (await at.fetch(`${service.origin}/me`, { credential: use })).status;
    const tokens = () => [...new Set(service.hits.map(({ headers }) => headers.authorization))];
    async function connect() {
      const answer = await auth.signIn(await one.authorizations.begin(use, redirectUri));
      await one.authorizations.complete(workspaceId, { state: answer.get('state') ?? '', code: answer.get('code') ?? '' });
    }
    const isConnected = async () => (await credentials.get(credentialId))?.connection?.isConnected;
    return { auth, service, one: { ...one, use, stream: fetch.stream }, other, call, tokens, connect, isConnected, passLife };
  }

  test('before they expire, by one of all processes at a time', async () => {
    const { auth, one, other, call, tokens, connect, passLife } = await setUp(personFields);
    await connect();
    for (const life of [1, 2, 3]) {
      if (life > 1) passLife();
      const statuses = await Promise.all(Array.from({ length: 10 }, (_, index) => call(index % 2 === 0 ? one : other)));
      // A refresh token works once: a second renewal with it would end the connection.
      expect(statuses).toEqual(Array.from({ length: 10 }, () => 200));
      expect(tokens()).toHaveLength(life);
    }
    const kinds = auth.tokenRequests.map((request) => request.get('grant_type'));
    expect(kinds).toEqual(['authorization_code', 'refresh_token', 'refresh_token']);
  });

  test('by a client with its own credentials, also when many request the first token at once', async () => {
    const { auth, one, other, call } = await setUp(robotFields);
    const statuses = await Promise.all(Array.from({ length: 20 }, (_, index) => call(index % 2 === 0 ? one : other)));
    expect(statuses).toEqual(Array.from({ length: 20 }, () => 200));
    expect(auth.tokenRequests).toHaveLength(1);
  });

  test('and kept, though the database fails once just after the renewal', async () => {
    const { auth, one, other, call, tokens, connect, passLife } = await setUp(personFields);
    await connect();
    const query = database().pool.query.bind(database().pool) as (...args: unknown[]) => unknown;
    let failures = 0;
    const failing = vi.spyOn(database().pool, 'query').mockImplementation(((statement: { text?: string }, ...rest: unknown[]) => {
      if (failures === 0 && statement.text?.includes('SET sealed = $1')) {
        failures++;
        return Promise.reject(new Error('Connection terminated unexpectedly'));
      }
      return query(statement, ...rest);
    }) as never);
    onTestFinished(() => failing.mockRestore());
    // The refresh token works once: without the new one the second renewal would fail.
    for (const life of [1, 2, 3]) {
      if (life > 1) passLife();
      expect(await Promise.all([call(one), call(other)])).toEqual([200, 200]);
      expect(tokens()).toHaveLength(life);
    }
    expect(failures).toBe(1);
    expect(auth.tokenRequests.map((request) => request.get('grant_type'))).toEqual([
      'authorization_code',
      'refresh_token',
      'refresh_token',
    ]);
  });

  test('once after a service refuses one that should still be valid, for all requests that were refused', async () => {
    const { auth, one, other, call, connect, tokens } = await setUp(personFields);
    await connect();
    expect(await call(one)).toBe(200);
    for (const life of [2, 3]) {
      await auth.revoke(tokens().at(-1)?.replace('Bearer ', '') ?? '');
      const statuses = await Promise.all(Array.from({ length: 10 }, (_, index) => call(index % 2 === 0 ? one : other)));
      expect(statuses).toEqual(Array.from({ length: 10 }, () => 200));
      expect(tokens()).toHaveLength(life);
    }
    expect(auth.tokenRequests.map((request) => request.get('grant_type')).slice(1)).toEqual(['refresh_token', 'refresh_token']);
  });

  test('of a client, and one that says no end, which nothing else would ever renew', async () => {
    const { auth, one, call, tokens } = await setUp(robotFields);
    auth.saysNoEnd = true;
    expect(await call(one)).toBe(200);
    await auth.revoke(tokens().at(-1)?.replace('Bearer ', '') ?? '');
    expect(await call(one)).toBe(200);
    expect(auth.tokenRequests).toHaveLength(2);
  });

  test('at most once for a service that refuses every token, which then gets no more of them for a while', async () => {
    const { auth, service, one, connect } = await setUp(personFields);
    await connect();
    const refused = { credential: one.use };
    const statuses: number[] = [];
    for (let index = 0; index < 3; index++) statuses.push((await one.fetch(`${service.origin}/forbidden`, refused)).status);
    expect(statuses).toEqual([401, 401, 401]);
    expect(auth.tokenRequests.map((request) => request.get('grant_type'))).toEqual(['authorization_code', 'refresh_token']);
    expect(service.hits.filter(({ url }) => url === '/forbidden')).toHaveLength(4);
  });

  test('once by each process, where the token server answers with the same token', async () => {
    const { auth, service, one, other, connect, call } = await setUp(personFields);
    await connect();
    auth.repeatsToken = true;
    const refused = ({ fetch }: Pick<typeof one, 'fetch'>) => fetch(`${service.origin}/forbidden`, { credential: one.use });
    for (let round = 0; round < 2; round++) {
      const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => refused(index % 2 === 0 ? one : other)));
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 401));
    }
    expect(auth.tokenRequests.slice(1).length).toBeLessThanOrEqual(2);
    expect(service.hits).toHaveLength(20);
    expect(await call(one)).toBe(200);
  });

  test('and kept, though a service permits something to none and the token server renews no more', async () => {
    const { auth, service, one, other, call, connect, tokens, isConnected, passLife } = await setUp(personFields);
    await connect();
    expect(await call(one)).toBe(200);
    await auth.endRenewals(auth.issued.at(-1) ?? '');
    for (const at of [one, one, other])
      expect((await at.fetch(`${service.origin}/forbidden`, { credential: one.use })).status).toBe(401);
    expect(await Promise.all([call(one), call(other)])).toEqual([200, 200]);
    expect(tokens()).toHaveLength(1);
    expect(await isConnected()).toBe(true);
    const requests = auth.tokenRequests.length;
    passLife();
    expect(await call(other)).toBe(200);
    passLife();
    await expect(call(other)).rejects.toMatchObject({ code: 'credential-unusable' });
    expect(auth.tokenRequests).toHaveLength(requests);
  });

  test('for streams and models, too, and bodies are sent again', async () => {
    const { auth, service, one, connect, call, tokens } = await setUp(personFields);
    await connect();
    expect(await call(one)).toBe(200);
    await auth.revoke(tokens().at(-1)?.replace('Bearer ', '') ?? '');
    const transport = makeModelTransport({
      authorize: (_, request) => one.authorizeRequest(one.use, request),
    });
    onTestFinished(() => transport.close());
    const answer = await transport.fetch({ credentialId: 'any' })(`${service.origin}/v1/chat`, {
      method: 'POST',
      body: '{"a":1}',
    });
    expect(answer.status).toBe(200);
    expect(service.hits.slice(-2).map(({ body }) => body)).toEqual(['{"a":1}', '{"a":1}']);
    await auth.revoke(tokens().at(-1)?.replace('Bearer ', '') ?? '');
    const mcpFetch = makeMcpFetch({
      stream: one.stream,
      authorize: one.authorizeRequest,
      serverUrl: new URL(service.origin),
      headers: {},
      credential: one.use,
      signal: AbortSignal.timeout(10_000),
    });
    const response = await mcpFetch(`${service.origin}/mcp`, { method: 'POST', body: '{"b":2}' });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('token [masked]');
    expect(service.hits.slice(-2).map(({ body }) => body)).toEqual(['{"b":2}', '{"b":2}']);
  });

  test('and an access that was withdrawn needs a new sign-in', async () => {
    const { auth, one, other, call, connect, tokens, isConnected, passLife } = await setUp(personFields);
    await connect();
    expect(await call(one)).toBe(200);
    await auth.withdraw(tokens()[0]?.replace('Bearer ', '') ?? '');
    passLife();
    await expect(call(other)).rejects.toMatchObject({
      code: 'credential-unusable',
      message: expect.stringContaining('invalid_grant'),
    });
    expect(await isConnected()).toBe(false);
    await connect();
    expect(await call(one)).toBe(200);
  });
});
