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

test('a run whose stream exceeds the limit continues, and the refusal names it', async () => {
  const { open, server, port, url } = await start({ max: 1 });
  holdStream(port, url);
  await expect.poll(() => open.count).toBe(1);
  const refused = await callApi(`${server}/api/v1/runs`, { body: { document: echo, inputs: { text: 'a' }, mode: 'stream' } });
  expect(refused).toMatchObject({ status: 429, json: { error: { details: { runId: expect.stringMatching(/^run_/) } } } });
  const { runId } = (refused.json.error as { details: { runId: string } }).details;
  const read = async () => (await callApi(`${server}/api/v1/runs/${runId}`)).json.status;
  await expect.poll(read).toBe('succeeded');
});
