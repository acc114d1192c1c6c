import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UsageReport } from '#lib/api/usage.contract.ts';
import { type DatabaseLocation, makeDatabaseLocation } from '#tests/support/databases.ts';
import { bearer, callApi, makeKey, type PublishedEndpoint, publish } from '#tests/support/published-endpoint.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { workflowOf } from '#tests/support/test-engine.ts';

const echo = workflowOf(
  {
    start: ['start', { inputs: [{ name: 'message', type: 'text', required: true }] }],
    check: ['template', { template: '{{start.message}}!' }],
    end: ['end', { outputs: { answer: '{{check.text}}' } }],
  },
  ['start -> check', 'check -> end'],
);
const today = new Date().toISOString().slice(0, 10);

let place: DatabaseLocation;
let server: ServerProcess;
let endpoint: PublishedEndpoint;

beforeAll(async () => {
  place = await makeDatabaseLocation();
  server = await ServerProcess.start({ ...place });
  endpoint = await publish(server.url, echo);
});
afterAll(async () => {
  await server?.end();
  await place?.remove();
});

const inputs = { message: 'hi' };
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  callApi(`${server.url}${path}`, { body, headers: { ...bearer(endpoint.key), ...headers } });
const report = async (query: Record<string, string>): Promise<UsageReport> => {
  const { status, json } = await callApi(`${server.url}/api/v1/usage/report?${new URLSearchParams(query)}`);
  expect(status, JSON.stringify(json)).toBe(200);
  return json as unknown as UsageReport;
};
const runsOf = ({ groups }: UsageReport) => Object.fromEntries(groups.map(({ id, runs }) => [id, runs]));

test('runs are counted by the interface, client and key that started them', async () => {
  const { slug, keyId } = endpoint;
  const second = await makeKey(server.url, slug, { name: 'Second' });
  const tools = { method: 'tools/call', params: { name: slug, arguments: inputs } };
  const meta = {
    'io.modelcontextprotocol/clientInfo': { name: 'Inspector', version: '1' },
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const mcpHeaders = {
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': slug,
  };
  const said = { messages: [{ role: 'user', content: 'hi' }] };
  const answers = [
    await post(`/api/v1/run/${slug}`, { inputs }, { 'user-agent': 'curl/8.5' }),
    await post(`/api/v1/run/${slug}`, { inputs }, { 'user-agent': 'curl/9.0', ...bearer(second.key) }),
    await post(`/api/v1/run/${slug}`, { inputs }, { 'threadloom-surface': 'widget', 'user-agent': 'Mozilla/5.0 Firefox/140' }),
    await post('/v1/chat/completions', { model: slug, ...said }, { 'user-agent': 'OpenAI/Python 1.99' }),
    await post('/v1/responses', { model: slug, input: 'hi' }, { 'user-agent': 'OpenAI/Python 2.0' }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const streamed = await fetch(`${server.url}/api/v1/run/${slug}/mcp`, {
    method: 'POST',
    headers: { ...bearer(endpoint.key), ...mcpHeaders, 'content-type': 'application/json', 'user-agent': 'node' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...tools, params: { ...tools.params, _meta: meta } }),
  });
  expect(await streamed.text()).toContain('hi!');
  expect(runsOf(await report({ slug }))).toEqual({ rest: 2, widget: 1, 'openai-chat': 1, 'openai-responses': 1, mcp: 1 });
  expect(runsOf(await report({ slug, group: 'client' }))).toEqual({ curl: 2, Firefox: 1, 'OpenAI/Python': 2, Inspector: 1 });
  const byKey = await report({ slug, group: 'key' });
  expect(byKey.groups).toMatchObject([
    { id: keyId, name: 'test', runs: 5, failed: 0 },
    { id: second.keyId, name: 'Second', runs: 1 },
  ]);
  expect(byKey.total).toMatchObject({ runs: 6, failed: 0, tokens: 0, costUsd: 0 });
  expect(byKey.total.p50Ms).toBeGreaterThanOrEqual(0);
  expect(byKey.days).toHaveLength(30);
  expect(byKey.days.at(-1)).toMatchObject({ day: today, runs: 6 });
  expect(runsOf(await report({ slug, group: 'day' }))).toEqual({ [today]: 6 });
});

test('runs of drafts come from the studio or a program, and failed ones are counted', async () => {
  const broken = workflowOf(
    {
      start: ['start', { inputs: [] }],
      ask: ['http', { url: `http://127.0.0.1:${await closedPort()}/` }],
      end: ['end', { outputs: {} }],
    },
    ['start -> ask', 'ask -> end'],
  );
  await callApi(`${server.url}/api/v1/runs`, { body: { document: broken }, headers: { origin: server.url } });
  await callApi(`${server.url}/api/v1/runs`, { body: { document: echo, inputs }, headers: { 'user-agent': 'threadloom-cli' } });
  const { groups } = await report({ from: today, to: today });
  expect(groups.find(({ id }) => id === 'studio')).toMatchObject({ runs: 1, failed: 1 });
  expect(groups.find(({ id }) => id === 'api')).toMatchObject({ runs: 1, failed: 0 });
  expect(runsOf(await report({ group: 'deployment' }))).toEqual({ [endpoint.slug]: 6, null: 2 });
});

test('the groups can be exported, and a name that looks like a formula is text', async () => {
  await post(`/api/v1/run/${endpoint.slug}`, { inputs }, { 'user-agent': '-cmd/1' });
  const answer = await fetch(`${server.url}/api/v1/usage/report.csv?group=client&slug=${endpoint.slug}`);
  expect(answer.headers.get('content-type')).toContain('text/csv');
  expect(answer.headers.get('content-disposition')).toContain(`-${today}.csv`);
  const [head, ...rows] = (await answer.text()).trimEnd().split('\r\n');
  expect(head).toBe('client,name,runs,failed,tokens,cost_usd,p50_ms,p95_ms');
  expect(rows[0]).toMatch(/^"OpenAI\/Python",,2,0,0,0,|^"curl",,2,0,0,0,/);
  expect(rows.some((row) => row.startsWith(`"'-cmd",,1,`))).toBe(true);
});

test.each([
  [{ from: '2026-02-01', to: '2026-01-01' }, 'query.from: It is after 2026-01-01, the last day'],
  [{ from: '2020-01-01', to: '2026-01-01' }, 'query.from: A report has at most 366 days, not 2193'],
])('%j is refused', async (query, message) => {
  const { status, json } = await callApi(`${server.url}/api/v1/usage/report?${new URLSearchParams(query)}`);
  expect(status).toBe(400);
  expect(json).toMatchObject({ error: { message } });
});

/** A port of loopback at which nothing listens. */
async function closedPort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done));
  const { port } = probe.address() as { port: number };
  await new Promise((done) => probe.close(done));
  return port;
}
