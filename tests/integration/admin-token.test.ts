import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DatabaseLocation, makeDatabaseLocation } from '#tests/support/databases.ts';
import { bearer, callApi, type JsonAnswer } from '#tests/support/published-endpoint.ts';
import { rawRequest } from '#tests/support/raw-request.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { workflowOf } from '#tests/support/test-engine.ts';

const TOKEN = 'the-token-of-this-test';
const admin = bearer(TOKEN);
const workflow = workflowOf({ start: ['start', { inputs: [] }], end: ['end', { outputs: { answer: 'hello' } }] }, [
  'start -> end',
]);

let place: DatabaseLocation;
let server: ServerProcess;
const onLoopback = (path: string) => `http://127.0.0.1:${new URL(server.url).port}${path}`;

beforeAll(async () => {
  place = await makeDatabaseLocation();
  server = await ServerProcess.start({ ...place, env: { HOST: '0.0.0.0', THREADLOOM_ADMIN_TOKEN: TOKEN } });
});
afterAll(async () => {
  await server?.end();
  await place?.remove();
});

test('a server that listens beyond loopback does not start without the token', async () => {
  const other = await makeDatabaseLocation();
  try {
    const refused = (env: Record<string, string>) =>
      ServerProcess.start({ ...other, env }).then(String, (error: Error) => error.message);
    expect(await refused({ HOST: '0.0.0.0' })).toMatch(/HOST is 0\.0\.0\.0: .* set THREADLOOM_ADMIN_TOKEN/);
    const short = await refused({ HOST: '0.0.0.0', THREADLOOM_ADMIN_TOKEN: 'hunter2' });
    expect(short).toMatch(/THREADLOOM_ADMIN_TOKEN is not usable: .*16/);
    expect(short).not.toContain('hunter2');
    const key = await refused({ THREADLOOM_ADMIN_TOKEN: 'tlk_0123456789abcdef' });
    expect(key).toMatch(/THREADLOOM_ADMIN_TOKEN is not usable: .*tlk_/);
  } finally {
    await other.remove();
  }
});

test('every request has to show it, but the question whether the server lives', async () => {
  const codes = async (path: string, headers: Record<string, string>, method = 'GET') => {
    const { status, json } = await callApi(onLoopback(path), { headers, method });
    return [path, status, (json.error as { code?: string } | undefined)?.code];
  };
  expect(await codes('/api/v1/health', {})).toEqual(['/api/v1/health', 200, undefined]);
  for (const path of [
    '/api/v1/workflows',
    '/api/v1/runs',
    '/api/v1/ready',
    '/api/v1/openapi.json',
    '/api/v1/deployments',
    '/api/v1/no',
  ])
    for (const headers of [{}, bearer('another-token-of-this-test'), { authorization: TOKEN }, { cookie: `token=${TOKEN}` }])
      expect(await codes(path, headers as Record<string, string>)).toEqual([path, 401, 'authentication-failed']);
  expect(await codes('/api/v1/workflows', {}, 'DELETE')).toEqual(['/api/v1/workflows', 401, 'authentication-failed']);
  expect(await codes('/api/v1/workflows', admin)).toEqual(['/api/v1/workflows', 200, undefined]);
  expect(await codes('/api/v1/workflows', admin, 'DELETE')).toEqual(['/api/v1/workflows', 405, 'method-not-allowed']);
});

test('a key still opens its endpoint and the runs of it', async () => {
  const post = (path: string, body: unknown, headers: Record<string, string> = admin): Promise<JsonAnswer> =>
    callApi(onLoopback(path), { body, headers });
  const saved = await post('/api/v1/workflows', workflow);
  await post(`/api/v1/workflows/${saved.json.id}/deployments`, { slug: 'hello' });
  const { json } = await post('/api/v1/deployments/hello/keys', { name: 'k' });
  const key = bearer(String(json.key));
  const run = await post('/api/v1/run/hello', {}, key);
  expect(run).toMatchObject({ status: 200, json: { outputs: { answer: 'hello' } } });
  expect((await post('/api/v1/run/hello', {})).status).toBe(401);
  expect((await callApi(onLoopback(`/api/v1/runs/${run.json.runId}`), { headers: key })).status).toBe(200);
  expect((await callApi(onLoopback(`/api/v1/runs/${run.json.runId}`))).status).toBe(401);
  expect((await callApi(onLoopback('/api/v1/workflows'), { headers: key })).status).toBe(403);
});

test('other machines are answered under any host name', async () => {
  const outside = Object.values(networkInterfaces())
    .flat()
    .find((address) => address?.family === 'IPv4' && !address.internal)?.address;
  const url = new URL(onLoopback('/api/v1/workflows'));
  if (outside !== undefined) url.hostname = outside;
  expect((await callApi(url.href, { headers: { ...admin, host: 'studio.example' } })).status).toBe(200);
  expect((await callApi(url.href)).status).toBe(401);
});

test('wrong tokens are slowed down, counted and logged, and the right one is never', async () => {
  const ask = async (token: string) => (await callApi(onLoopback('/api/v1/workflows'), { headers: bearer(token) })).status;
  const began = performance.now();
  let isGuessing = true;
  const guesses = Promise.all(Array.from({ length: 12 }, (_, index) => ask(`a-guess-of-this-test-${index}`))).finally(() => {
    isGuessing = false;
  });
  const metrics = await rawRequest(onLoopback('/metrics'), { headers: admin });
  expect(await ask(TOKEN)).toBe(200);
  // One more guess would be answered after all the others.
  expect(isGuessing).toBe(true);
  expect(new Set(await guesses)).toEqual(new Set([401]));
  expect(performance.now() - began).toBeGreaterThan(1900);
  expect(metrics.text).toMatch(/threadloom_wrong_credentials_total\{kind="admin-token"\} [1-9]/);
  expect(server.output).toMatch(/"level":"warn".*"wrong credentials".*"address":"127\.0\.0\.1".*"kind":"admin-token"/);
  expect(server.output).not.toContain('a-guess-of-this-test');
});
