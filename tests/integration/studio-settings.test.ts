import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { ApiError } from '#lib/api/api-error.ts';
import { makeClient } from '#lib/api/client.ts';
import { makeDatabaseLocation } from '../support/databases.ts';
import { startLoopbackServer } from '../support/loopback-server.ts';
import { ServerProcess } from '../support/server-process.ts';
import { workflowOf } from '../support/test-engine.ts';

const KEY = 'tvly-very-secret-123';

/** A data folder with a database; it is removed when the test ends. */
async function makeFolder(): Promise<string> {
  const location = await makeDatabaseLocation('PGlite');
  onTestFinished(location.remove);
  return location.dataFolder;
}

async function startServer({ config = '', folder }: { config?: string; folder?: string } = {}) {
  const dataFolder = folder ?? (await makeFolder());
  const server = await ServerProcess.start({ dataFolder, config });
  onTestFinished(() => server.end().then(() => {}));
  return { server, ...using(server, dataFolder) };
}

/** One server of the tests that do not restart it, each of other settings. */
let shared: ReturnType<typeof using>;
beforeAll(async () => {
  const location = await makeDatabaseLocation('PGlite');
  const server = await ServerProcess.start(location);
  shared = using(server, location.dataFolder);
  return async () => {
    await server.end();
    await location.remove();
  };
});

function using(server: ServerProcess, dataFolder: string) {
  const client = makeClient({ baseUrl: server.url });
  const read = async () => (await client.getSettings()).changeable;
  const tool = async (id: string) => (await read()).tools.find((one) => one.id === id);
  return { client, read, tool, dataFolder };
}

const refusal = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  if (!(error instanceof ApiError)) throw new Error(`The call was not refused: ${String(error)}`);
  return { status: error.status, code: error.code, message: error.message };
};

const call = (node: [string, Record<string, unknown>]) =>
  workflowOf({ start: ['start', { inputs: [] }], call: node, end: ['end', { outputs: { out: '{{call}}' } }] }, [
    'start -> call',
    'call.out -> end',
  ]);
const get = (url: string) => call(['http', { method: 'GET', url }]);
const run = (client: ReturnType<typeof makeClient>, document: ReturnType<typeof workflowOf>) =>
  client.runDocument({ body: { document, inputs: {}, mode: 'sync' } });

test('a private host is refused with its name, allowed by one request, and refused again when it is taken back', async () => {
  const target = await startLoopbackServer((_request, response) => response.end('from inside'));
  const { client, read, dataFolder, server } = await startServer();
  const document = get(`${target.origin}/x`);
  expect(await run(client, document)).toMatchObject({
    status: 'failed',
    error: { code: 'url-refused', path: 'config.url', privateHost: target.host, hint: expect.stringContaining('Settings') },
  });
  expect(target.hits).toEqual([]);

  const params = { host: target.host.replace('127.0.0.1', '127.1') };
  expect((await client.allowHost({ params })).allowedHosts).toEqual({
    value: [target.host],
    source: 'studio',
    key: 'http.allowed_private_hosts',
  });
  await client.allowHost({ params });
  expect((await read()).allowedHosts.value).toEqual([target.host]);
  expect(await run(client, document)).toMatchObject({ status: 'succeeded', outputs: { out: { body: 'from inside' } } });

  await server.end();
  const again = await startServer({ folder: dataFolder });
  expect(await run(again.client, document)).toMatchObject({ status: 'succeeded' });
  await again.client.disallowHost({ params });
  expect(await run(again.client, document)).toMatchObject({ status: 'failed', error: { code: 'url-refused' } });
  for (const host of ['127.0.0.1', '10.0.0.5:99999', 'http://a:80', 'a:80/x', 'a b:80'])
    expect(await refusal(again.client.allowHost({ params: { host } }))).toMatchObject({
      status: 400,
      code: 'body-invalid',
      message: expect.stringContaining('params.host'),
    });
});

