import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Client, makeClient } from '#lib/api/client.ts';
import { type DatabaseLocation, makeDatabaseLocation } from '../support/databases.ts';
import { type Exchange, ScriptedServer, textToolOf } from '../support/mcp/scripted-server.ts';
import { ServerProcess } from '../support/server-process.ts';
import { workflowOf } from '../support/test-engine.ts';

const stdioServer = fileURLToPath(new URL('../support/mcp/stdio-server.ts', import.meta.url));
let scripted: ScriptedServer;
let place: DatabaseLocation;
let server: ServerProcess;
let api: Client;

beforeAll(async () => {
  [scripted, place] = await Promise.all([new ScriptedServer().listen(), makeDatabaseLocation()]);
  const commandOf = (...args: string[]) => ({ command: process.execPath, args: [stdioServer, ...args] });
  const commands = {
    counter: commandOf(),
    growing: commandOf('growing'),
    dies: { ...commandOf('dies'), env: { SETTINGS_TOKEN: 'token-of-the-server' } },
  };
  const config = JSON.stringify({ http: { allowed_private_hosts: [scripted.host] }, mcp: { commands } });
  server = await ServerProcess.start({ ...place, config });
  api = makeClient({ baseUrl: server.url, fetch });
}, 60_000);
afterAll(async () => {
  await server?.end();
  await place?.remove();
  await scripted?.close();
});
beforeEach(() => scripted.reset());

let made = 0;

async function readServer(body: object = { url: scripted.url }) {
  const name = `odd${++made}`;
  const { id } = await api.createMcpServer({ body: { name, ...body } });
  const read = await api.refreshMcpServer({ params: { id } });
  return { ...read, params: { id } };
}

async function addServer(body?: object) {
  const { listingHash, params } = await readServer(body);
  return api.acceptMcpServer({ params, body: { listingHash: listingHash ?? '' } });
}

/** The outputs of nodes that call these tools one after another. */
async function callInTurn(...calls: readonly [tool: string, parameters?: Record<string, unknown>][]) {
  const names = calls.map((_, index) => `call${index + 1}`);
  const nodes = calls.map(([toolName, parameters = {}], index) => [names[index], ['tool-call', { toolName, parameters }]]);
  const document = workflowOf(
    {
      start: ['start', { inputs: [] }],
      ...Object.fromEntries(nodes),
      end: ['end', { outputs: { all: names.map((name) => `{{${name}}}`) } }],
    },
    ['start', ...names].map((name, index) => `${name} -> ${names[index] ?? 'end'}`),
  );
  const { runId } = await api.runDocument({ body: { document: document as never, inputs: {}, mode: 'async' } });
  const events: { type: string }[] = [];
  for await (const event of api.streamEvents(runId)) events.push(event);
  const run = await api.getRun({ params: { id: runId } });
  return { run, events, results: (run.outputs?.all ?? []) as { data: unknown; warnings: string[] }[] };
}

/** Lists by method; any other is answered as missing. */
function offering(lists: Readonly<Record<string, object>>, capabilities: object | null = { tools: {} }) {
  scripted.onMessage = ({ message, reply, fail }: Exchange) => {
    if (message.method === 'initialize')
      reply({ protocolVersion: '2025-06-18', capabilities, serverInfo: { name: 'odd', version: '1' } });
    else if (Object.hasOwn(lists, message.method)) reply(lists[message.method]);
    else if (message.method.endsWith('/list')) fail(-32601, 'Method not found');
    else return false;
    return true;
  };
}

const object = { type: 'object', properties: {} };
const fine = textToolOf('fine');

