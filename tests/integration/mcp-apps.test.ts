import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Client, makeClient } from '#lib/api/client.ts';
import type { PublicEvent } from '#lib/run/public-event.ts';
import { type DatabaseLocation, makeDatabaseLocation } from '../support/databases.ts';
import { AppServer, weatherApp } from '../support/mcp/app-server.ts';
import { bearer, publish } from '../support/published-endpoint.ts';
import { ServerProcess } from '../support/server-process.ts';
import { workflowOf } from '../support/test-engine.ts';

const URI = 'ui://weather/view.html';
let weather: AppServer;
let place: DatabaseLocation;
let server: ServerProcess;
let api: Client;
let params: { id: string };

beforeAll(async () => {
  weather = await new AppServer().listen();
  weather.csp = {
    connectDomains: ['https://api.weather.example'],
    resourceDomains: ['https://ok.example; script-src *', 'http://plain.example'],
  };
  place = await makeDatabaseLocation();
  const config = JSON.stringify({ http: { allowed_private_hosts: [weather.host] } });
  server = await ServerProcess.start({ ...place, config });
  api = makeClient({ baseUrl: server.url, fetch });
  const { id } = await api.createMcpServer({ body: { name: 'weather', displayName: 'Weather', url: weather.url } });
  params = { id };
  const { listingHash } = await api.refreshMcpServer({ params });
  await api.acceptMcpServer({ params, body: { listingHash: listingHash ?? '' } });
}, 60_000);
afterAll(async () => {
  await server?.end();
  await place?.remove();
  await weather?.close();
});
beforeEach(async () => {
  weather.html = weatherApp();
  weather.calls.length = 0;
  await allowAll();
});

async function allowAll() {
  const { items } = await api.readMcpApps({ params });
  const apps = items.flatMap(({ app }) => (app ? [{ uri: app.uri, sha256: app.sha256 }] : []));
  return api.allowMcpApps({ params, body: { apps } });
}

const document = workflowOf(
  {
    start: ['start', { inputs: [] }],
    call: ['tool-call', { toolName: 'weather@show_weather', parameters: { city: 'Oslo' } as never }],
    end: ['end', { outputs: { data: '{{call.data}}' } }],
  },
  ['start -> call', 'call -> end'],
);

async function showWeather() {
  const { runId } = await api.runDocument({ body: { document: document as never, inputs: {}, mode: 'async' } });
  const events: PublicEvent[] = [];
  for await (const event of api.streamEvents(runId)) events.push(event as PublicEvent);
  const result = events.find((event) => event.type === 'tool_result');
  return { id: runId, seq: result?.seq ?? 0, result };
}

test('an app is shown as it was allowed, with the whole result of its call', async () => {
  const { id, seq, result } = await showWeather();
  expect(result).toMatchObject({ status: 'success', app: { uri: URI } });
  const opened = await api.openToolApp({ params: { id, seq } });
  expect(opened).toMatchObject({
    state: 'ready',
    serverName: 'Weather',
    html: weather.html,
    tool: { name: 'show_weather' },
    result: {
      content: [{ type: 'text', text: 'It is mild in Oslo' }],
      structuredContent: { city: 'Oslo', degrees: 14 },
      _meta: { icon: 'cloud' },
    },
  });
});

test('only encrypted origins become part of the policy, and a person sees what does not', async () => {
  const { items } = await api.readMcpApps({ params });
  expect(items.find(({ uri }) => uri === URI)).toMatchObject({
    tools: ['show_weather', 'refresh_weather', 'forget_city'],
    refused: ['https://ok.example; script-src *', 'http://plain.example'],
    app: { sources: { connect: ['https://api.weather.example'], resource: [], frame: [], base: [] } },
    state: 'allowed',
  });
});

test('nothing is shown before apps are allowed, nor after they are not any more', async () => {
  const before = await showWeather();
  await api.allowMcpApps({ params, body: { apps: [] } });
  expect(await api.openToolApp({ params: { id: before.id, seq: before.seq } })).toMatchObject({ state: 'refused' });
  const after = await showWeather();
  expect(after.result).not.toHaveProperty('app');
  await expect(api.openToolApp({ params: { id: after.id, seq: after.seq } })).rejects.toMatchObject({ code: 'not-found' });
});

