import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Database } from '#server/db/database/open-database.ts';
import { OpenStreams } from '#server/http/runs/stream-limits.ts';
import { EventPages } from '#server/stream/event-pages.ts';
import { startApi } from '../support/api-server.ts';
import { type DatabaseLocation, makeDatabaseLocation } from '../support/databases.ts';
import { bearer, callApi, makeKey, publish } from '../support/published-endpoint.ts';
import { workflowOf } from '../support/test-engine.ts';

const echo = workflowOf(
  {
    start: ['start', { inputs: [{ name: 'text', type: 'text', required: true }] }],
    end: ['end', { outputs: { text: '{{start.text}}' } }],
  },
  ['start -> end'],
);
/** Its answer is more than the buffers of a connection take, also where it is one event. */
const long = workflowOf(
  {
    start: ['start', { inputs: [{ name: 'text', type: 'text', required: true }] }],
    end: ['end', { outputs: Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`text${index}`, '{{start.text}}'])) }],
  },
  ['start -> end'],
);
/** Characters of two bytes in UTF-8 and some surrogate pairs, which a slice must not split. */
const LARGE = 'ä😀b'.repeat(250_000);
const MB = 1024 * 1024;

let place: DatabaseLocation;
let database: Database;
beforeAll(async () => {
  place = await makeDatabaseLocation();
  database = await place.open();
});
afterAll(async () => {
  await database.close();
  await place.remove();
});

type Limits = { max?: number; maxPerRun?: number; maxPerKey?: number; stallMs?: number };

async function start({ max = 1000, maxPerRun = 1000, maxPerKey = 1000, stallMs }: Limits = {}) {
  const open = new OpenStreams({ max, maxPerRun, maxPerKey });
  const streams = { pages: new EventPages(), open };
  const api = await startApi(database, { streams, heartbeatMs: 50, ...(stallMs && { stallMs }) });
  const { json } = await callApi(`${api.url}/api/v1/runs`, { body: { document: echo, inputs: { text: LARGE } } });
  return { open, server: api.url, url: `${api.url}/api/v1/runs/${json.runId}`, port: Number(new URL(api.url).port) };
}

/** All frames of a run that has ended. */
const readAll = async (url: string) => (await fetch(`${url}/events`)).text();

/** A client that requests a stream and never reads from its connection. */
function holdStream(port: number, url: string, headers: Readonly<Record<string, string>> = {}): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.pause();
  socket.on('error', () => {});
  const { pathname, host } = new URL(`${url}/events`);
  const lines = Object.entries({ host, accept: 'text/event-stream', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`GET ${pathname} HTTP/1.1\r\n${lines.join('')}\r\n`);
  onTestFinished(() => void socket.destroy());
  return socket;
}

test('an event of several megabytes reaches a reader completely', async () => {
  const { url } = await start();
  const last = (await readAll(url)).trimEnd().split('\n').at(-1) ?? '';
  expect(JSON.parse(last.slice('data: '.length))).toMatchObject({ status: 'succeeded', outputs: { text: LARGE } });
});

test('readers that never read cost little memory each, and requests are answered meanwhile', async () => {
  const { url, port, open } = await start();
  await readAll(url);
  const before = process.memoryUsage().rss;
  for (let count = 0; count < 200; count++) holdStream(port, url);
  await expect.poll(() => open.count, { timeout: 20_000 }).toBe(200);
  const asked = performance.now();
  expect((await callApi(url)).status).toBe(200);
  expect(performance.now() - asked).toBeLessThan(5000);
  expect(await readAll(url)).toContain('\nevent: done\n');
  // Buffered by each of them it would be 200 times 2 MB for each of four events.
  expect((process.memoryUsage().rss - before) / MB).toBeLessThan(300);
});

test('a reader that reads nothing is disconnected, and its permit is released', async () => {
  const { url, port, open } = await start({ stallMs: 300 });
  const socket = holdStream(port, url);
  await expect.poll(() => open.count).toBe(1);
  await expect.poll(() => open.count, { timeout: 10_000 }).toBe(0);
  socket.resume();
  await expect.poll(() => socket.closed).toBe(true);
});

