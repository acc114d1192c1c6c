import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Client, makeClient } from '#lib/api/client.ts';
import type { McpServerResource } from '#lib/api/mcp-servers.contract.ts';
import { CliProcess } from '../support/cli-process.ts';
import { type DatabaseLocation, makeDatabaseLocation } from '../support/databases.ts';
import { entryOf, type RealServer, startEverything } from '../support/mcp/real-servers.ts';
import { ScriptedServer, textToolOf } from '../support/mcp/scripted-server.ts';
import { bearer, callApi, publish } from '../support/published-endpoint.ts';
import { ServerProcess } from '../support/server-process.ts';
import { workflowOf } from '../support/test-engine.ts';

const files = mkdtempSync(join(tmpdir(), 'mcp-files-'));
let everything: RealServer;
let everythingSse: RealServer;
let scripted: ScriptedServer;
let place: DatabaseLocation;
let server: ServerProcess;
let api: Client;
let config: string;

beforeAll(async () => {
  mkdirSync(join(files, 'open'));
  writeFileSync(join(files, 'open', 'note.txt'), 'Buy milk');
  [everything, everythingSse, scripted] = await Promise.all([
    startEverything(),
    startEverything('sse'),
    new ScriptedServer().listen(),
  ]);
  place = await makeDatabaseLocation();
  const commands = {
    files: { command: process.execPath, args: [entryOf.filesystem, join(files, 'open')] },
    memory: { command: process.execPath, args: [entryOf.memory], env: { MEMORY_FILE_PATH: join(files, 'memory.json') } },
  };
  const hosts = [`127.0.0.1:${everything.port}`, `127.0.0.1:${everythingSse.port}`, scripted.host];
  config = JSON.stringify({ http: { allowed_private_hosts: hosts }, mcp: { commands } });
  server = await ServerProcess.start({ ...place, config });
  api = makeClient({ baseUrl: server.url, fetch });
}, 60_000);
afterAll(async () => {
  await server?.end();
  await place?.remove();
  await Promise.all([everything?.end(), everythingSse?.end(), scripted?.close()]);
  rmSync(files, { recursive: true, force: true });
});

type NewServer = Parameters<Client['createMcpServer']>[0]['body'];

/** Adds a server, reads it and accepts what it offers. */
async function addServer(body: NewServer): Promise<McpServerResource> {
  const { id } = await api.createMcpServer({ body });
  const read = await api.refreshMcpServer({ params: { id } });
  expect(read).toMatchObject({ status: 'unaccepted', problem: null });
  return api.acceptMcpServer({ params: { id }, body: { listingHash: read.listingHash ?? '' } });
}

/** The result of a node `mcp-tool`, in a real run. Approvals are given. */
async function callTool(toolName: string, parameters: Record<string, unknown> = {}) {
  const [server = '', tool = ''] = toolName.split('@');
  const document = workflowOf(
    {
      start: ['start', { inputs: [] }],
      call: ['mcp-tool', { server, tool, arguments: parameters as never }],
      end: ['end', { outputs: { data: '{{call.data}}' } }],
    },
    ['start -> call', 'call -> end'],
  );
  const { runId } = await api.runDocument({ body: { document: document as never, inputs: {}, mode: 'async' } });
  for (;;) {
    const events: { type: string }[] = [];
    for await (const event of api.streamEvents(runId)) events.push(event);
    const run = await api.getRun({ params: { id: runId } });
    // A stream that was opened right after a decision may end before the run has taken it up.
    if (run.status === 'queued' || run.status === 'running') continue;
    if (run.status !== 'waiting') return { run, events, data: run.outputs?.data };
    const { items } = await api.listRunApprovals({ params: { id: runId }, query: { status: 'pending' } });
    for (const { actionId } of items) await api.decideApproval({ params: { id: runId, actionId }, body: { confirmed: true } });
  }
}

const toolsOf = ({ tools }: McpServerResource) => tools.map(({ name }) => name);