test('a tool that is switched off is offered to nobody, and asks first when it is told to', async () => {
  const { client, tool } = shared;
  const document = call(['tool-call', { toolName: 'time-now', parameters: {} }]);
  expect(await run(client, document)).toMatchObject({ status: 'succeeded' });
  await client.setTool({ params: { id: 'time-now' }, body: { approval: 'always' } });
  expect(await run(client, document)).toMatchObject({ status: 'waiting', approvals: [{ tool: 'time-now' }] });
  await client.setTool({ params: { id: 'time-now' }, body: { isEnabled: false } });
  expect(await tool('time-now')).toMatchObject({ isEnabled: { value: false }, approval: { value: 'always', source: 'studio' } });
  const [group] = (await client.listTools()).groups;
  expect(group?.tools.find(({ id }) => id === 'time-now')).toMatchObject({
    isEnabled: false,
    approval: 'always',
    whyNot: expect.stringContaining('Settings'),
  });
  expect(await run(client, document)).toMatchObject({ status: 'failed' });
  expect(await refusal(client.setTool({ params: { id: 'none' }, body: {} }))).toMatchObject({ status: 404 });
});

test('what was never set is removed without an error', async () => {
  const { client } = shared;
  expect((await client.removeSearch({})).search.value).toBeNull();
});

test('a search provider works at once; its key is sealed, never returned, and not sent elsewhere', async () => {
  const engine = await startLoopbackServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ results: [{ title: 'Kettle', url: 'https://example.com/kettle', content: 'Boils' }] }));
  });
  const { client, read, dataFolder } = shared;
  const document = call(['tool-call', { toolName: 'web_search', parameters: { query: 'kettle' } }]);
  expect(await run(client, document)).toMatchObject({ status: 'failed' });

  const body = { provider: 'searxng', baseUrl: engine.origin, apiKey: KEY } as const;
  const saved = await client.setSearch({ body });
  expect(saved.search).toEqual({
    value: { provider: 'searxng', host: engine.host, baseUrl: engine.origin, key: 'set', credentialId: null },
    source: 'studio',
    key: 'search',
  });
  expect(await run(client, document)).toMatchObject({ status: 'succeeded' });
  expect(engine.hits.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`);
  expect(JSON.stringify(await client.getSettings())).not.toContain(KEY);
  expect(await readFile(join(dataFolder, 'config.override.yaml'), 'utf8')).not.toContain(KEY);

  // The same address keeps the key, another one does not get it.
  const { apiKey: _, ...withoutKey } = body;
  await client.setSearch({ body: { ...withoutKey, baseUrl: `${engine.origin}/` } });
  await run(client, document);
  expect(engine.hits.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`);
  expect(await refusal(client.setSearch({ body: { ...withoutKey, baseUrl: 'http://127.0.0.1:9' } }))).toMatchObject({
    status: 400,
    message: expect.stringContaining('body.apiKey'),
  });
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the syntax of the config file
  const withVariable = { ...body, baseUrl: 'http://127.0.0.1:9/${THREADLOOM_SECRET_KEY}' };
  expect(await refusal(client.setSearch({ body: withVariable }))).toMatchObject({ status: 400 });
  expect(await refusal(client.setSearch({ body: { ...withoutKey, credentialId: 'cred_none' } }))).toMatchObject({ status: 404 });
  const credential = { name: 'search', type: 'bearer' as const, hosts: [engine.host], fields: { token: 'from the credential' } };
  const { id: credentialId } = await client.createCredential({ body: credential });
  const { value } = (await client.setSearch({ body: { ...withoutKey, credentialId } })).search;
  expect(value).toMatchObject({ key: 'set', credentialId });
  await run(client, document);
  expect(engine.hits.at(-1)?.headers.authorization).toBe('Bearer from the credential');
  await client.setSearch({ body });
  expect((await client.setSearch({ body: { ...withoutKey, apiKey: null } })).search.value).toMatchObject({ key: 'not-needed' });
  expect((await client.removeSearch()).search).toMatchObject({ value: null, source: 'default' });
  expect((await read()).search.value).toBeNull();
});

