import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { type DatabaseLocation, makeDatabaseLocation } from '../support/databases.ts';
import { bearer, callApi, makeKey, publish } from '../support/published-endpoint.ts';
import { ServerProcess } from '../support/server-process.ts';
import { workflowOf } from '../support/test-engine.ts';

/** Published workflows as tools of MCP clients. */
let location: DatabaseLocation;
let server: ServerProcess;
beforeAll(async () => {
  location = await makeDatabaseLocation();
  server = await ServerProcess.start(location);
});
afterAll(async () => {
  await server?.end();
  await location?.remove();
});

const inputs = [{ name: 'text', type: 'text', required: true }];
const end = { outputs: { said: '{{start.text}}' } };
const echo = workflowOf({ start: ['start', { inputs }], end: ['end', end] }, ['start -> end']);
const asks = workflowOf(
  {
    start: ['start', { inputs }],
    ask: ['approval', { title: 'Send it?', value: '{{start.text}}' }],
    end: ['end', end],
    no: ['end', { outputs: { said: 'not sent' } }],
  },
  ['start -> ask', 'ask.approved -> end', 'ask.rejected -> no'],
);

type Modes = { readonly mode?: 'auto' | 'legacy'; readonly approve?: boolean };

async function clientOf(workflow: Workflow, options: Parameters<typeof publish>[2] = {}, { mode = 'auto', approve }: Modes = {}) {
  const { slug, key, workflowId } = await publish(server.url, workflow, options);
  const questions: string[] = [];
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode }, capabilities: approve === undefined ? {} : { elicitation: { form: {} } } },
  );
  if (approve !== undefined)
    client.setRequestHandler('elicitation/create', ({ params }) => {
      questions.push(params.message);
      return { action: 'accept', content: { approve } };
    });
  const url = new URL(`${server.url}/api/v1/run/${slug}/mcp`);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers: bearer(key) } }));
  const runs = async () =>
    (await callApi(`${server.url}/api/v1/runs?workflowId=${workflowId}`)).json.items as { status: string }[];
  const call = (args: Record<string, unknown>, more: Parameters<Client['callTool']>[1] = {}) =>
    client.callTool({ name: slug, arguments: args }, more);
  return { client, slug, key, questions, runs, call };
}

test.each(['auto', 'legacy'] as const)('a workflow is one tool with its inputs and outputs, for %s clients', async (mode) => {
  const { client, slug, call, runs } = await clientOf(echo, {}, { mode });
  const { tools } = await client.listTools();
  expect(tools).toMatchObject([
    { name: slug, title: 'test', inputSchema: { properties: { text: { type: 'string' } }, required: ['text'] } },
  ]);
  const seen: string[] = [];
  const result = await call({ text: '你好' }, { onprogress: ({ message }) => void seen.push(message ?? '') });
  expect(result.structuredContent).toEqual({ said: '你好' });
  expect(seen).toEqual(['start', 'end']);
  expect(await runs()).toMatchObject([{ status: 'succeeded' }]);
});

test('inputs that are wrong are named to the model, and nothing runs', async () => {
  const { call, runs } = await clientOf(echo);
  const result = await call({ text: 3, more: 1 });
  expect(result.isError).toBe(true);
  expect(JSON.stringify(result.content)).toContain('inputs.text');
  expect(await runs()).toEqual([]);
});

test.each([
  [true, 'Go'],
  [false, 'not sent'],
])('a client that shows forms decides %s where its key may', async (approve, said) => {
  const { call, questions } = await clientOf(asks, { allow: { decisions: true } }, { approve });
  expect((await call({ text: 'Go' })).structuredContent).toEqual({ said });
  expect(questions).toEqual(['Send it?']);
});

test('without the right to decide, a run that waits is returned as waiting', async () => {
  const { call, questions, runs } = await clientOf(asks, {}, { approve: true });
  const [part] = (await call({ text: 'Go' })).content;
  expect(JSON.parse(part?.type === 'text' ? part.text : '')).toMatchObject({ status: 'waiting', approvals: [{ kind: 'value' }] });
  expect(questions).toEqual([]);
  expect(await runs()).toMatchObject([{ status: 'waiting' }]);
});

const slow = workflowOf(
  { start: ['start', { inputs }], spin: ['code', { language: 'javascript', code: 'for (;;);' }], end: ['end', end] },
  ['start -> spin', 'spin -> end'],
);

test.each([
  ['without progress', undefined],
  ['with progress', () => {}],
])('a session-based call %s is answered, and one whose client is gone stops its run', async (_name, onprogress) => {
  const quick = await clientOf(echo, {}, { mode: 'legacy' });
  expect((await quick.call({ text: '你好' }, { ...(onprogress && { onprogress }) })).structuredContent).toEqual({ said: '你好' });
  const { slug, key, runs } = await clientOf(slow, {}, { mode: 'legacy' });
  const gone = new AbortController();
  const request = fetch(`${server.url}/api/v1/run/${slug}/mcp`, {
    method: 'POST',
    headers: { ...bearer(key), 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: slug, arguments: { text: 'x' }, ...(onprogress && { _meta: { progressToken: 1 } }) },
    }),
    signal: gone.signal,
  }).then((response) => response.text());
  await expect.poll(async () => (await runs())[0]?.status, { timeout: 20_000 }).toBe('running');
  gone.abort();
  await expect(request).rejects.toThrow();
  await expect.poll(async () => (await runs())[0]?.status, { timeout: 20_000 }).toBe('cancelled');
});