test.each([{ max: 2 }, { maxPerRun: 2 }])('one stream more than %o is refused until another has ended', async (limits) => {
  const { url, port, open } = await start(limits);
  const [first] = [holdStream(port, url), holdStream(port, url)];
  await expect.poll(() => open.count).toBe(2);
  const refused = await callApi(`${url}/events`, { headers: { accept: 'text/event-stream' } });
  expect(refused).toMatchObject({ status: 429, json: { error: { code: 'rate-limited' } } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  first.destroy();
  await expect.poll(() => open.count).toBe(1);
  expect(await readAll(url)).toContain('\nevent: done\n');
});

test('the stream limit of a key covers all of its runs, and another key has its own', async () => {
  const { open, server, port } = await start({ maxPerKey: 2 });
  // All of it, so that the streams of runs that have ended have much to send.
  const { slug, key } = await publish(server, echo, { events: 'full' });
  const other = await makeKey(server, slug);
  const runOf = async (shown: string) => {
    const body = { inputs: { text: LARGE }, mode: 'async' };
    return `${server}/api/v1/runs/${(await callApi(`${server}/api/v1/run/${slug}`, { body, headers: bearer(shown) })).json.runId}`;
  };
  for (const run of [await runOf(key), await runOf(key)]) holdStream(port, run, bearer(key));
  await expect.poll(() => open.count).toBe(2);
  const third = await callApi(`${await runOf(key)}/events`, { headers: { accept: 'text/event-stream', ...bearer(key) } });
  expect(third).toMatchObject({ status: 429, json: { error: { code: 'rate-limited' } } });
  holdStream(port, await runOf(other.key), bearer(other.key));
  await expect.poll(() => open.count).toBe(3);
});

const mcpCall = { jsonrpc: '2.0', id: 1, method: 'tools/call' };
const acceptAll = { accept: 'application/json, text/event-stream' };
/** What starts a run and streams it, by its surface. */
const surfaces: readonly (readonly [name: string, path: string, body: object, headers?: Readonly<Record<string, string>>])[] = [
  ['a draft', '/api/v1/runs', { document: echo, inputs: { text: 'a' }, mode: 'stream', sessionId: 's' }],
  ['a stored workflow', '/api/v1/workflows/WORKFLOW/runs', { inputs: { text: 'a' }, mode: 'stream', sessionId: 's' }],
  ['a fork', '/api/v1/runs/RUN/forks', { mode: 'stream' }],
  ['the assistant', '/api/v1/assistant', { message: 'a', document: echo, mode: 'stream' }],
  ['an artifact', '/api/v1/artifacts/art_1/regenerate', { pageIndex: 0, instructions: 'a', mode: 'stream' }],
  ['a published run', '/api/v1/run/SLUG', { inputs: { text: 'a' }, mode: 'stream', sessionId: 's' }],
  ['a published stream', '/api/v1/run/SLUG/stream', { inputs: { text: 'a' }, sessionId: 's' }],
  ['chat', '/api/v1/chat/SLUG', { sessionId: 's', content: 'a' }],
  ['OpenAI chat', '/v1/chat/completions', { model: 'SLUG', stream: true, messages: [{ role: 'user', content: 'a' }] }],
  ['OpenAI responses', '/v1/responses', { model: 'SLUG', stream: true, input: 'a' }],
  [
    'AG-UI',
    '/api/v1/run/SLUG/ag-ui',
    {
      threadId: 't',
      runId: 'r',
      state: {},
      messages: [{ id: '1', role: 'user', content: 'a' }],
      tools: [],
      context: [],
      forwardedProps: {},
    },
  ],
  [
    'A2A 1.0',
    '/api/v1/run/SLUG/a2a',
    {
      ...mcpCall,
      method: 'SendStreamingMessage',
      params: { message: { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'a' }] } },
    },
    { 'a2a-version': '1.0' },
  ],
  [
    'A2A 0.3',
    '/api/v1/run/SLUG/a2a',
    {
      ...mcpCall,
      method: 'message/stream',
      params: { message: { kind: 'message', messageId: 'm', role: 'user', parts: [{ kind: 'text', text: 'a' }] } },
    },
  ],
  ['LangGraph', '/api/v1/run/SLUG/langgraph/runs/stream', { assistant_id: 'SLUG', input: { text: 'a' } }],
  [
    'a LangGraph thread',
    '/api/v1/run/SLUG/langgraph/threads/t1/runs/stream',
    { assistant_id: 'SLUG', input: { text: 'a' }, if_not_exists: 'create' },
  ],
  [
    'MCP with progress',
    '/api/v1/run/SLUG/mcp',
    { ...mcpCall, params: { name: 'SLUG', arguments: { text: 'a' }, _meta: { progressToken: 1 } } },
    acceptAll,
  ],
];