describe('public servers', () => {
  test('everything over streamable HTTP: tools, progress, resources, prompts', async () => {
    const added = await addServer({ name: 'everything', url: `http://127.0.0.1:${everything.port}/mcp` });
    expect(added.status).toBe('ready');
    expect(toolsOf(added)).toEqual(expect.arrayContaining(['echo', 'get-sum', 'trigger-long-running-operation']));
    expect(added.prompts.length).toBeGreaterThan(0);
    expect((await callTool('everything@echo', { message: 'hello' })).data).toBe('Echo: hello');
    expect((await callTool('everything@get-sum', { a: 2, b: 3 })).data).toContain('5');
    const long = await callTool('everything@trigger-long-running-operation', { duration: 2, steps: 4 });
    expect(long.run.status).toBe('succeeded');
    expect(long.events.some(({ type }) => type === 'tool_progress')).toBe(true);
    const [resource] = added.resources;
    expect((await callTool('everything@read_resource', { uri: resource?.uri })).data).toMatchObject({
      contents: [{ uri: resource?.uri }],
    });
    const prompt = added.prompts.find((one) => one.arguments.length === 0);
    expect((await callTool('everything@get_prompt', { name: prompt?.name })).data).toMatchObject({
      messages: [{ role: 'user' }],
    });
  });

  test('everything over SSE', async () => {
    await addServer({ name: 'over-sse', transport: 'sse', url: `http://127.0.0.1:${everythingSse.port}/sse` });
    expect((await callTool('over-sse@echo', { message: 'hello' })).data).toBe('Echo: hello');
  });

  test('filesystem over stdio reads what it may and nothing else', async () => {
    const added = await addServer({ name: 'files', transport: 'stdio', command: 'files' });
    expect(toolsOf(added)).toContain('read_text_file');
    expect(JSON.stringify((await callTool('files@read_text_file', { path: join(files, 'open', 'note.txt') })).data)).toContain(
      'Buy milk',
    );
    const outside = await callTool('files@read_text_file', { path: '/etc/passwd' });
    expect(outside.run).toMatchObject({ status: 'failed', error: { code: 'tool-failed', nodeId: 'call' } });
  });

  test('memory over stdio keeps what it is given between calls', async () => {
    await addServer({ name: 'memory', transport: 'stdio', command: 'memory' });
    const entities = [{ name: 'Ada', entityType: 'person', observations: ['wrote programs'] }];
    expect((await callTool('memory@create_entities', { entities })).run.status).toBe('succeeded');
    expect(JSON.stringify((await callTool('memory@read_graph')).data)).toContain('wrote programs');
  });

  test('a command that the config file does not list is refused', async () => {
    await expect(api.createMcpServer({ body: { name: 'shell', transport: 'stdio', command: 'bash' } })).rejects.toMatchObject({
      code: 'body-invalid',
      message: expect.stringContaining('It lists: files, memory'),
    });
  });
});