test('what the config file sets wins over the studio and is locked, each setting by itself', async () => {
  const target = await startLoopbackServer((_request, response) => response.end('inside'));
  const first = await startServer();
  await first.client.allowHost({ params: { host: target.host } });
  expect((await first.read()).retentionDays).toEqual({ value: 30, source: 'default', key: 'retention_days' });
  await first.client.setRetention({ body: { days: null, runsOfWorkflow: 7 } });
  expect((await first.read()).retentionDays).toEqual({ value: null, source: 'studio', key: 'retention_days' });
  await first.client.setTool({ params: { id: 'read_url' }, body: { isEnabled: false, approval: 'never' } });
  await first.server.end();

  const config = [
    'http: { allowed_private_hosts: [] }',
    'retention_days: 9',
    'tools: { read_url: { approval: always } }',
    'search: { provider: tavily }',
  ].join('\n');
  const { client, read, tool } = await startServer({ folder: first.dataFolder, config });
  expect(await read()).toMatchObject({
    allowedHosts: { value: [], source: 'file' },
    retentionDays: { value: 9, source: 'file' },
    runsOfWorkflow: { value: 7, source: 'studio' },
    search: { value: { provider: 'tavily', key: 'missing' }, source: 'file' },
  });
  expect(await tool('read_url')).toMatchObject({
    isEnabled: { value: false, source: 'studio' },
    approval: { value: 'always', source: 'file' },
  });
  expect(await run(client, get(target.origin))).toMatchObject({ status: 'failed', error: { code: 'url-refused' } });
  const locked = [
    () => client.allowHost({ params: { host: target.host } }),
    () => client.setRetention({ body: { days: 1 } }),
    () => client.setSearch({ body: { provider: 'tavily', apiKey: 'x' } }),
    () => client.removeSearch(),
    () => client.setTool({ params: { id: 'read_url' }, body: { approval: 'never' } }),
  ];
  for (const change of locked) expect(await refusal(change())).toMatchObject({ status: 409, code: 'setting-locked' });
  await client.setTool({ params: { id: 'read_url' }, body: { isEnabled: true } });
  await client.setRetention({ body: { runsOfWorkflow: null } });
});

test('an embedding model of the studio works at once; its key is sealed and not sent elsewhere; one in use stays', async () => {
  const embeddings = await startLoopbackServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ data: [{ index: 0, embedding: [3, 4] }] }));
  });
  const inFile = `knowledge:\n  embeddings:\n    file: { base_url: ${embeddings.origin}/v1, model: fixed }\n`;
  const { client, read, dataFolder } = await startServer({ config: inFile });
  const params = { name: 'main' };
  const body = { baseUrl: `${embeddings.origin}/v1`, model: 'small', apiKey: KEY, queryPrefix: 'query: ' };
  const saved = await client.setEmbedding({ params, body });
  expect(saved.embeddings).toMatchObject([
    { value: { name: 'file', host: embeddings.host, baseUrl: null, hasKey: false }, source: 'file' },
    {
      value: { name: 'main', model: 'small', baseUrl: body.baseUrl, hasKey: true, dimensions: null, queryPrefix: 'query: ' },
      source: 'studio',
      key: 'knowledge.embeddings.main',
    },
  ]);
  expect(await client.testEmbedding({ params })).toMatchObject({ dimensions: 2 });
  expect(embeddings.hits.at(-1)).toMatchObject({ url: '/v1/embeddings', headers: { authorization: `Bearer ${KEY}` } });
  expect(JSON.parse(embeddings.hits.at(-1)?.body ?? '')).toMatchObject({ model: 'small', input: ['query: Hello'] });
  expect(JSON.stringify(await client.getSettings())).not.toContain(KEY);
  expect(await readFile(join(dataFolder, 'config.override.yaml'), 'utf8')).not.toContain(KEY);
  const { apiKey: _, ...withoutKey } = body;
  await client.setEmbedding({ params, body: withoutKey });
  await client.testEmbedding({ params });
  expect(embeddings.hits.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`);
  const moved = client.setEmbedding({ params, body: { ...withoutKey, baseUrl: 'http://127.0.0.1:9/v1' } });
  expect(await refusal(moved)).toMatchObject({ status: 400, message: expect.stringContaining('body.apiKey') });
  expect(await refusal(client.setEmbedding({ params: { name: 'file' }, body }))).toMatchObject({ code: 'setting-locked' });
  expect(await refusal(client.testEmbedding({ params: { name: 'none' } }))).toMatchObject({ status: 404 });

  const base = { name: 'handbook', title: 'Handbook', embedding: 'main' };
  await client.createKnowledgeBase({ body: base });
  const other = client.setEmbedding({ params, body: { ...withoutKey, model: 'large' } });
  expect(await refusal(other)).toMatchObject({ status: 400, message: expect.stringContaining('handbook') });
  expect(await refusal(client.removeEmbedding({ params }))).toMatchObject({ status: 400 });
  await client.updateKnowledgeBase({ params: { name: 'handbook' }, body: { embedding: null } });
  await client.removeEmbedding({ params });
  expect((await read()).embeddings.map(({ value }) => value.name)).toEqual(['file']);
});
