import { spawn } from 'node:child_process';
import { chmod, copyFile, cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ClientFactory, ClientFactoryOptions, DefaultAgentCardResolver, JsonRpcTransportFactory } from '@a2a-js/sdk/client';
import { Client as LangGraphClient } from '@langchain/langgraph-sdk';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import OpenAI from 'openai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ClientName, clientConfigs } from '#components/pages/publish/snippets/client-configs.ts';
import { makeClient } from '#lib/api/client.ts';
import { type DatabaseLocation, makeDatabaseLocation } from '../support/databases.ts';
import { publish } from '../support/published-endpoint.ts';
import { ServerProcess } from '../support/server-process.ts';
import { workflowOf } from '../support/test-engine.ts';

/** The configurations of the publish panel as people paste them, and the command line of MCP's inspector. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const inputs = [{ name: 'text', type: 'text', required: true }];
const echo = workflowOf({ start: ['start', { inputs }], end: ['end', { outputs: { said: '{{start.text}}' } }] }, [
  'start -> end',
]);

let server: ServerProcess;
let location: DatabaseLocation;
let folder: string;
let slug: string;
let key: string;
let inspector: string;
beforeAll(async () => {
  location = await makeDatabaseLocation();
  folder = await mkdtemp(join(tmpdir(), 'threadloom-clients-'));
  inspector = await placeInspector();
  server = await ServerProcess.start(location);
  ({ slug, key } = await publish(server.url, echo));
});
afterAll(async () => {
  await server?.end();
  await location?.remove();
  await rm(folder, { recursive: true, force: true });
});

/** It reads its version from a file beside its package, as if it were a folder of the whole inspector. */
async function placeInspector(): Promise<string> {
  const cli = join(folder, 'inspector', 'cli');
  await cp(join(root, 'node_modules/@modelcontextprotocol/inspector-cli'), cli, { recursive: true });
  await copyFile(join(cli, 'package.json'), join(folder, 'inspector', 'package.json'));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  return join(cli, 'build/cli.js');
}

const configOf = (name: ClientName, endpoint = { slug, key }) =>
  clientConfigs[name]({ origin: server.url, inputs: {}, ...endpoint });

const pathOfTest = () => [folder, dirname(process.execPath), process.env.PATH].join(':');

function run(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, env: { ...process.env, PATH: pathOfTest() } });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
    child.once('close', () => resolve(output));
  });
}

const inspect = (...args: string[]) => run(process.execPath, [inspector, '--cli', ...args]);

test('the inspector lists and calls the tool of an endpoint, and the tools of the workspace', async () => {
  const header = ['--header', `Authorization: Bearer ${key}`];
  const endpoint = [`${server.url}/api/v1/run/${slug}/mcp`, '--transport', 'http', ...header];
  expect(await inspect(...endpoint, '--method', 'tools/list')).toContain(`"name": "${slug}"`);
  const called = await inspect(...endpoint, '--method', 'tools/call', '--tool-name', slug, '--tool-arg', 'text=你好');
  expect(called).toContain('"said": "你好"');
  const workspace = [`${server.url}/api/v1/mcp`, '--transport', 'http'];
  expect(await inspect(...workspace, '--method', 'tools/list')).toContain('"name": "validate_workflow"');
  const listed = await inspect(...workspace, '--method', 'tools/call', '--tool-name', 'list_workflows');
  expect(listed).toContain('"type": "text"');
});

test('Claude Desktop: its file starts a program that reaches the endpoint', async () => {
  const { mcpServers } = JSON.parse(configOf('claude-desktop'));
  const { command, args, env } = mcpServers[slug];
  // As Claude starts it: in the folder where npx finds the program that is installed.
  const own = { PATH: pathOfTest(), HOME: folder, MCP_REMOTE_CONFIG_DIR: folder };
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StdioClientTransport({ command, args, env: { ...own, ...env }, cwd: root, stderr: 'ignore' }));
  expect((await client.listTools()).tools).toMatchObject([{ name: slug }]);
  const called = await client.callTool({ name: slug, arguments: { text: '你好' } });
  expect(JSON.stringify(called.content)).toContain('你好');
  await client.close();
});

test('Claude Code: a shell passes the address and the key of the command on', async () => {
  const program = join(folder, 'claude');
  // The inspector stands in for the program, with the configuration that the program would get.
  const exec = `exec '${process.execPath}' '${inspector}' --cli "$6" --transport "$4" "$7" "$8" --method tools/list`;
  await writeFile(program, `#!/bin/sh\n[ "$1 $2 $3" = 'mcp add --transport' ] || exit 1\n${exec}\n`);
  await chmod(program, 0o755);
  expect(await run('sh', ['-c', configOf('claude-code')])).toContain(`"name": "${slug}"`);
});

test.each(['cursor', 'vscode'] as const)('%s: its file names a server that answers with the tool', async (name) => {
  const api = makeClient({ baseUrl: server.url, fetch });
  const { host } = new URL(server.url);
  // An imported key becomes a credential, which has a name of its own.
  const endpoint = await publish(server.url, echo);
  const { added, refused } = await api.importMcpServers({ body: JSON.parse(configOf(name, endpoint)) });
  expect(refused).toEqual([]);
  const id = added[0]?.id ?? '';
  const before = await api.refreshMcpServer({ params: { id } });
  expect(before).toMatchObject({ status: 'failed', privateHost: host });
  await api.allowHost({ params: { host } });
  const read = await api.refreshMcpServer({ params: { id } });
  expect(read).toMatchObject({ problem: null, privateHost: null, tools: [{ name: endpoint.slug }] });
  await api.disallowHost({ params: { host } });
  await api.deleteMcpServer({ params: { id } });
});

const linesOf = (text: string) =>
  Object.fromEntries(text.split('\n').map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));

test('apps of OpenAI: the three values answer a chat', async () => {
  const { OPENAI_BASE_URL: baseURL, OPENAI_API_KEY: apiKey, OPENAI_MODEL: model = '' } = linesOf(configOf('openai'));
  const client = new OpenAI({ baseURL, apiKey });
  const completion = await client.chat.completions.create({ model, messages: [{ role: 'user', content: '你好' }] });
  expect(completion.choices[0]?.message.content).toBe('你好');
});

test('clients of A2A: the address is that of the card, and the header opens it', async () => {
  const [url = '', header = ''] = configOf('a2a').split('\n');
  const authorization = header.replace('Authorization: ', '');
  const fetchImpl: typeof fetch = (address, init) =>
    fetch(address, { ...init, headers: { ...Object.fromEntries(new Headers(init?.headers)), authorization } });
  const factory = new ClientFactory(
    ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {
      transports: [new JsonRpcTransportFactory({ fetchImpl })],
      cardResolver: new DefaultAgentCardResolver({ fetchImpl }),
    }),
  );
  const client = await factory.createFromUrl(url, '');
  expect(await client.getAgentCard()).toMatchObject({ skills: [expect.objectContaining({ id: slug })] });
});

test('clients of LangGraph: the three values run the assistant', async () => {
  const {
    LANGGRAPH_API_URL: apiUrl = '',
    LANGGRAPH_API_KEY: apiKey = '',
    LANGGRAPH_ASSISTANT_ID: id = '',
  } = linesOf(configOf('langgraph'));
  const client = new LangGraphClient({ apiUrl, apiKey });
  expect(await client.runs.wait(null, id, { input: { text: '你好' } })).toMatchObject({ said: '你好' });
});