describe('what a workspace sets', () => {
  test('nothing is called before a person accepts it, and only what is allowed', async () => {
    scripted.reset();
    scripted.tools = [textToolOf('one'), textToolOf('two')];
    const { id } = await api.createMcpServer({ body: { name: 'limits', url: scripted.url } });
    const unread = await callTool('limits@one').catch((error: unknown) => error);
    expect(unread).toMatchObject({ code: 'workflow-invalid' });
    const { listingHash } = await api.refreshMcpServer({ params: { id } });
    await api.updateMcpServer({ params: { id }, body: { allowTools: ['one'] } });
    await expect(api.acceptMcpServer({ params: { id }, body: { listingHash: 'another' } })).rejects.toMatchObject({
      code: 'revision-stale',
    });
    await api.acceptMcpServer({ params: { id }, body: { listingHash: listingHash ?? '' } });
    expect((await callTool('limits@one', { text: 'a' })).data).toBe('{"text":"a"}');
    expect(await callTool('limits@two').catch((error: unknown) => error)).toMatchObject({ code: 'workflow-invalid' });
    await api.updateMcpServer({ params: { id }, body: { isEnabled: false } });
    expect((await callTool('limits@one')).run.error).toMatchObject({ code: 'tool-not-enabled' });
    const { groups } = await api.listTools();
    expect(groups.flatMap(({ tools }) => tools).find((tool) => tool.id === 'limits@one')).toMatchObject({
      source: 'mcp',
      isEnabled: false,
      group: 'mcp',
      risk: 'low',
    });
  });

  test('a published run calls the server that its version lists, and no other one under the same name', async () => {
    scripted.reset();
    const { id } = await addServer({ name: 'pinned', url: `http://127.0.0.1:${everything.port}/mcp` });
    const document = workflowOf({ call: ['mcp-tool', { server: 'pinned', tool: 'echo', arguments: { message: 'a' } }] }, []);
    const { workflowId, slug, key } = await publish(server.url, document);
    const run = async () =>
      (await callApi(`${server.url}/api/v1/run/${slug}`, { body: { inputs: {} }, headers: bearer(key) })).json;
    const { reach } = await api.getVersion({ params: { id: workflowId, number: 1 } });
    expect(reach).toMatchObject({ tools: ['pinned@echo'], servers: [`mcp pinned http://127.0.0.1:${everything.port}`] });
    expect(await run()).toMatchObject({ status: 'succeeded' });
    scripted.tools = [textToolOf('echo')];
    await api.updateMcpServer({ params: { id }, body: { url: scripted.url } });
    const { listingHash } = await api.refreshMcpServer({ params: { id } });
    await api.acceptMcpServer({ params: { id }, body: { listingHash: listingHash ?? '' } });
    expect(await run()).toMatchObject({ status: 'failed', error: { code: 'reach-refused', nodeId: 'call' } });
    expect(scripted.calls()).toEqual([]);
    await api.deployWorkflow({ params: { id: workflowId }, body: { slug } });
    expect(await run()).toMatchObject({ status: 'succeeded' });
    expect(scripted.calls()).toHaveLength(1);
  });

  test('arguments are checked against the schema of the server', async () => {
    scripted.reset();
    scripted.tools = [
      textToolOf('typed', { inputSchema: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] } }),
    ];
    await addServer({ name: 'typed', url: scripted.url });
    expect(await callTool('typed@typed', { n: 'x' }).catch((error: unknown) => error)).toMatchObject({
      code: 'workflow-invalid',
      message: expect.stringContaining('n'),
    });
    expect(scripted.calls()).toEqual([]);
  });

  test('headers and a credential are sent to the server only, and what it echoes of it is masked', async () => {
    scripted.reset();
    scripted.tools = [textToolOf('who')];
    scripted.onCall = ({ request, reply }) =>
      reply({ content: [{ type: 'text', text: `you are ${request.headers.authorization}, ${request.headers['x-team']}` }] });
    const credential = await api.createCredential({
      body: { name: 'mcp-token', type: 'bearer', hosts: [scripted.host], fields: { token: 'tok-7a6b5c4d' } },
    });
    await addServer({ name: 'who', url: scripted.url, headers: { 'x-team': 'blue' }, credentialId: credential.id });
    const { data, events } = await callTool('who@who');
    expect(scripted.headers.at(-1)).toMatchObject({ authorization: 'Bearer tok-7a6b5c4d', 'x-team': 'blue' });
    expect(data).toBe('you are Bearer [masked], blue');
    expect(JSON.stringify(events)).not.toContain('tok-7a6b5c4d');
  });

  test('an mcpServers JSON is imported; commands and broken entries are refused with the reason', async () => {
    scripted.reset();
    const { added, refused } = await api.importMcpServers({
      body: {
        mcpServers: {
          'My Docs': { url: scripted.url, headers: { Authorization: 'Bearer imported-1', 'X-Team': 'red' } },
          old: { type: 'sse', url: 'https://example.com/sse' },
          shell: { command: 'bash', args: ['-c', 'echo'] },
          empty: {},
        } as never,
      },
    });
    expect(added).toMatchObject([
      { name: 'my-docs', displayName: 'My Docs', transport: 'http', headers: {}, status: 'unread' },
      { name: 'old', transport: 'sse' },
    ]);
    expect(added[0]?.credentialId).not.toBeNull();
    expect(JSON.stringify(added)).not.toContain('imported-1');
    expect(refused).toEqual([
      {
        name: 'shell',
        reason: expect.stringContaining('mcp.commands.shell'),
        command: 'npx threadloom mcp add shell -- bash -c echo',
      },
      { name: 'empty', reason: 'It has neither url nor command', command: null },
    ]);
  });

  test('one command lists a server of npm, and the running server has it without a restart', async () => {
    const { configFile } = await api.getSettings();
    const file = configFile ?? '';
    mkdirSync(dirname(file), { recursive: true });
    onTestFinished(() => rmSync(dirname(file), { recursive: true }));
    writeFileSync(file, config);
    const body = { mcpServers: { 'by-npm': { command: process.execPath, args: [entryOf.everything, 'stdio'] } } } as never;
    const [refused] = (await api.importMcpServers({ body })).refused;
    const [, , ...args] = refused?.command?.split(' ') ?? [];
    expect(args.slice(0, 3)).toEqual(['mcp', 'add', 'by-npm']);
    const { code } = await new CliProcess(args, { env: { THREADLOOM_CONFIG_PATH: file } }).ended;
    expect(code).toBe(0);
    const [added] = (await api.importMcpServers({ body })).added;
    const read = await api.refreshMcpServer({ params: { id: added?.id ?? '' } });
    expect(read).toMatchObject({ command: 'by-npm', problem: null });
    expect(toolsOf(read)).toContain('echo');
    expect((await api.listMcpServers()).commands).toEqual(expect.arrayContaining(['files', 'memory', 'by-npm']));
  });

  test('headers and the query of an imported server are sent, and stored as a credential, but for harmless headers', async () => {
    scripted.reset();
    const harmless = { 'User-Agent': 'editor/1', 'Accept-Language': 'zh' };
    const headers = { Authorization: 'Bearer imported-3', 'X-Weird': 'weird-imported-3', 'X-Team': 'red', ...harmless };
    const address = Object.assign(new URL(scripted.url), { search: '?api_key=query-imported-3' }).href;
    const { added } = await api.importMcpServers({ body: { mcpServers: { secretive: { url: address, headers } } } as never });
    expect(added).toMatchObject([{ url: scripted.url, headers: harmless, credentialId: expect.any(String) }]);
    await api.refreshMcpServer({ params: { id: added[0]?.id ?? '' } });
    expect(scripted.headers.at(-1)).toMatchObject({
      authorization: 'Bearer imported-3',
      'x-weird': 'weird-imported-3',
      'x-team': 'red',
      'user-agent': 'editor/1',
    });
    expect(JSON.stringify([added, (await api.listMcpServers()).items])).not.toContain('imported-3');
    const broken = { broken: { url: scripted.url, headers: { 'X-API-Key': '' } } };
    expect(await api.importMcpServers({ body: { mcpServers: broken } as never })).toMatchObject({
      added: [],
      refused: [{ name: 'broken', reason: expect.stringContaining('Its secret headers cannot be stored') }],
    });
  });

  test('what is imported a second time is refused and leaves no credential, and comes back once its server is deleted', async () => {
    const body = { mcpServers: { again: { url: scripted.url, headers: { Authorization: 'Bearer imported-2' } } } } as never;
    const namesOf = async () =>
      (await api.listCredentials({ query: { limit: 100 } })).items.flatMap(({ name }) =>
        name.startsWith('mcp-again') ? [name] : [],
      );
    const first = await api.importMcpServers({ body });
    expect(await api.importMcpServers({ body })).toMatchObject({ added: [], refused: [{ name: 'again' }] });
    expect(await namesOf()).toEqual(['mcp-again']);
    await api.deleteMcpServer({ params: { id: first.added[0]?.id ?? '' } });
    expect((await api.importMcpServers({ body })).added).toMatchObject([{ name: 'again', credentialId: expect.any(String) }]);
    expect(await namesOf()).toEqual(['mcp-again-2', 'mcp-again']);
  });
});