test('a run that fails is an error that the model reads', async () => {
  const failing = workflowOf(
    {
      start: ['start', { inputs }],
      fails: ['code', { code: 'throw new Error("broken")' }],
      end: ['end', { outputs: { said: '{{fails}}' } }],
    },
    ['start -> fails', 'fails -> end'],
  );
  const { call } = await clientOf(failing);
  const result = await call({ text: 'Go' });
  expect(result.isError).toBe(true);
  expect(JSON.stringify(result.content)).toContain('code-failed');
});

test('another key, no key and the state of another run are refused', async () => {
  const one = await clientOf(asks, { allow: { decisions: true } }, {});
  const other = await clientOf(asks, { allow: { decisions: true } }, {});
  const [part] = (await one.call({ text: 'Go' })).content;
  const { runId, approvals } = JSON.parse(part?.type === 'text' ? part.text : '') as {
    runId: string;
    approvals: { actionId: string }[];
  };
  for (const headers of [{}, bearer(other.key)]) {
    const refused = await callApi(`${server.url}/api/v1/run/${one.slug}/mcp`, {
      headers,
      body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    });
    expect(refused.status).toBe(401);
  }
  const state = JSON.stringify({ runId, actionId: approvals[0]?.actionId });
  const body = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name: other.slug,
      arguments: {},
      requestState: state,
      inputResponses: { decision: { action: 'accept', content: { approve: true } } },
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
      },
    },
  };
  const headers = {
    ...bearer(other.key),
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': other.slug,
  };
  const answer = await callApi(`${server.url}/api/v1/run/${other.slug}/mcp`, { headers, body });
  expect(JSON.stringify(answer.json)).toContain('There is no run');
  expect(await one.runs()).toMatchObject([{ status: 'waiting' }]);
});

/** The SDK of the session-based protocol, which keeps the connection of a call that it cancels. */
async function olderClientOf({ slug, key }: { slug: string; key: string }) {
  const client = new OlderClient({ name: 'older', version: '1' });
  const url = new URL(`${server.url}/api/v1/run/${slug}/mcp`);
  await client.connect(new OlderTransport(url, { requestInit: { headers: bearer(key) } }) as never);
  return client;
}

test.each([
  ['with a progress token', { onprogress: () => {} }],
  ['without a progress token', {}],
])('a client that cancels its call stops the run, and no other one, %s', async (_, options) => {
  const published = await publish(server.url, slow);
  const statuses = async () => {
    const { json } = await callApi(`${server.url}/api/v1/runs?workflowId=${published.workflowId}`);
    return (json.items as { status: string }[]).map(({ status }) => status).sort();
  };
  // Each counts its requests from zero, so that both calls have one id.
  const [one, other] = await Promise.all([olderClientOf(published), olderClientOf(published)]);
  const { key: strange } = await makeKey(server.url, published.slug);
  const stranger = await olderClientOf({ slug: published.slug, key: strange });
  const leaving = new AbortController();
  const call = (client: OlderClient, more: object = {}) =>
    client.callTool({ name: published.slug, arguments: { text: 'a' } }, undefined, more).catch((error: unknown) => error);
  const cancelled = call(one, { ...options, signal: leaving.signal });
  const rest = [call(other), call(stranger)];
  await expect.poll(statuses, { timeout: 20_000 }).toEqual(['running', 'running', 'running']);
  leaving.abort();
  await cancelled;
  await expect.poll(statuses, { timeout: 20_000 }).toEqual(['cancelled', 'running', 'running']);
  await Promise.all([other, stranger].map((client) => client.close()));
  await Promise.all(rest);
  await expect.poll(statuses, { timeout: 20_000 }).toEqual(['cancelled', 'cancelled', 'cancelled']);
});

test('a client with a wrong key is told to send one, also by its own sign-in', async () => {
  const { slug } = await publish(server.url, echo);
  const url = new URL(`${server.url}/api/v1/run/${slug}/mcp`);
  const refused = await fetch(url, {
    method: 'POST',
    headers: { ...bearer('tlk_wrong'), 'content-type': 'application/json' },
    body: '{}',
  });
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, expect.stringMatching(/^Bearer /)]);
  const authProvider: OAuthClientProvider = {
    redirectUrl: 'http://127.0.0.1:1/',
    clientMetadata: { redirect_uris: ['http://127.0.0.1:1/'] },
    clientInformation: () => undefined,
    saveClientInformation: () => {},
    tokens: () => undefined,
    saveTokens: () => {},
    redirectToAuthorization: () => {},
    saveCodeVerifier: () => {},
    codeVerifier: () => '',
  };
  const client = new OlderClient({ name: 'older', version: '1' });
  await expect(client.connect(new OlderTransport(url, { authProvider }) as never)).rejects.toThrow(
    /Send the key of the endpoint/,
  );
});
