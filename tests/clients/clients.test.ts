import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, makeClient } from '#lib/api/client.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { findTestBrowser } from '../../scripts/test/services.mjs';
import { type DatabaseLocation, makeDatabaseLocation } from '../support/databases.ts';
import { type FakeModel, startFakeModel } from '../support/fake-model/start-fake-model.ts';
import { answeringWorkflow, approvingWorkflow, failingWorkflow } from '../support/protocol-workflows.ts';
import { bearer, callApi, type PublishedEndpoint, publish } from '../support/published-endpoint.ts';
import { ServerProcess } from '../support/server-process.ts';
import { workflowOf } from '../support/test-engine.ts';

/**
 * Programs that others wrote, at fixed versions, each in a process of its own against one server. What a program found
 * is the JSON that it prints; the expectations are here.
 */
const folder = join(import.meta.dirname, 'programs');
const inModules = (path: string) => join(folder, 'node_modules', path);
const LIMIT_MS = 60_000;
const SAID = ['Tides ', 'follow ', 'the moon. 潮汐'];
const TEXT = SAID.join('');
/** Of the answer after calls. */
const FOUND = 'the quick brown fox';
/** They would send what they measure, ask for newer versions, or trace; the guard refuses what is left. */
const quiet = {
  COPILOTKIT_TELEMETRY_DISABLED: 'true',
  DO_NOT_TRACK: '1',
  LANGCHAIN_TRACING_V2: 'false',
  LANGSMITH_TRACING: 'false',
  NO_UPDATE_NOTIFIER: '1',
  OPENAI_AGENTS_DISABLE_TRACING: '1',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  REDOCLY_TELEMETRY: 'off',
};
const guard = ['--import', join(folder, 'only-loopback.mjs')];

type Delivery = { headers: IncomingHttpHeaders; body: string };

let place: DatabaseLocation;
/** Where programs leave files. */
let scratch: string;
let model: FakeModel;
let server: ServerProcess;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let endpoints: Record<string, PublishedEndpoint>;
let api: Client;

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'threadloom-clients-'));
  receiver = await startReceiver();
  model = await startFakeModel({
    reply: (body) => (body.model === 'fake' ? { tokens: SAID, isExact: true } : {}),
    isRecording: false,
  });
  place = await makeDatabaseLocation();
  const entry = { provider: 'openai-compatible', base_url: model.url };
  const models = Object.fromEntries(
    Object.entries({ fake: 'fake', calls: 'fake-tools3-t4', hands: 'fake-tool-t4', slow: 'fake-t2000-d20' }).map(([name, id]) => [
      name,
      { ...entry, model: id },
    ]),
  );
  const browser = ['--headless', '--isolated', '--no-sandbox', '--executable-path', findTestBrowser() ?? ''];
  const config = {
    models,
    http: { allowed_private_hosts: [receiver.host] },
    mcp: {
      commands: {
        playwright: {
          command: process.execPath,
          args: [...guard, inModules('@playwright/mcp/cli.js'), ...browser, '--config', join(folder, 'playwright-mcp.json')],
          env: quiet,
          cwd: scratch,
        },
      },
    },
  };
  server = await ServerProcess.start({ ...place, config: JSON.stringify(config) });
  api = makeClient({ baseUrl: server.url, fetch });
  const open = (workflow: Workflow, allow = {}) => publish(server.url, workflow, { events: 'full', allow });
  endpoints = {
    answer: await open(answeringWorkflow('fake')),
    caller: await open(answeringWorkflow('calls'), { callerTools: true }),
    handing: await open(answeringWorkflow('hands'), { callerTools: true }),
    slow: await open(answeringWorkflow('slow')),
    approval: await open(approvingWorkflow, { decisions: true }),
    failing: await open(failingWorkflow),
  };
}, 120_000);
afterAll(async () => {
  await server?.end();
  await model?.stop();
  await place?.remove();
  await receiver?.stop();
  await rm(scratch, { recursive: true, force: true });
});

