import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DatabaseLocation, makeDatabaseLocation } from '../support/databases.ts';
import { bearer, callApi, makeKey, publish } from '../support/published-endpoint.ts';
import { ServerProcess } from '../support/server-process.ts';
import { workflowOf } from '../support/test-engine.ts';

/** Writes a file at the author's path after an approval. */
const writes = workflowOf(
  {
    start: ['start', { inputs: [{ name: 'text', type: 'text', required: true }] }],
    write: ['tool-call', { toolName: 'write_file', parameters: { path: 'notes/report.txt', content: '{{start.text}}' } }],
    end: ['end', { outputs: { said: '{{write}}' } }],
  },
  ['start -> write', 'write -> end'],
);
const asks = workflowOf(
  {
    start: ['start', { inputs: [{ name: 'text', type: 'text', required: true }] }],
    ask: ['approval', { title: 'Send it?', value: '{{start.text}}' }],
    end: ['end', { outputs: { sent: '{{ask}}' } }],
  },
  ['start -> ask', 'ask.approved -> end'],
);
const refused = { status: 403, json: { error: { code: 'permission-denied' } } };
const unknown = { status: 404, json: { error: { code: 'run-not-found' } } };

let place: DatabaseLocation;
let server: ServerProcess;
beforeAll(async () => {
  place = await makeDatabaseLocation();
  server = await ServerProcess.start(place);
});
afterAll(async () => {
  await server?.end();
  await place.remove();
});

const api = (path: string) => `${server.url}/api/v1${path}`;
const start = (slug: string, key: string, { sessionId, once }: { sessionId?: string; once?: string } = {}) =>
  callApi(api(`/run/${slug}`), {
    body: { inputs: { text: 'hi' }, mode: 'async', ...(sessionId && { sessionId }) },
    headers: { ...bearer(key), ...(once && { 'idempotency-key': once }) },
  });

async function waiting(slug: string, key: string) {
  const { json } = await start(slug, key);
  const runId = String(json.runId);
  const pending = async () =>
    (await callApi(api(`/runs/${runId}/approvals?status=pending`))).json.items as [{ actionId: string }] | [];
  await expect.poll(pending, { timeout: 20_000 }).toHaveLength(1);
  const [asked] = await pending();
  return { runId, decision: api(`/runs/${runId}/approvals/${asked?.actionId}`) };
}

test('a key decides nothing, unless its deployment lets it', async () => {
  const { slug, key } = await publish(server.url, asks);
  const { decision } = await waiting(slug, key);
  expect(await callApi(decision, { body: { confirmed: true }, headers: bearer(key) })).toMatchObject(refused);
  expect(await callApi(decision, { body: { confirmed: true } })).toMatchObject({ status: 200 });
});

test('an approval names the key that decided it, or the workspace', async () => {
  const { slug, key } = await publish(server.url, asks, { allow: { decisions: true } });
  const decider = async (headers: Record<string, string>) => {
    const { runId, decision } = await waiting(slug, key);
    await callApi(decision, { body: { confirmed: true }, headers });
    const [approval] = (await callApi(api(`/runs/${runId}/approvals`))).json.items as [{ decidedBy: unknown }];
    return approval.decidedBy;
  };
  expect(await decider({})).toEqual({ kind: 'workspace', name: null });
  // The name that a published key of these tests has.
  expect(await decider(bearer(key))).toEqual({ kind: 'key', name: 'test' });
});

test('a key that may decide changes nothing of a tool call: no arguments, no result, no skip, and nothing to remember', async () => {
  const { slug, key } = await publish(server.url, writes, { allow: { decisions: true } });
  const { runId, decision } = await waiting(slug, key);
  const changes = [
    { confirmed: true, args: { path: 'other/evil.txt', content: 'x' } },
    { confirmed: false, result: 'done' },
    { confirmed: false, skip: true },
    { confirmed: true, remember: true },
  ];
  for (const body of changes) expect(await callApi(decision, { body, headers: bearer(key) })).toMatchObject(refused);
  expect(await callApi(decision, { body: { confirmed: true }, headers: bearer(key) })).toMatchObject({ status: 200 });
  const outputs = async () => (await callApi(api(`/runs/${runId}`), { headers: bearer(key) })).json.outputs;
  await expect.poll(outputs, { timeout: 20_000 }).not.toBeNull();
});

