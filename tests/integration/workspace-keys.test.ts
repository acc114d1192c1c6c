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

test('with the scope run alone, a key changes nothing of what runs', async () => {
  const [run, both] = await Promise.all([['run'], ['run', 'edit']].map((scopes) => makeKey(scopes)));
  if (!run || !both) return expect.fail('no keys');
  const document = workflowOf(
    {
      start: ['start', { inputs: [] }],
      write: ['tool-call', { toolName: 'write_file', parameters: { path: 'notes/report.txt', content: 'of the author' } }],
      end: ['end', { outputs: { wrote: '{{write.summary}}' } }],
    },
    ['start -> write', 'write -> end'],
  );
  await call('/settings/tools/write_file', adminToken, { approval: 'always' }, 'PUT');
  const waiting = async () => {
    const { json } = await call('/runs', adminToken, { document, mode: 'sync' });
    const [{ actionId }] = json.approvals as [{ actionId: string }];
    return { run: `/runs/${json.runId}`, decision: `/runs/${json.runId}/approvals/${actionId}` };
  };
  const args = { path: 'other/changed.txt', content: 'of the key' };
  const [first, second] = await Promise.all([waiting(), waiting()]);
  for (const body of [
    { confirmed: true, args },
    { confirmed: true, remember: true },
    { confirmed: false, result: 'done' },
    { confirmed: false, skip: true },
  ])
    expect(await statusOf(first.decision, run.key, body), JSON.stringify(body)).toBe(403);
  const refused = await call(first.decision, run.key, { confirmed: true, args });
  expect(refused.json).toMatchObject({
    error: { message: 'body.args needs a key with the scope edit; this key has: run.' },
  });
  expect(await statusOf(`/workflows/${workflowId}/runs`, run.key, { mode: 'sync', skip: ['end'] })).toBe(403);
  expect(await statusOf(`/workflows/${workflowId}/nodes/end/run`, run.key, { inputs: {} })).toBe(403);
  expect(await statusOf('/files?path=a.json&onExisting=replace', run.key, { n: 1 })).toBe(403);
  expect(await statusOf('/uploads', run.key, { path: 'a.json', sizeBytes: 9, onExisting: 'replace' })).toBe(403);
  // Nothing of it was stored: what the run asked is still open, and is decided as it was asked.
  expect(await statusOf(first.decision, run.key, { confirmed: true })).toBe(200);
  expect(await statusOf(second.decision, both.key, { confirmed: true, args })).toBe(200);
  const wrote = async (path: string) => JSON.stringify((await call(path, adminToken)).json.outputs);
  await expect.poll(() => wrote(first.run), { timeout: 20_000 }).toContain('notes/report.txt');
  await expect.poll(() => wrote(second.run), { timeout: 20_000 }).toContain('other/changed.txt');
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