/** Takes notifications, and is a page for a browser. */
async function startReceiver() {
  const deliveries: Delivery[] = [];
  const http = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (request.method === 'POST') deliveries.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    response.setHeader('content-type', 'text/html; charset=utf-8').end(`<title>Tide table</title><h1>潮汐表</h1>`);
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(http.address() as AddressInfo).port}`;
  const stop = () =>
    new Promise<void>((resolve) => {
      http.close(() => resolve());
      http.closeAllConnections();
    });
  return { host, deliveries, stop };
}

/** @returns both outputs. @throws with them where it fails or takes too long */
async function start(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const options = { cwd: folder, timeout: LIMIT_MS, env: { ...process.env, ...quiet, ...env }, maxBuffer: 16 * 1024 * 1024 };
  const output = await promisify(execFile)(process.execPath, [...guard, ...args], options).catch((error) => {
    const { killed, code, stdout, stderr } = error;
    throw new Error(`${args.join(' ')} ${killed ? 'took too long' : `ended with ${code}`}:\n${stdout}\n${stderr}`);
  });
  expect(output.stderr).not.toContain('REFUSED');
  return output;
}

/** What a program prints last. */
async function run(program: string, args: readonly string[] = [], target: object = {}) {
  const CLIENT_TARGET = JSON.stringify({ server: server.url, endpoints, ...target });
  const { stdout } = await start([`${program}.mjs`, ...args], { CLIENT_TARGET });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}

test('programs reach nothing but this machine', async () => {
  const ask = `fetch('http://192.0.2.1/').catch(({ cause }) => console.log(cause.message))`;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [...guard, '--eval', ask]);
  expect([stdout, stderr]).toEqual(['Refused: 192.0.2.1 is not this machine\n', expect.stringContaining('REFUSED')]);
});

describe('OpenAI', () => {
  test.each(['5', '6'])('the AI SDK %s streams answers, calls its tools, and hears of failures', async (version) => {
    const { chat, responses } = await run('ai-sdk', [version]);
    for (const found of [chat, responses]) {
      expect(found.answer).toEqual({ text: TEXT, errors: [], finishReason: 'stop', hasUsage: true });
      expect(found.tools).toMatchObject({ calls: 3, text: FOUND, errors: [] });
      expect(found.tools.ends).toEqual(['tool-calls', 'tool-calls', 'tool-calls', 'stop']);
      expect(found.failure).toEqual([expect.stringContaining('broken')]);
    }
  });

  test('an agent of LangChain calls its tool three times, and its messages have ids of their own', async () => {
    const found = await run('langchain-agent');
    const types = ['human', 'ai', 'tool', 'ai', 'tool', 'ai', 'tool', 'ai'];
    const expected = { calls: 3, types, ids: types.length, text: FOUND };
    expect(found).toEqual({ chat: expected, responses: expected });
  });

  test('an agent of the Agents SDK hands over to one of another endpoint, and calls its own tools', async () => {
    const expected = { handedTo: 'Writer', answer: TEXT, calls: 3, text: FOUND };
    expect(await run('openai-agents')).toEqual({ chat: expected, responses: expected });
  });
});

describe('chat', () => {
  test.each(['5', '6'])('useChat of the AI SDK %s has turns, an approval and a failure', async (version) => {
    const { turns, approval, failure } = await run('use-chat', [version]);
    expect(turns).toMatchObject({
      status: 'ready',
      messages: [{ role: 'user' }, { text: TEXT }, { role: 'user' }, { text: TEXT }],
    });
    expect(turns.error).toBeUndefined();
    expect(approval).toMatchObject({ status: 'ready', messages: [{ role: 'user' }, { role: 'assistant' }] });
    expect(failure).toMatchObject({ status: 'error', error: expect.stringContaining('broken') });
  });
});

describe('AG-UI', () => {
  test('CopilotKit has turns, calls the tool of its page, and shows approvals and failures', async () => {
    const { turns, tools, ...found } = await run('copilotkit');
    const said = ['assistant', TEXT];
    expect(turns).toEqual([['user', 'Tides?'], said, ['user', 'And then?'], said]);
    const round = (count: number) => [
      ['assistant', null],
      ['tool', `found ${count}`],
    ];
    expect(tools.map(([role, content]: string[]) => [role, content ?? null])).toEqual([
      ['user', 'Tides?'],
      ...[1, 2, 3].flatMap(round),
      ['assistant', FOUND],
    ]);
    expect(found).toEqual({
      agents: ['answer', 'caller', 'approval', 'failing'],
      calls: 3,
      approval: { asked: ['Send it?'], said: 'sent' },
      problems: [],
      failing: [['user', 'Try it']],
      errors: [expect.stringContaining('broken')],
    });
  });

  test.each(['35', '42'])(
    'the client 0.0.%s takes the events of two turns in their order, and hears of a failure',
    async (version) => {
      const { turns, failure } = await run('ag-ui', [version]);
      const said = ['assistant', TEXT];
      expect(turns).toEqual({
        said: [['user', 'Tides?'], said, ['user', 'And then?'], said],
        steps: ['start', 'write', 'end', 'start', 'write', 'end'],
        errors: [],
      });
      expect(failure.errors).toEqual([expect.stringContaining('broken')]);
    },
  );
});

describe('LangGraph', () => {
  test('a RemoteGraph is a node of another graph, whose messages keep their ids and come once', async () => {
    const { turns, modes, nodes } = await run('remote-graph');
    const pairs = ['mine-1', 'mine-2', 'mine-3'].map((id) => [
      ['human', id, `Tides, ${id}?`],
      ['ai', expect.any(String), TEXT],
    ]);
    expect(turns).toEqual([pairs.slice(0, 1).flat(), pairs.slice(0, 2).flat(), pairs.flat()]);
    expect([modes.sort(), nodes.sort()]).toEqual([
      ['messages', 'values'],
      ['end', 'start', 'write'],
    ]);
  });

  test.each(['0', '2'])('the SDK %s has threads, streams, a joined run and an interrupt', async (version) => {
    expect(await run('langgraph-sdk', [version])).toEqual({
      assistants: [endpoints.answer?.slug],
      texts: [
        ['human', 'Tides?'],
        ['ai', TEXT],
      ],
      streamed: TEXT,
      isFound: true,
      kept: 4,
      joined: 1,
      cancelled: 'interrupted',
      interrupts: 1,
      decided: 'sent',
    });
  });
});

describe('MCP', () => {
  test('the SDK 1 lists and calls the workflow, and a call that it cancels stops its run', async () => {
    expect(await run('mcp-sdk')).toEqual({
      tools: [endpoints.answer?.slug],
      content: [{ type: 'text', text: JSON.stringify({ answer: TEXT }) }],
      progress: true,
      cancelled: expect.stringContaining('enough'),
      status: 'cancelled',
    });
  });

  test('Playwright MCP keeps its page from one call of a run to the next', async () => {
    const name = 'playwright';
    const { id } = await api.createMcpServer({ body: { name, transport: 'stdio', command: name } });
    const read = await api.refreshMcpServer({ params: { id } });
    expect(read).toMatchObject({ status: 'unaccepted', problem: null });
    const { tools } = await api.acceptMcpServer({ params: { id }, body: { listingHash: read.listingHash ?? '' } });
    expect(tools.map((tool) => tool.name)).toEqual(expect.arrayContaining(['browser_navigate', 'browser_snapshot']));
    const never = Object.fromEntries(tools.map((tool) => [tool.name, 'never' as const]));
    await api.updateMcpServer({ params: { id }, body: { approvals: never } });
    const document = workflowOf(
      {
        start: ['start', { inputs: [] }],
        open: ['mcp-tool', { server: name, tool: 'browser_navigate', arguments: { url: `http://${receiver.host}/` } }],
        see: ['mcp-tool', { server: name, tool: 'browser_snapshot', arguments: {} }],
        end: ['end', { outputs: { seen: '{{see.data}}' } }],
      },
      ['start -> open', 'open -> see', 'see -> end'],
    );
    const { json } = await callApi(`${server.url}/api/v1/runs`, { body: { document, inputs: {}, mode: 'sync' } });
    expect(json).toMatchObject({ status: 'succeeded', outputs: { seen: expect.stringContaining('Tide table') } });
    expect(JSON.stringify(json)).toContain('潮汐表');
  });
});

