import { fetchEventSource } from '@microsoft/fetch-event-source';
import { createEventSource } from 'eventsource-client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type DatabaseLocation, makeDatabaseLocation } from '../support/databases.ts';
import { bearer, callApi, publish, readFrames } from '../support/published-endpoint.ts';
import { ServerProcess } from '../support/server-process.ts';
import { workflowOf } from '../support/test-engine.ts';

/** Clients from outside, as their own documentation shows them, against a published endpoint. */
let server: ServerProcess;
let location: DatabaseLocation;
beforeAll(async () => {
  location = await makeDatabaseLocation();
  server = await ServerProcess.start(location);
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await server?.end();
  await location?.remove();
});

const TEXT = '你好，世界 🌍';
const echo = workflowOf(
  {
    start: ['start', { inputs: [{ name: 'text', type: 'text', required: true }] }],
    end: ['end', { outputs: { said: '{{start.text}}' } }],
  },
  ['start -> end'],
);
const body = { inputs: { text: TEXT }, mode: 'stream' };

async function endpoint() {
  const { slug, key, workflowId } = await publish(server.url, echo, { events: 'full' });
  const runs = async () => (await callApi(`${server.url}/api/v1/runs?workflowId=${workflowId}`)).json.items as unknown[];
  return { url: `${server.url}/api/v1/run/${slug}`, headers: { ...bearer(key), 'content-type': 'application/json' }, runs };
}

test('eventsource-client, which reconnects after the end, starts one run', async () => {
  const { url, headers, runs } = await endpoint();
  const statuses: number[] = [];
  const events: { event: string | undefined; data: string }[] = [];
  const source = createEventSource({
    url,
    method: 'POST',
    headers,
    body: JSON.stringify(body),
    fetch: async (address, init) => {
      const response = await fetch(address, init as RequestInit);
      statuses.push(response.status);
      return response;
    },
    onMessage: ({ event, data }) => events.push({ event, data }),
  });
  await expect.poll(() => statuses.length, { timeout: 20_000 }).toBeGreaterThan(1);
  source.close();
  expect(statuses).toEqual([200, 204]);
  expect(JSON.parse(events.at(-1)?.data ?? '')).toMatchObject({ type: 'done', outputs: { said: TEXT } });
  expect(await runs()).toHaveLength(1);
});

test('a POST with the id of an event continues that run after it, and 204 says that it has ended', async () => {
  const { url, headers, runs } = await endpoint();
  const first = await readFrames(url, { method: 'POST', headers, body, cutAfter: 2 });
  const id = `${first.frames[1]?.data.runId}:2`;
  const rest = await readFrames(url, { method: 'POST', headers: { ...headers, 'last-event-id': id }, body });
  expect([rest.status, rest.frames[0]?.id, rest.frames.at(-1)?.event]).toEqual([200, 3, 'done']);
  const last = `${first.frames[1]?.data.runId}:${rest.frames.at(-1)?.id}`;
  expect((await callApi(url, { headers: { ...headers, 'last-event-id': last }, body })).status).toBe(204);
  expect(await runs()).toHaveLength(1);
});

test('the stream and the log have operations of their own', async () => {
  const { url, headers, runs } = await endpoint();
  const { inputs } = body;
  const { frames } = await readFrames(`${url}/stream`, { method: 'POST', headers, body: { inputs } });
  expect(frames.at(-1)).toMatchObject({ event: 'done', data: { outputs: { said: TEXT } } });
  const runId = String(frames[0]?.data.runId);
  const last = { ...headers, 'last-event-id': `${runId}:${frames.at(-1)?.id}` };
  expect((await callApi(`${url}/stream`, { headers: last, body: { inputs } })).status).toBe(204);
  const log = `${server.url}/api/v1/runs/${runId}/log`;
  const page = await callApi(`${log}?after=2`, { headers: { authorization: headers.authorization } });
  expect(page.json).toMatchObject({ isComplete: true, nextAfter: frames.at(-1)?.id });
  expect((page.json.items as { seq: number }[]).map(({ seq }) => seq)).toEqual(frames.map(({ id }) => id).slice(2));
  const past = await callApi(`${log}?after=9007199254740991`, { headers: { authorization: headers.authorization } });
  expect(past.json).toMatchObject({ items: [], isComplete: true });
  expect(await runs()).toHaveLength(1);
});

test('a POST that names a run of another endpoint finds none', async () => {
  const mine = await endpoint();
  const other = await endpoint();
  const { frames } = await readFrames(other.url, { method: 'POST', headers: other.headers, body });
  const id = `${frames[0]?.data.runId}:1`;
  const refused = await callApi(mine.url, { headers: { ...mine.headers, 'last-event-id': id }, body });
  expect([refused.status, (refused.json.error as { code: string }).code]).toEqual([404, 'run-not-found']);
});

test('fetch-event-source reads the events of a POST once', async () => {
  const { url, headers, runs } = await endpoint();
  // Written for browsers.
  vi.stubGlobal('document', { hidden: false, addEventListener() {}, removeEventListener() {} });
  vi.stubGlobal('window', globalThis);
  const events: string[] = [];
  let outputs: unknown;
  await fetchEventSource(url, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
    fetch,
    openWhenHidden: true,
    onmessage: ({ event, data }) => {
      events.push(event);
      if (event === 'done') ({ outputs } = JSON.parse(data));
    },
  });
  expect([events.at(-1), outputs]).toEqual(['done', { said: TEXT }]);
  expect(await runs()).toHaveLength(1);
});

test('the OpenAPI document of an endpoint, read with its key, has its inputs and outputs', async () => {
  const { url, headers } = await endpoint();
  const { status, json } = await callApi(`${url}/openapi.json`, { headers: { authorization: headers.authorization } });
  const { pathname } = new URL(url);
  expect(status).toBe(200);
  expect(json).toMatchObject({
    paths: {
      [pathname]: {
        post: {
          requestBody: {
            content: {
              'application/json': {
                schema: { properties: { inputs: { properties: { text: { type: 'string' } }, required: ['text'] } } },
              },
            },
          },
        },
      },
    },
    components: { schemas: { RunResult: { properties: { outputs: { properties: { said: { type: 'string' } } } } } } },
  });
  expect((await callApi(`${url}/openapi.json`)).status).toBe(401);
});

test('the charset is named, since some clients would read the text as ISO-8859-1', async () => {
  const { url, headers } = await endpoint();
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  await response.body?.cancel();
});