test('an app that changed since it was looked at is neither allowed nor shown', async () => {
  const { items } = await api.readMcpApps({ params });
  const looked = items.flatMap(({ app }) => (app ? [{ uri: app.uri, sha256: app.sha256 }] : []));
  weather.html = '<p>Something else, never seen</p>';
  await expect(api.allowMcpApps({ params, body: { apps: looked } })).rejects.toMatchObject({ code: 'revision-stale' });
  const other = await api.readMcpApps({ params });
  expect(other.items.find(({ uri }) => uri === URI)?.state).toBe('changed');
  await allowAll();
  weather.html = '<p>Changed after it was allowed</p>';
  const { id, seq } = await showWeather();
  expect(await api.openToolApp({ params: { id, seq } })).toMatchObject({
    state: 'refused',
    reason: expect.stringContaining('changed this app'),
  });
});

test('an app calls tools of its own server that are visible to apps; destructive ones after a person agreed', async () => {
  const { id, seq } = await showWeather();
  const call = (name: string, more: object = {}) =>
    api.callAppTool({ params: { id, seq }, body: { name, arguments: { city: 'Oslo' }, ...more } });
  expect(await call('refresh_weather')).toMatchObject({
    status: 'done',
    result: { structuredContent: { city: 'Oslo', degrees: 21 } },
  });
  expect(await call('for_models')).toMatchObject({ status: 'refused' });
  expect(await call('http_request')).toMatchObject({ status: 'refused' });
  expect(await call('refresh_weather', { arguments: { city: 7 } })).toMatchObject({ status: 'refused' });
  expect(await call('forget_city')).toMatchObject({ status: 'asks', risk: 'high', input: { city: 'Oslo' } });
  expect(weather.calls.map(({ name }) => name)).toEqual(['show_weather', 'refresh_weather']);
  expect(await call('forget_city', { isConfirmed: true })).toMatchObject({ status: 'done' });
  await api.updateMcpServer({ params, body: { allowTools: ['show_weather'] } });
  expect(await call('refresh_weather')).toMatchObject({ status: 'refused' });
  await api.updateMcpServer({ params, body: { allowTools: null } });
});

test('tools for apps are not offered to models and nodes', async () => {
  const { groups } = await api.listTools();
  const ids = groups.flatMap(({ tools }) => tools.map(({ id }) => id));
  expect(ids).toContain('weather@show_weather');
  expect(ids).toContain('weather@for_models');
  expect(ids).not.toContain('weather@refresh_weather');
});

test('callers of an endpoint see apps where they see results, and confirm nothing', async () => {
  const asCaller = async (more: { events?: 'full' }) => {
    const { slug, key } = await publish(server.url, document, more);
    const caller = makeClient({ baseUrl: server.url, fetch, headers: bearer(key) });
    const { runId } = await caller.runDeployment({ params: { slug }, body: { inputs: {}, mode: 'async' } });
    const events: PublicEvent[] = [];
    for await (const event of caller.streamEvents(runId)) events.push(event as PublicEvent);
    return { caller, params: { id: runId, seq: events.find((event) => event.type === 'tool_result')?.seq ?? 0 } };
  };
  const summary = await asCaller({});
  await expect(summary.caller.openToolApp({ params: summary.params })).rejects.toMatchObject({ code: 'not-found' });
  const full = await asCaller({ events: 'full' });
  expect(await full.caller.openToolApp({ params: full.params })).toMatchObject({ state: 'ready' });
  const body = { name: 'forget_city', arguments: { city: 'Oslo' }, isConfirmed: true };
  expect(await full.caller.callAppTool({ params: full.params, body })).toMatchObject({ status: 'refused' });
  expect(weather.calls.map(({ name }) => name)).not.toContain('forget_city');
  await expect(summary.caller.openToolApp({ params: full.params })).rejects.toMatchObject({ code: 'run-not-found' });
});