describe('webhooks', () => {
  const key = Buffer.from('0123456789abcdef01234567').toString('base64');
  const forms = { prefixed: `whsec_${key}`, plain: key };

  test.each(['standardwebhooks', 'svix'])('%s verifies what is sent, and its own signatures are taken', async (library) => {
    const { slug, key: token } = endpoints.answer as PublishedEndpoint;
    const secrets = [
      { secret: undefined },
      { secret: forms.prefixed },
      { secret: forms.plain },
      { secret: 'a secret of words', format: 'raw' },
    ];
    const deliveries = [];
    for (const { secret, format } of secrets) {
      const webhook = { url: `http://${receiver.host}/hook`, ...(secret !== undefined && { secret }) };
      const body = { inputs: { question: 'Tides?' }, mode: 'async', webhook };
      const { json } = await callApi(`${server.url}/api/v1/run/${slug}`, { body, headers: bearer(token) });
      const ofRun = () => receiver.deliveries.find((one) => JSON.parse(one.body).runId === json.runId);
      await expect.poll(ofRun, { timeout: 20_000 }).toBeDefined();
      deliveries.push({ ...ofRun(), format, secret: secret ?? json.webhookSecret });
    }
    const hooks = [];
    for (const secret of Object.values(forms)) {
      const hook = { id: 'hook', type: 'webhook', version: 1, label: '', config: { auth: 'standard' }, inputs: {} };
      const taking = workflowOf({ start: ['start', { inputs: [] }], end: ['end', { outputs: {} }] }, ['start -> end']);
      const taken = await publish(server.url, { ...taking, triggers: [hook] } as unknown as Workflow);
      await callApi(`${server.url}/api/v1/deployments/${taken.slug}/triggers/hook/secret`, { body: { secret } });
      hooks.push({ url: `${server.url}/api/v1/hooks/${taken.slug}/hook`, secret });
    }
    const { verified, sent } = await run('webhooks', [library], { deliveries, hooks });
    expect(verified).toEqual(secrets.map(() => [null, 'No matching signature found']));
    const each = ['webhook', 'svix'].flatMap((prefix) => [
      [prefix, 'own', 202],
      [prefix, 'other', 401],
    ]);
    expect(sent).toEqual([...each, ...each]);
  });
});

describe('descriptions', () => {
  test('redocly finds no error in the documents of the API and of an endpoint', async () => {
    const { slug, key } = endpoints.answer as PublishedEndpoint;
    const documents = { api: ['openapi.json', {}], endpoint: [`run/${slug}/openapi.json`, bearer(key)] } as const;
    for (const [name, [path, headers]] of Object.entries(documents)) {
      const { json } = await callApi(`${server.url}/api/v1/${path}`, { headers });
      await writeFile(join(scratch, `${name}.json`), JSON.stringify(json));
    }
    const files = Object.keys(documents).map((name) => join(scratch, `${name}.json`));
    const { stderr } = await start([
      inModules('@redocly/cli/bin/cli.js'),
      'lint',
      ...files,
      '--format=stylish',
      '--max-problems=20',
    ]);
    expect(stderr).toContain('valid');
  });

  test('promtool finds nothing wrong with the metrics', async () => {
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    const checking = promisify(execFile)('promtool', ['check', 'metrics']);
    checking.child.stdin?.end(metrics);
    const { stdout, stderr } = await checking;
    expect([stdout, stderr]).toEqual(['', '']);
    expect(metrics).toContain('threadloom_');
  });
});
