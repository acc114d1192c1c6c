import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type DatabaseLocation, makeDatabaseLocation } from '#tests/support/databases.ts';
import { bearer, callApi } from '#tests/support/published-endpoint.ts';
import { rawRequest } from '#tests/support/raw-request.ts';
import { startReverseProxy } from '#tests/support/reverse-proxy.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { workflowOf } from '#tests/support/test-engine.ts';

const TOKEN = 'the-token-of-this-test';
const PUBLIC_URL = 'https://studio.example';
const workflow = workflowOf({ start: ['start', { inputs: [] }], end: ['end', { outputs: { answer: 'hello' } }] }, [
  'start -> end',
]);

let place: DatabaseLocation;
let server: ServerProcess;
beforeAll(async () => {
  place = await makeDatabaseLocation();
  server = await ServerProcess.start({
    ...place,
    env: { THREADLOOM_ADMIN_TOKEN: TOKEN },
    config: `public_url: ${PUBLIC_URL}\nallowed_hosts: [studio.internal:8443]\n`,
  });
});
afterAll(async () => {
  await server?.end();
  await place?.remove();
});

type Headers = Record<string, string>;
const own = (): Headers => ({ origin: server.url });
const call = (path: string, headers: Headers = {}, body?: unknown, method?: string) =>
  callApi(`${server.url}/api/v1${path}`, { headers, body, ...(method !== undefined && { method }) });
const codeOf = ({ json }: { json: Record<string, unknown> }) => (json.error as { code?: string } | undefined)?.code;

/** Signs in like the page does. @returns the cookie as the browser sends it, and how the server set it */
async function signIn(headers: Headers = own()) {
  const answer = await call('/sign-in', { ...bearer(TOKEN), ...headers }, undefined, 'POST');
  expect(answer.status).toBe(200);
  const [setCookie = ''] = [answer.headers['set-cookie']].flat();
  return { setCookie, cookie: { cookie: setCookie.split(';')[0] ?? '' } };
}

test('a browser that signed in may do what the token may, until it signs out', async () => {
  const { cookie, setCookie } = await signIn();
  expect(setCookie).toMatch(/^threadloom_sign_in=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/);
  expect((await call('/workflows', cookie)).status).toBe(200);
  expect((await call('/workflows', { ...cookie, ...own() }, workflow)).status).toBe(201);
  expect((await rawRequest(`${server.url}/metrics`, { headers: cookie })).status).toBe(200);
  // A wrong token next to the cookie stays a wrong token.
  expect((await call('/workflows', { ...cookie, ...bearer('another-token-of-this-test') })).status).toBe(401);

  const other = await signIn();
  const out = await call('/sign-out', { ...cookie, ...own() }, {});
  expect(out).toMatchObject({
    status: 204,
    headers: { 'set-cookie': [expect.stringMatching(/^threadloom_sign_in=; .*Max-Age=0/)] },
  });
  expect((await call('/workflows', cookie)).status).toBe(401);
  expect((await call('/workflows', other.cookie)).status).toBe(200);
  expect((await call('/sign-out', bearer(TOKEN), { everywhere: true })).status).toBe(204);
  expect((await call('/workflows', other.cookie)).status).toBe(401);
});

test('only the token signs in, and wrong ones are counted and logged', async () => {
  for (const headers of [
    {},
    bearer('a-guess-of-this-test'),
    bearer('tlk_a-guess-of-this-test'),
    { cookie: `threadloom_sign_in=${TOKEN}` },
  ]) {
    const answer = await call('/sign-in', headers as Headers, undefined, 'POST');
    expect([401, 403]).toContain(answer.status);
    expect(answer.headers['set-cookie']).toBeUndefined();
  }
  const { cookie } = await signIn();
  const { key } = (await publishAs(cookie)) as { key: string };
  expect((await call('/sign-in', bearer(key), undefined, 'POST')).status).toBe(403);
  const metrics = await rawRequest(`${server.url}/metrics`, { headers: bearer(TOKEN) });
  expect(metrics.text).toMatch(/threadloom_wrong_credentials_total\{kind="admin-token"\} [1-9]/);
  expect(server.output).toMatch(/"wrong credentials".*"kind":"admin-token"/);
});

