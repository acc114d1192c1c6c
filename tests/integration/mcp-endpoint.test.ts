import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DatabaseLocation, makeDatabaseLocation } from '../support/databases.ts';
import { ServerProcess } from '../support/server-process.ts';
import { workflowOf } from '../support/test-engine.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const TOKEN = 'token-of-this-test-0123456789abcdef';

let place: DatabaseLocation;
let server: ServerProcess;

beforeAll(async () => {
  place = await makeDatabaseLocation('PGlite');
  server = await ServerProcess.start({ ...place, env: { THREADLOOM_ADMIN_TOKEN: TOKEN } });
}, 60_000);
afterAll(async () => {
  await server?.end();
  await place?.remove();
});

const over = {
  http: (write: boolean): Transport =>
    new StreamableHTTPClientTransport(new URL(`${server.url}/api/v1/mcp${write ? '?write=true' : ''}`), {
      requestInit: { headers: { authorization: `Bearer ${TOKEN}` } },
    }),
  stdio: (write: boolean): Transport =>
    new StdioClientTransport({
      command: process.execPath,
      args: [join(root, 'bin/threadloom.mjs'), 'mcp', '--server', server.url, ...(write ? ['--write'] : [])],
      env: { PATH: process.env.PATH ?? '', THREADLOOM_ADMIN_TOKEN: TOKEN },
    }),
} as const;

async function connect(
  kind: keyof typeof over,
  { write = false, mode = 'auto' }: { write?: boolean; mode?: 'auto' | 'legacy' } = {},
) {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(over[kind](write));
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const { content, isError } = await client.callTool({ name, arguments: args });
    const [part] = content;
    const text = part?.type === 'text' ? part.text : '';
    return { isError: isError ?? false, text, value: isError ? undefined : JSON.parse(text) };
  };
  return { client, call };
}

const greeting = (text: string) =>
  workflowOf(
    {
      start: ['start', { inputs: [{ name: 'who', type: 'text' }] }],
      end: ['end', { outputs: { said: `${text} {{start.who}}` } }],
    },
    ['start -> end'],
  );

describe.each(['http', 'stdio'] as const)('over %s', (kind) => {
  test('an agent writes, validates, proposes, runs and inspects a workflow', async () => {
    const { client, call } = await connect(kind, { write: true });
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('save_workflow');
    const types = await call('list_node_types');
    expect(types.value.items.map((one: { id: string }) => one.id)).toContain('llm');
    expect((await call('list_node_types', { types: ['llm'] })).value.items[0]).toHaveProperty('configSchema');
    expect((await call('validate_workflow', { document: { ...greeting('Hi'), nodes: [] } })).value.valid).toBe(false);
    const { id } = (await call('save_workflow', { document: greeting('Hi') })).value;
    const listed = await call('list_workflows');
    expect(listed.value.items.map((one: { id: string }) => one.id)).toContain(id);
    const proposed = await call('propose_workflow', { id, document: greeting('Hello') });
    expect(proposed.value).toMatchObject({
      isStored: false,
      valid: true,
      difference: { changed: [{ nodeId: 'end', fields: [{ path: 'config.outputs.said' }] }] },
    });
    const stored = await call('get_workflow', { id });
    expect(JSON.stringify(stored.value.document)).toContain('Hi {{start.who}}');
    const { revision } = stored.value;
    expect((await call('save_workflow', { id, revision, document: greeting('Hello') })).isError).toBe(false);
    const stale = await call('save_workflow', { id, revision, document: greeting('Bye') });
    expect(stale.isError).toBe(true);
    expect(stale.text).toContain('revision');
    const run = await call('run_workflow', { id, inputs: { who: 'Ada' } });
    expect(run.value).toMatchObject({ status: 'succeeded', outputs: { said: 'Hello Ada' } });
    expect((await call('get_run', { id: run.value.runId })).value.status).toBe('succeeded');
    const events = await call('get_run_events', { id: run.value.runId });
    expect(events.value.items.map((event: { type: string }) => event.type)).toContain('node_finished');
    expect((await call('list_runs', { workflowId: id, status: 'succeeded' })).value.items).toHaveLength(1);
    const failed = await call('run_workflow', { document: greeting('Hi'), inputs: { other: 1 } });
    expect(failed.isError).toBe(true);
    await client.close();
  });

  test('without write nothing can be saved', async () => {
    const { client, call } = await connect(kind);
    expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain('save_workflow');
    const refused = await call('save_workflow', { document: greeting('Hi') }).catch((error: Error) => error);
    expect(refused instanceof Error || refused.isError).toBe(true);
    await client.close();
  });
});

test('clients of the session-based protocol are served too', async () => {
  const { client, call } = await connect('http', { mode: 'legacy' });
  expect((await call('list_workflows')).isError).toBe(false);
  await client.close();
});

test('without the token there is nothing', async () => {
  const call = (headers: Record<string, string>) =>
    fetch(`${server.url}/api/v1/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
  expect((await call({})).status).toBe(401);
  expect((await call({ authorization: `Bearer ${TOKEN}` })).status).toBe(200);
});
