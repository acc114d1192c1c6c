import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DatabaseLocation, makeDatabaseLocation } from '#tests/support/databases.ts';
import { bearer, callApi, publish } from '#tests/support/published-endpoint.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { workflowOf } from '#tests/support/test-engine.ts';

const adminToken = 'a-token-of-the-administrator';
const echo = workflowOf({ start: ['start', { inputs: [] }], end: ['end', { outputs: { said: 'hi' } }] }, ['start -> end']);

let place: DatabaseLocation;
let server: ServerProcess;
let workflowId: string;

beforeAll(async () => {
  place = await makeDatabaseLocation();
  server = await ServerProcess.start({ ...place, env: { THREADLOOM_ADMIN_TOKEN: adminToken } });
  const saved = await call('/workflows', adminToken, echo);
  workflowId = String(saved.json.id);
});
afterAll(async () => {
  await server?.end();
  await place?.remove();
});

function call(path: string, key: string | undefined, body?: unknown, method?: string) {
  const headers = key === undefined ? {} : bearer(key);
  return callApi(`${server.url}/api/v1${path}`, { headers, ...(body !== undefined && { body }), ...(method && { method }) });
}
async function makeKey(scopes: readonly string[], more: object = {}) {
  const { status, json } = await call('/keys', adminToken, { name: 'program', scopes, ...more });
  expect(status, JSON.stringify(json)).toBe(201);
  return { id: String(json.id), key: String(json.key) };
}
const statusOf = async (...args: Parameters<typeof call>) => (await call(...args)).status;

test('a key does what its scopes allow, and nothing else', async () => {
  const [read, run, edit, admin] = await Promise.all(
    [['read'], ['run'], ['edit', 'read'], ['admin']].map((scopes) => makeKey(scopes)),
  );
  if (!read || !run || !edit || !admin) return expect.fail('no keys');
  const runs = `/workflows/${workflowId}/runs`;
  const attempts = async (key: string) => [
    await statusOf('/workflows', key),
    await statusOf(runs, key, { mode: 'sync' }),
    await statusOf('/runs', key, { document: echo }),
    await statusOf('/workflows', key, echo),
    await statusOf('/keys', key, { name: 'more', scopes: ['admin'] }),
    await statusOf('/backups', key, undefined, 'POST'),
  ];
  expect(await attempts(read.key)).toEqual([200, 403, 403, 403, 403, 403]);
  expect(await attempts(run.key)).toEqual([403, 200, 403, 403, 403, 403]);
  expect(await attempts(edit.key)).toEqual([200, 403, 200, 201, 403, 403]);
  expect((await attempts(admin.key)).slice(0, 5)).toEqual([200, 200, 200, 201, 201]);
  // A browser that signed in would stay so after the key is revoked.
  expect(await statusOf('/sign-in', admin.key, undefined, 'POST')).toBe(403);
  const refused = await call(runs, read.key, { mode: 'sync' });
  expect(refused.json).toMatchObject({
    error: { code: 'permission-denied', message: 'This needs a key with the scope run; this key has: read.' },
  });
});

test('it opens no endpoint, and the tools of coding agents as far as its scopes reach', async () => {
  const { key } = await makeKey(['read']);
  const { slug } = await publish(`${server.url}`, echo).catch(() => ({ slug: 'none' }));
  expect(await statusOf(`/run/${slug}`, key, { inputs: {} })).toBe(401);
  const mcp = (name: string, args: object) =>
    fetch(`${server.url}/api/v1/mcp`, {
      method: 'POST',
      headers: { ...bearer(key), 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
    }).then((answer) => answer.text());
  expect(await mcp('list_workflows', {})).toContain(workflowId);
  expect(await mcp('run_workflow', { id: workflowId, inputs: {} })).toContain('the scope');
});

test('a wrong, revoked or expired key is refused alike, at once', async () => {
  const { key, id } = await makeKey(['admin']);
  expect(await statusOf('/workflows', key)).toBe(200);
  expect(await statusOf(`/keys/${id}`, adminToken, undefined, 'DELETE')).toBe(204);
  const wrong = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`;
  const messages = await Promise.all([key, wrong].map(async (one) => JSON.stringify((await call('/workflows', one)).json)));
  for (const message of messages) expect(message).toContain('This key of the workspace is wrong, revoked or expired.');
  expect(await statusOf('/keys/AAAAAAAAAA', adminToken, undefined, 'DELETE')).toBe(404);
  const past = { name: 'old', scopes: ['read'], expiresAt: '2020-01-01T00:00:00Z' };
  expect((await call('/keys', adminToken, past)).json).toMatchObject({ error: { message: 'body.expiresAt: This time is past' } });
});

test('the list shows the use of a key and not the key, and its rate is kept', async () => {
  const { key, id } = await makeKey(['read'], { ratePerMinute: 2 });
  expect([await statusOf('/workflows', key), await statusOf('/workflows', key)]).toEqual([200, 200]);
  const third = await call('/workflows', key);
  expect(third.status).toBe(429);
  expect(third.json).toMatchObject({ error: { message: expect.stringContaining('2 requests a minute') } });
  const find = async () => {
    const { json } = await call('/keys', adminToken);
    expect(JSON.stringify(json)).not.toContain(key);
    return (json.items as { id: string; lastUsedAt: string | null }[]).find((one) => one.id === id);
  };
  await expect.poll(async () => (await find())?.lastUsedAt).not.toBeNull();
  expect(await find()).toMatchObject({ scopes: ['read'], prefix: `tlw_${id}`, ratePerMinute: 2, revokedAt: null });
});

test('the usage report names the key', async () => {
  const { key, id } = await makeKey(['run']);
  await call(`/workflows/${workflowId}/runs`, key, { mode: 'sync' });
  const { json } = await call('/usage/report?group=key', adminToken);
  expect((json.groups as object[]).find((group) => 'id' in group && group.id === id)).toMatchObject({ name: 'program', runs: 1 });
});