async function publishAs(cookie: Headers): Promise<Record<string, unknown>> {
  const headers = { ...cookie, ...own() };
  const saved = await call('/workflows', headers, workflow);
  const slug = `s-${crypto.randomUUID()}`;
  await call(`/workflows/${saved.json.id}/deployments`, headers, { slug });
  return { ...(await call(`/deployments/${slug}/keys`, headers, { name: 'k' })).json, slug };
}

test('another site cannot use the cookie of a browser, neither to change something nor to read', async () => {
  const { cookie } = await signIn();
  const refused: [string, Headers][] = [
    ['another origin', { origin: 'https://evil.example' }],
    ['another port', { origin: 'http://127.0.0.1:1' }],
    ['an opaque origin', { origin: 'null' }],
    ['no origin', {}],
    ['a sibling site', { ...own(), 'sec-fetch-site': 'same-site' }],
    ['an origin that begins like ours', { origin: `${PUBLIC_URL}.evil.example` }],
  ];
  for (const [name, headers] of refused) {
    for (const [path, body] of [
      ['/workflows', workflow],
      ['/sign-out', {}],
    ] as const) {
      const answer = await call(path, { ...cookie, ...headers }, body);
      expect([name, answer.status, codeOf(answer)]).toEqual([name, 403, 'origin-refused']);
    }
  }
  const deleting = await call('/workflows/wf_1', { ...cookie, 'sec-fetch-site': 'cross-site' }, undefined, 'DELETE');
  expect(codeOf(deleting)).toBe('origin-refused');
  expect(codeOf(await call('/monitor?range=month', { ...cookie, 'sec-fetch-site': 'cross-site' }))).toBe('origin-refused');
  expect((await call('/workflows', { ...cookie, 'sec-fetch-site': 'none' })).status).toBe(200);
  // Programs are identified by a header that no page of another site can send.
  expect((await call('/workflows', { ...bearer(TOKEN), origin: 'https://evil.example' })).status).toBe(200);
});