test('a run belongs to the key that started it, and to the workspace', async () => {
  const { slug, key } = await publish(server.url, asks, { allow: { decisions: true }, events: 'full' });
  const other = await makeKey(server.url, slug);
  const { runId, decision } = await waiting(slug, key);
  const headers = bearer(other.key);
  expect(await callApi(api(`/runs/${runId}`), { headers })).toMatchObject(unknown);
  expect(await callApi(api(`/runs/${runId}/events`), { headers })).toMatchObject(unknown);
  expect(await callApi(api(`/runs/${runId}/approvals`), { headers })).toMatchObject(unknown);
  expect(await callApi(decision, { body: { confirmed: true }, headers })).toMatchObject(unknown);
  expect(await callApi(api(`/runs/${runId}/stop`), { method: 'POST', headers })).toMatchObject(unknown);
  expect(await callApi(api(`/runs/${runId}`), { headers: bearer(key) })).toMatchObject({ status: 200 });
  expect(await callApi(api(`/runs/${runId}`))).toMatchObject({ status: 200 });
});

test('two keys that send the same Idempotency-Key start two separate runs', async () => {
  const { slug, key } = await publish(server.url, asks);
  const other = await makeKey(server.url, slug);
  const [mine, again, theirs] = [
    await start(slug, key, { once: 'order-1042' }),
    await start(slug, key, { once: 'order-1042' }),
    await start(slug, other.key, { once: 'order-1042' }),
  ];
  expect(again.json.runId).toBe(mine.json.runId);
  expect(theirs.json.runId).not.toBe(mine.json.runId);
  const changed = await callApi(api(`/run/${slug}`), {
    body: { inputs: { text: 'else' }, mode: 'async' },
    headers: { ...bearer(other.key), 'idempotency-key': 'order-1042' },
  });
  expect(changed).toMatchObject({ status: 422, json: { error: { details: { runId: theirs.json.runId } } } });
  expect(JSON.stringify(changed.json)).not.toContain(String(mine.json.runId));
});

test('with shared runs, runs and idempotency keys belong to all keys of the deployment', async () => {
  const { slug, key } = await publish(server.url, asks, { allow: { sharedRuns: true } });
  const other = await makeKey(server.url, slug);
  const mine = await start(slug, key, { once: 'shared' });
  const theirs = await start(slug, other.key, { once: 'shared' });
  expect(theirs.json.runId).toBe(mine.json.runId);
  expect(await callApi(api(`/runs/${mine.json.runId}`), { headers: bearer(other.key) })).toMatchObject({ status: 200 });
});

test('a session of one key does not delay a session of the same name of another key', async () => {
  const slow = workflowOf(
    {
      start: ['start', { inputs: [{ name: 'text', type: 'text', required: true }] }],
      wait: ['code', { language: 'javascript', code: 'await new Promise((done) => setTimeout(done, 1500)); return 1' }],
      end: ['end', { outputs: { n: '{{wait}}' } }],
    },
    ['start -> wait', 'wait -> end'],
  );
  const { slug, key } = await publish(server.url, slow);
  const other = await makeKey(server.url, slug);
  const statusOf = async (runId: unknown) => (await callApi(api(`/runs/${runId}`))).json.status;
  const first = await start(slug, key, { sessionId: 'chat' });
  const second = await start(slug, key, { sessionId: 'chat' });
  const theirs = await start(slug, other.key, { sessionId: 'chat' });
  await expect.poll(() => statusOf(theirs.json.runId)).not.toBe('queued');
  await expect.poll(() => statusOf(first.json.runId), { timeout: 20_000 }).toBe('succeeded');
  await expect.poll(() => statusOf(second.json.runId), { timeout: 20_000 }).toBe('succeeded');
});