describe('a list with an odd entry', () => {
  test.each([
    ['whose inputSchema has no type', { inputSchema: {} }],
    ['without inputSchema', { inputSchema: undefined }],
    ['whose inputSchema is null', { inputSchema: null }],
    ['whose inputSchema is an empty list', { inputSchema: [] }],
    ['whose inputSchema has alternatives at its root', { inputSchema: { anyOf: [object, { type: 'object' }] } }],
    [
      'whose inputSchema is of draft 4',
      { inputSchema: { ...object, id: 'x', properties: { n: { minimum: 1, exclusiveMinimum: true } } } },
    ],
    ['whose required is null', { inputSchema: { ...object, required: null } }],
    ['whose outputSchema is an alternative', { outputSchema: { anyOf: [{ type: 'object' }, { type: 'null' }] } }],
    ['whose outputSchema is one of an array', { outputSchema: { type: 'array', items: {} } }],
    ['whose texts and hints are null', { title: null, description: null, annotations: null, outputSchema: null, _meta: null }],
    ['whose hints are null', { annotations: { title: null, readOnlyHint: true, destructiveHint: null } }],
    ['with a space and Chinese letters in its name', { name: '读取 文件' }],
  ])('has a tool %s: it is used', async (_, odd) => {
    scripted.tools = [{ ...textToolOf('odd'), annotations: { readOnlyHint: true }, ...odd }, fine];
    const { name, status, omitted, tools } = await addServer();
    expect({ status, omitted, names: tools.map((tool) => tool.name).sort() }).toEqual({
      status: 'ready',
      omitted: [],
      names: ['fine', (odd as { name?: string }).name ?? 'odd'].sort(),
    });
    const called = tools.find((tool) => tool.name !== 'fine' && tool.risk === 'low');
    if (called) {
      const { run } = await callInTurn([`${name}@${called.name}`]);
      expect(run.status).toBe('succeeded');
    }
  });

  test.each([
    ['that is no object', 7, /^tool 1: it is no object/],
    ['that is null', null, /^tool 1: it is no object/],
    ['without a name', { inputSchema: object }, /^tool 1: it has no name/],
    ['whose name is a number', { name: 3, inputSchema: object }, /^tool 1: it has no name/],
    ['whose arguments are a text', { name: 'odd', inputSchema: { type: 'string' } }, /^odd: its arguments have the type string/],
    ['whose inputSchema is a text', { name: 'odd', inputSchema: 'object' }, /^odd: its inputSchema is no JSON Schema/],
    ['whose name hides something', { name: 'odd\u200b', inputSchema: object }, /its name has hidden characters/],
    ['that is there twice', fine, /^fine: two tools have this name/],
  ])('has a tool %s: it is omitted and named', async (_, odd, reason) => {
    scripted.tools = [odd as never, fine];
    const { status, omitted, tools } = await readServer();
    expect(status).toBe('unaccepted');
    expect(tools.map(({ name }) => name)).toEqual(['fine']);
    expect(omitted).toEqual([expect.stringMatching(reason)]);
  });

  test('that the protocol leaves out for its headers names it, on each page', async () => {
    const headed = (name: string, type: string) =>
      textToolOf(name, { inputSchema: { type: 'object', properties: { text: { type, 'x-mcp-header': 'Region' } } } });
    scripted.onMessage = ({ message, reply }) => {
      const complete = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
      const serverInfo = { name: 'odd', version: '1' };
      if (message.method === 'server/discover')
        reply({ ...complete, supportedVersions: ['2026-07-28'], capabilities: { tools: {} }, serverInfo });
      else if (message.method !== 'tools/list') return false;
      else if (message.params?.cursor === undefined)
        reply({ ...complete, tools: [headed('odd', 'array'), fine], nextCursor: 'b' });
      else reply({ ...complete, tools: [headed('right', 'string'), headed('wrong', 'object')] });
      return true;
    };
    const { tools, omitted } = await readServer();
    expect(tools.map(({ name }) => name).sort()).toEqual(['fine', 'right']);
    expect(omitted).toEqual([expect.stringMatching(/^odd: .*x-mcp-header/), expect.stringMatching(/^wrong: .*x-mcp-header/)]);
  });

  test('that is an outputSchema nobody can follow does not lose the tool', async () => {
    scripted.tools = [textToolOf('odd', { outputSchema: [{ type: 'object' }] }), fine];
    const { tools, omitted } = await readServer();
    expect(tools.map(({ name }) => name)).toEqual(['fine', 'odd']);
    expect(omitted).toEqual([expect.stringMatching(/^odd: its outputSchema is no JSON Schema/)]);
  });

  test('is read over its pages, whatever follows the last one', async () => {
    const pages: Record<string, object> = {
      '': { tools: [textToolOf('one')], nextCursor: 'b', _meta: {} },
      b: { tools: [textToolOf('two'), null], nextCursor: 'c' },
      c: { tools: [textToolOf('three')], nextCursor: null },
    };
    scripted.onMessage = ({ message, reply }) => {
      if (message.method !== 'tools/list') return false;
      reply(pages[String(message.params?.cursor ?? '')]);
      return true;
    };
    const { tools, omitted } = await readServer();
    expect(tools.map(({ name }) => name).sort()).toEqual(['one', 'three', 'two']);
    expect(omitted).toEqual(['tool 3: it is no object']);
  });

  test('of resources and prompts is named too, and the others are there', async () => {
    offering(
      {
        'tools/list': { tools: [fine] },
        'resources/list': {
          resources: [{ uri: 'a:1', name: null, description: null, mimeType: null }, { name: 'no address' }],
          nextCursor: null,
        },
        'resources/templates/list': { resourceTemplates: [{ uriTemplate: 'a:{id}', name: 'one' }, 'two'] },
        'prompts/list': {
          prompts: [
            { name: 'ask', description: null, arguments: null },
            { name: 'tell', arguments: [{ name: 'to', required: null }, {}] },
            { description: 'nameless' },
          ],
        },
      },
      { tools: {}, resources: {}, prompts: {} },
    );
    const read = await readServer();
    expect(read.resources).toMatchObject([{ uri: 'a:1', name: 'a:1', description: null }]);
    expect(read.resourceTemplates).toMatchObject([{ uri: 'a:{id}' }]);
    expect(read.prompts).toMatchObject([
      { name: 'ask', arguments: [] },
      { name: 'tell', arguments: [{ name: 'to', isRequired: false }] },
    ]);
    expect(read.omitted).toEqual([
      'no address: it has no uri',
      'resource template 2: it is no object',
      'prompt 3: it has no name',
    ]);
  });
});