test('a proxy may pass the host on or replace it; cookies of https are secure, and documents name the public address', async () => {
  const keeping = await startReverseProxy({ target: server.url });
  const replacing = await startReverseProxy({ target: server.url, host: new URL(server.url).host });
  onTestFinished(async () => void (await Promise.all([keeping.close(), replacing.close()])));
  for (const { port } of [keeping, replacing]) {
    const through = (path: string, headers: Headers, body?: unknown, method = 'GET') =>
      callApi(`http://127.0.0.1:${port}/api/v1${path}`, {
        headers: { host: 'studio.example', ...headers },
        body,
        ...(body === undefined && { method }),
      });
    const page = { origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin' };
    const signed = await through('/sign-in', { ...bearer(TOKEN), ...page }, undefined, 'POST');
    const [setCookie = ''] = [signed.headers['set-cookie']].flat();
    expect(setCookie).toMatch(/^__Host-threadloom_sign_in=.*; Path=\/; .*; Secure$/);
    const cookie = { cookie: setCookie.split(';')[0] ?? '' };
    expect((await through('/workflows', { ...cookie, ...page }, workflow)).status).toBe(201);
    expect(codeOf(await through('/workflows', { ...cookie, origin: 'https://evil.example' }, workflow))).toBe('origin-refused');
    expect((await through('/openapi.json', cookie)).json).toMatchObject({ servers: [{ url: PUBLIC_URL }] });
  }
  const { slug, key } = await publishAs((await signIn()).cookie);
  const document = await call(`/run/${slug}/openapi.json`, bearer(String(key)));
  expect(document.json).toMatchObject({ servers: [{ url: PUBLIC_URL }] });
});

test('the events of a run pass a proxy while the run waits', async () => {
  const proxy = await startReverseProxy({ target: server.url, host: 'studio.example' });
  onTestFinished(() => proxy.close());
  const { cookie } = await signIn({ origin: PUBLIC_URL });
  const asks = workflowOf(
    { start: ['start', { inputs: [] }], ask: ['approval', { title: 'Go?', value: 1 }], end: ['end', { outputs: {} }] },
    ['start -> ask', 'ask.approved -> end'],
  );
  const at = `http://127.0.0.1:${proxy.port}/api/v1`;
  const headers = { ...cookie, origin: PUBLIC_URL };
  const { json } = await callApi(`${at}/runs`, { headers, body: { document: asks, inputs: {}, mode: 'async' } });
  const aborter = new AbortController();
  onTestFinished(() => aborter.abort());
  const stream = await fetch(`http://127.0.0.1:${proxy.port}/api/v1/runs/${json.runId}/events`, {
    headers: { ...cookie, accept: 'text/event-stream' },
    signal: aborter.signal,
  });
  let text = '';
  for await (const chunk of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    if (text.includes('confirm_required')) break;
  }
  expect(text).toContain('confirm_required');
});

test('hosts that are not listed are refused, except for the probes of load balancers', async () => {
  const as = (host: string, path: string, headers: Headers = bearer(TOKEN)) =>
    rawRequest(`${server.url}${path}`, { headers: { host, ...headers } }).then(({ status }) => status);
  for (const host of ['studio.example', 'STUDIO.internal:8443', `localhost:${new URL(server.url).port}`])
    expect(await as(host, '/api/v1/workflows'), host).toBe(200);
  for (const host of ['studio.internal', 'evil.example', '10.0.0.5', 'studio.example:8443'])
    expect(await as(host, '/api/v1/workflows'), host).toBe(403);
  expect(await as('10.0.0.5', '/health', {})).toBe(200);
  expect(await as('10.0.0.5', '/ready')).toBe(200);
  expect(await as('10.0.0.5', '/ready', {})).toBe(401);
});

test('a public name needs the token, a tunnel to loopback does not, and a path is refused', async () => {
  const other = await makeDatabaseLocation();
  onTestFinished(() => other.remove());
  const refusal = (options: { env?: Record<string, string>; config?: string }) =>
    ServerProcess.start({ ...other, ...options }).then(String, (error: Error) => error.message);
  expect(await refusal({ env: { PUBLIC_URL } })).toMatch(/PUBLIC_URL.*studio\.example.*set THREADLOOM_ADMIN_TOKEN/);
  expect(await refusal({ config: 'allowed_hosts: ["10.0.0.5:80"]' })).toMatch(/allowed_hosts.*10\.0\.0\.5:80/);
  const withPath = { PUBLIC_URL: 'https://studio.example/threadloom', THREADLOOM_ADMIN_TOKEN: TOKEN };
  expect(await refusal({ env: withPath })).toMatch(/PUBLIC_URL.*no path/);

  const tunnel = await ServerProcess.start({ ...other, env: { THREADLOOM_ALLOWED_HOSTS: 'localhost:8080, 127.0.0.1:8080' } });
  onTestFinished(async () => void (await tunnel.end()));
  const as = (host: string) => rawRequest(`${tunnel.url}/api/v1/workflows`, { headers: { host } }).then(({ status }) => status);
  expect(await as('localhost:8080')).toBe(200);
  expect(await as('localhost:8081')).toBe(403);
  // Nobody has to sign in without a token.
  const signed = await callApi(`${tunnel.url}/api/v1/sign-in`, { method: 'POST' });
  expect(signed).toMatchObject({ status: 200, json: { expiresAt: null } });
  expect(signed.headers['set-cookie']).toBeUndefined();
});
