import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DatabaseLocation, makeDatabaseLocation } from '../support/databases.ts';
import { callApi } from '../support/published-endpoint.ts';
import { ServerProcess } from '../support/server-process.ts';
import { workflowOf } from '../support/test-engine.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const TOKEN = 'token-of-this-test-0123456789abcdef';

let place: DatabaseLocation;
let server: ServerProcess;

beforeAll(async () => {
  place = await makeDatabaseLocation();
  server = await ServerProcess.start({ ...place, env: { THREADLOOM_ADMIN_TOKEN: TOKEN } });
}, 60_000);
afterAll(async () => {
  await server?.end();
  await place?.remove();
});

const over = {
  http: (on: readonly string[]): Transport =>
    new StreamableHTTPClientTransport(new URL(`${server.url}/api/v1/mcp?${on.map((name) => `${name}=true`).join('&')}`), {
      requestInit: { headers: { authorization: `Bearer ${TOKEN}` } },
    }),
  stdio: (on: readonly string[]): Transport =>
    new StdioClientTransport({
      command: process.execPath,
      args: [join(root, 'bin/threadloom.mjs'), 'mcp', '--server', server.url, ...on.map((name) => `--${name}`)],
      env: { PATH: process.env.PATH ?? '', THREADLOOM_ADMIN_TOKEN: TOKEN },
    }),
} as const;

async function connect(
  kind: keyof typeof over,
  { write = false, offers = [], mode = 'auto' }: { write?: boolean; offers?: readonly string[]; mode?: 'auto' | 'legacy' } = {},
) {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(over[kind]([...(write ? ['write'] : []), ...offers]));
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
    for (const half of [{ id }, { revision }]) {
      const refused = await call('save_workflow', { ...half, document: greeting('Bye') });
      expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('Give id and revision') });
    }
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

describe.each(['http', 'stdio'] as const)('what is switched on, over %s', (kind) => {
  const headers = { authorization: `Bearer ${TOKEN}` };

  test('without a word there are neither skills, nor knowledge bases, nor tasks', async () => {
    const { client } = await connect(kind);
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).not.toEqual(expect.arrayContaining(['run']));
    expect(names.filter((name) => name.includes('knowledge'))).toEqual([]);
    expect(client.getServerCapabilities()?.resources).toBeUndefined();
    await client.close();
  });

  test('skills are resources, as long as they are enabled', async () => {
    const { client } = await connect(kind, { offers: ['skills'] });
    const { resources } = await client.listResources();
    const main = resources.find(({ uri }) => uri.endsWith('/SKILL.md'));
    const { contents } = await client.readResource({ uri: main?.uri ?? '' });
    expect(contents).toMatchObject([{ uri: main?.uri, text: expect.stringContaining(`name: ${main?.name}`) }]);
    await expect(client.readResource({ uri: 'skill://no-such-skill/SKILL.md' })).rejects.toThrow();
    await expect(client.readResource({ uri: `skill://${main?.name}/../../secret.key` })).rejects.toThrow();
    const skill = `${server.url}/api/v1/skills/${main?.name}`;
    await callApi(skill, { method: 'PUT', headers, body: { isEnabled: false } });
    expect((await client.listResources()).resources.map(({ uri }) => uri)).not.toContain(main?.uri);
    await callApi(skill, { method: 'PUT', headers, body: { isEnabled: true } });
    await client.close();
  });

  test('knowledge bases are listed and searched', async () => {
    const name = `facts-${kind}`;
    const bases = `${server.url}/api/v1/knowledge`;
    expect((await callApi(bases, { headers, body: { name, title: 'Facts' } })).status).toBe(201);
    const documents = [{ key: 'tides', title: 'Tides', text: 'The moon makes the tides, twice a day.' }];
    expect((await callApi(`${bases}/${name}/documents`, { headers, body: { documents } })).status).toBeLessThan(300);
    const { client, call } = await connect(kind, { offers: ['knowledge'] });
    expect((await call('list_knowledge_bases')).value.items).toMatchObject([{ name, title: 'Facts' }]);
    const search = async () => (await call('search_knowledge', { base: name, query: 'moon tides' })).value.passages;
    await expect.poll(search, { timeout: 30_000 }).toMatchObject([{ title: 'Tides', text: expect.stringContaining('moon') }]);
    expect((await call('search_knowledge', { base: 'none', query: 'x' })).isError).toBe(true);
    await callApi(`${bases}/${name}`, { method: 'DELETE', headers });
    await client.close();
  });

  test('a task is a run of this server', async () => {
    const { client, call } = await connect(kind, { offers: ['run'] });
    const { value, text } = await call('run', { task: 'Say what you can do' });
    expect(value, text).toMatchObject({ status: 'succeeded', outputs: { answer: expect.stringContaining('[demo model]') } });
    const run = await call('get_run', { id: value.runId });
    expect(run.value).toMatchObject({ inputs: { task: 'Say what you can do' }, workflowName: 'Task of an MCP client' });
    await client.close();
  });
});
