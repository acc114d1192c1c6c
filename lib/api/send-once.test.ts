import { expect, test } from 'vitest';
import { WORKFLOW_FORMAT, type Workflow } from '../workflow/workflow.ts';
import { makeClient } from './client.ts';

type Sent = { readonly path: string; readonly key: string | undefined };
const document: Workflow = { format: WORKFLOW_FORMAT, name: 'x', description: '', settings: {}, nodes: [], edges: [] };

/** A server that gives these answers in turn, and then only that a run was accepted. */
function clientOf(answers: readonly (() => Response)[]) {
  const sent: Sent[] = [];
  const accepted = () => Response.json({ runId: 'run_1', statusUrl: '/1', eventsUrl: '/1/events' }, { status: 202 });
  const fetch = async (url: string, { headers }: RequestInit) => {
    const { 'idempotency-key': key } = headers as Record<string, string>;
    sent.push({ path: new URL(url).pathname, key });
    return (answers[sent.length - 1] ?? accepted)();
  };
  return { client: makeClient({ baseUrl: 'http://server.example', fetch }), sent };
}
const noAnswer = () => {
  throw new TypeError('fetch failed');
};
const away = () => Response.json({ error: { code: 'unavailable', message: 'Starting', requestId: 'r' } }, { status: 503 });
const refused = () => Response.json({ error: { code: 'inputs-invalid', message: 'No', requestId: 'r' } }, { status: 422 });
const ask = { body: { document, mode: 'async' as const } };

test('a start without an answer, or to a server that was down, is retried under the same key', async () => {
  const { client, sent } = clientOf([noAnswer, away]);
  expect(await client.runDocument(ask)).toMatchObject({ runId: 'run_1' });
  expect(sent).toHaveLength(3);
  expect(sent[0]?.key).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
});

test('two starts have two keys', async () => {
  const { client, sent } = clientOf([]);
  await Promise.all([client.runDocument(ask), client.runDocument(ask)]);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(2);
});

test('a start fails after three tries, and at once when it is refused', async () => {
  const silent = clientOf([noAnswer, noAnswer, noAnswer]);
  await expect(silent.client.runDocument(ask)).rejects.toMatchObject({ code: 'connection-failed' });
  expect(silent.sent).toHaveLength(3);
  const strict = clientOf([refused]);
  await expect(strict.client.runDocument(ask)).rejects.toMatchObject({ code: 'inputs-invalid' });
  expect(strict.sent).toHaveLength(1);
});

test('with a key of the caller’s, and where there is none to send, a request is sent once', async () => {
  const { client, sent } = clientOf([noAnswer, noAnswer]);
  await expect(client.runDocument({ ...ask, headers: { 'idempotency-key': 'mine' } })).rejects.toThrow();
  await expect(client.stopRun({ params: { id: 'run_1' } })).rejects.toThrow();
  expect(sent).toEqual([
    { path: '/api/v1/runs', key: 'mine' },
    { path: '/api/v1/runs/run_1/stop', key: undefined },
  ]);
});

test('a wait for the next try ends with the signal', async () => {
  const { client, sent } = clientOf([noAnswer, noAnswer, noAnswer]);
  const aborted = new AbortController();
  const started = client.runDocument(ask, { signal: aborted.signal });
  setTimeout(() => aborted.abort(), 20);
  await expect(started).rejects.toThrow();
  expect(sent.length).toBeLessThanOrEqual(2);
});