describe('a server that announces', () => {
  test('resources and prompts, and does not list them, is used for its tools', async () => {
    offering({ 'tools/list': { tools: [fine] } }, { tools: {}, resources: {}, prompts: {} });
    const { status, tools, omitted } = await addServer();
    expect({ status, names: tools.map(({ name }) => name) }).toEqual({ status: 'ready', names: ['fine'] });
    expect(omitted).toEqual([
      expect.stringMatching(/^resources: .*Method not found/),
      expect.stringMatching(/^prompts: .*Method not found/),
    ]);
  });

  test('tools, and has only prompts, has its prompts', async () => {
    offering({ 'prompts/list': { prompts: [{ name: 'ask' }] } }, { tools: {}, prompts: {} });
    const { status, prompts, omitted } = await readServer();
    expect({ status, prompts: prompts.map(({ name }) => name) }).toEqual({ status: 'unaccepted', prompts: ['ask'] });
    expect(omitted).toEqual([expect.stringMatching(/^tools: .*Method not found/)]);
  });

  test.each([
    ['nothing', {}],
    ['null', null],
    ['null for each', { tools: null, resources: null, prompts: null }],
  ])('%s is asked for its lists all the same', async (_, capabilities) => {
    offering({ 'tools/list': { tools: [fine] }, 'prompts/list': { prompts: [{ name: 'ask' }] } }, capabilities);
    const { name, status, prompts, omitted } = await addServer();
    expect({ status, prompts: prompts.map((one) => one.name), omitted }).toEqual({
      status: 'ready',
      prompts: ['ask'],
      omitted: [],
    });
    expect((await callInTurn([`${name}@fine`])).run.status).toBe('succeeded');
  });
});

describe('a result with an odd part', () => {
  test('loses that part alone, and says so to the node and in the log', async () => {
    scripted.tools = [fine];
    scripted.onCall = ({ reply }) =>
      reply({
        content: [
          { type: 'widget', html: '<b>' },
          { type: 'text', text: 'kept', annotations: null },
        ],
      });
    const { name } = await addServer();
    const { results, events } = await callInTurn([`${name}@fine`]);
    const warnings = ['part 1 was omitted: the type "widget" is not known'];
    expect(results).toMatchObject([{ data: 'kept', warnings }]);
    expect(events.find(({ type }) => type === 'tool_result')).toMatchObject({ result: 'kept', warnings });
  });
});