test('a stream that is refused starts no run and no session, whatever surface it was asked of', async () => {
  const { open, server, port, url } = await start({ max: 1 });
  const { slug, key, workflowId } = await publish(server, echo);
  holdStream(port, url);
  await expect.poll(() => open.count).toBe(1);
  const stored = async () => {
    const { rows } = await database.pool.query(
      'SELECT (SELECT count(*) FROM runs) AS runs, (SELECT count(*) FROM sessions) AS sessions',
    );
    return rows;
  };
  const before = await stored();
  const fill = (text: string) =>
    text
      .replaceAll('SLUG', slug)
      .replaceAll('WORKFLOW', workflowId)
      .replaceAll('RUN', url.slice(url.lastIndexOf('/') + 1));
  const answers = [];
  for (const [name, path, body, headers] of surfaces) {
    const isOfKey = /SLUG|^\/v1/.test(path);
    const answer = await callApi(`${server}${fill(path)}`, {
      body: JSON.parse(fill(JSON.stringify(body))),
      headers: { ...(isOfKey && bearer(key)), ...headers },
    });
    answers.push([name, answer.status, Number(answer.headers['retry-after']) > 0]);
  }
  expect(answers).toEqual(surfaces.map(([name]) => [name, 429, true]));
  expect(await stored()).toEqual(before);
});

test('visitors of a page have a part of the streams, also to wait for a run, and keys and members get theirs all the same', async () => {
  const { open, server, port, url } = await start({ max: 40 });
  const trigger = { id: 'form', type: 'form', version: 1, label: '', config: {}, inputs: {} };
  const { slug, key } = await publish(server, { ...long, triggers: [trigger] } as typeof long);
  const run = `${server}/api/v1/run/${slug}`;
  await callApi(`${server}/api/v1/deployments/${slug}/chat-page`, { method: 'PUT', body: { access: 'public' } });
  const startFor = async (token: string) => {
    const { json } = await callApi(run, { body: { inputs: { text: LARGE }, mode: 'async' }, headers: bearer(token) });
    return `${server}/api/v1/runs/${json.runId}`;
  };
  const visit = async () => String((await callApi(`${server}/api/v1/chat/${slug}/visitors`, { method: 'POST' })).json.token);
  for (let visitor = 0; visitor < 3; visitor++) {
    const token = await visit();
    const own = await startFor(token);
    for (let count = 0; count < 6; count++) holdStream(port, own, bearer(token));
    // One visitor has four, and all of one page ten.
    await expect.poll(() => open.count).toBe(Math.min(10, 4 * (visitor + 1)));
  }
  const last = await visit();
  const refused = await callApi(`${await startFor(last)}/events`, { headers: { accept: 'text/event-stream', ...bearer(last) } });
  expect(refused).toMatchObject({ status: 429, json: { error: { details: { share: 'page', limit: 10 } } } });
  const countRuns = async () => (await database.pool.query('SELECT count(*)::int AS count FROM runs')).rows[0].count;
  const before = await countRuns();
  const ask = async (credential: string) => {
    const inputs = { text: 'a' };
    const answers = [run, `${run}?raw=1`].map((url) => callApi(url, { body: { inputs }, headers: bearer(credential) }));
    return (await Promise.all(answers)).map(({ status }) => status);
  };
  const form = `${server}/api/v1/hooks/${slug}/form`;
  const send = async () => (await callApi(form, { body: { values: { text: 'a' } } })).status;
  const ofForm = Array.from({ length: 10 }, () => open.permitFor({ kind: 'stranger', slug: `${slug}/form` }));
  for (const permit of ofForm) permit.takeToWait();
  expect([await ask(last), await send()]).toEqual([[429, 429], 429]);
  expect(await countRuns()).toBe(before);
  for (const permit of ofForm) permit.release();
  expect([await ask(key), await send()]).toEqual([[200, 200], 200]);
  expect(
    (
      await fetch(`${run}/stream`, {
        method: 'POST',
        headers: { ...bearer(key), 'content-type': 'application/json' },
        body: JSON.stringify({ inputs: { text: 'a' } }),
      })
    ).status,
  ).toBe(200);
  expect(await readAll(url)).toContain('\nevent: done\n');
});