describe('numbers that a double does not hold', () => {
  const result =
    '{"content":[{"type":"text","text":"{\\"id\\":1234567890123456789}"}],"structuredContent":{"id":1234567890123456789,"n":7,"list":[0.12345678901234567891]}}';
  const kept = {
    data: { id: '1234567890123456789', n: 7, list: ['0.12345678901234567891'] },
    warnings: [expect.stringMatching(/are texts: id, list\[\]$/)],
  };

  test.each([
    ['JSON', 'application/json', (id: unknown) => `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`],
    ['events', 'text/event-stream', (id: unknown) => `data: {"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}\n\n`],
  ])('arrive exactly over %s, whatever the schema says', async (_, type, write) => {
    const number = { type: 'number', maximum: 2 ** 63 };
    scripted.tools = [fine, textToolOf('typed', { outputSchema: { type: 'object', properties: { id: number } } })];
    scripted.onCall = ({ message, response }) => response.writeHead(200, { 'content-type': type }).end(write(message.id));
    const { name } = await addServer();
    expect((await callInTurn([`${name}@fine`], [`${name}@typed`])).results).toMatchObject([kept, kept]);
  });

  test('arrive exactly from a process', async () => {
    const { name } = await addServer({ transport: 'stdio', command: 'counter' });
    expect((await callInTurn([`${name}@big`])).results).toMatchObject([kept]);
  });

  test('in a schema are those of before: an accepted tool is no changed one', async () => {
    scripted.onMessage = ({ message, response }) => {
      if (message.method !== 'tools/list') return false;
      const tool =
        '{"name":"fine","inputSchema":{"type":"object","properties":{"n":{"type":"integer","maximum":18446744073709551615}}}}';
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(`{"jsonrpc":"2.0","id":${JSON.stringify(message.id)},"result":{"tools":[${tool}]}}`);
      return true;
    };
    const { tools } = await addServer();
    expect(tools[0]?.inputSchema).toEqual({
      type: 'object',
      properties: { n: { type: 'integer', maximum: 2 ** 64 } },
    });
  });
});

describe('a server that says that its tools changed', () => {
  test('keeps its process and what it holds over the calls of a run, and over runs', async () => {
    const { name } = await addServer({ transport: 'stdio', command: 'counter' });
    const { results } = await callInTurn([`${name}@count`], [`${name}@count`]);
    const again = await callInTurn([`${name}@count`]);
    const [, pid] = String(results[0]?.data).split(' of ');
    expect([...results, ...again.results].map(({ data }) => data)).toEqual([1, 2, 3].map((count) => `${count} of ${pid}`));
  });

  test('keeps it when it offers more tools, and when it refuses a call', async () => {
    const { name } = await addServer({ transport: 'stdio', command: 'growing' });
    const { results } = await callInTurn([`${name}@count`]);
    expect((await callInTurn([`${name}@refuse`])).run.error?.message).toContain('No method');
    const [, pid] = String(results[0]?.data).split(' of ');
    expect((await callInTurn([`${name}@count`])).results[0]?.data).toBe(`2 of ${pid}`);
  });
});

test('a process that ends at its start says why', async () => {
  const { status, problem } = await readServer({ transport: 'stdio', command: 'dies' });
  expect({ status, problem }).toEqual({
    status: 'failed',
    problem: expect.stringContaining("SyntaxError: Unexpected token '}' in settings.json"),
  });
  expect(problem).not.toContain('token-of-the-server');
});

test('a tool with a long definition is used, and definitions are bounded together', async () => {
  scripted.tools = Array.from({ length: 25 }, (_, index) => textToolOf(`long${index}`, { description: 'x'.repeat(90_000) }));
  const { tools, omitted } = await readServer();
  expect(tools.length).toBe(22);
  expect(omitted).toEqual([22, 23, 24].map((index) => expect.stringContaining(`long${index}: the definitions`)));
});
