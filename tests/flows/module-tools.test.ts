import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeToolKit } from '#engine/tool-handlers/make-tool-kit.ts';
import { runToolCalls } from '#engine/tools/run-tool-calls.ts';
import { workspaceTools } from '#engine/tools/workspace-tools.ts';
import { workspaceId } from '#lib/ports/run-store.ts';
import { toolModuleConfigSchema } from '#server/config/config-schema.ts';
import { ModuleTools } from '#server/module-tools/module-tools.ts';
import { makeExecutorContext } from '../support/executor-context.ts';
import { makeMemoryPayloads } from '../support/memory-payloads.ts';

type Hit = { readonly url: string; readonly authorization: string | undefined; readonly body: string };
const hits: Hit[] = [];
const service = createServer(async (request, response) => {
  const body = await text(request);
  hits.push({ url: request.url ?? '', authorization: request.headers.authorization, body });
  const isWrong = body.includes('nowhere');
  const results = [{ title: 'Tea', url: 'https://tea.example/', content: 'Leaves', score: 1, raw_content: 'Leaves and water' }];
  response.writeHead(isWrong ? 500 : 200, { 'content-type': 'application/json' });
  response.end(
    JSON.stringify(isWrong ? { detail: { error: 'out of tea' } } : { query: 'tea', images: [], results, failed_results: [] }),
  );
});
beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  process.env.TAVILY_BASE_URL = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
afterAll(() => {
  service.closeAllConnections();
  service.close();
});

const folder = join(import.meta.dirname, '../fixtures/tools');
const errors: unknown[] = [];
function toolsOf(modules: Record<string, object>, clock = { now: () => 0 }) {
  return new ModuleTools({
    modules: Object.fromEntries(Object.entries(modules).map(([name, config]) => [name, toolModuleConfigSchema.parse(config)])),
    configFile: join(folder, 'threadloom.config.yaml'),
    clock,
    log: { error: (_message, details) => void errors.push(details?.error) },
  });
}
const langchain = { module: './langchain.tools.mjs' };
const aiSdk = { module: './ai-sdk.tools.mjs' };

async function callIn(modules: Record<string, object>, name: string, input: object) {
  const kit = makeToolKit({ definitions: {}, handlers: {}, payloads: makeMemoryPayloads(), source: toolsOf(modules) });
  const { context, asked, decisions } = makeExecutorContext({ tools: await workspaceTools(kit, workspaceId('ws_test')) });
  const call = () => runToolCalls([{ id: 'c1', name, input }], context, { step: 's', largeData: 'whole' });
  const first = await call().catch((error: unknown) => error);
  const [approval] = asked;
  if (!approval) return { results: first as Awaited<ReturnType<typeof call>>, asked };
  decisions.set(approval.key, { status: 'confirmed' });
  return { results: await call(), asked };
}

const reading = { risk: 'low', effects: 'read' };

test.each([
  ['lc@tavily_search', { query: 'tea' }, '/search'],
  ['lc@tavily_extract', { urls: ['https://tea.example/'] }, '/extract'],
  ['ai@search', { query: 'tea' }, '/search'],
  ['ai@extract', { urls: ['https://tea.example/'] }, '/extract'],
])('the tool %s of a package is called as its library calls it', async (name, input, path) => {
  const modules = { lc: { ...langchain, ...reading }, ai: { ...aiSdk, ...reading } };
  const { results } = await callIn(modules, name, input);
  expect(results[0]).toMatchObject({ status: 'success', data: { results: [{ url: 'https://tea.example/' }] } });
  expect(hits.at(-1)).toMatchObject({ url: path, authorization: 'Bearer tvly-module' });
});

test('arguments are checked by the schema of the tool, before it is called; what it throws is the result', async () => {
  const modules = { lc: { ...langchain, ...reading } };
  const before = hits.length;
  const { results } = await callIn(modules, 'lc@tavily_search', { query: 7 });
  expect(results[0]).toMatchObject({ status: 'invalid', error: expect.stringContaining('query') });
  expect(hits.length).toBe(before);
  const failed = await callIn({ ai: { ...aiSdk, ...reading } }, 'ai@search', { query: 'nowhere' });
  expect(failed.results[0]).toMatchObject({ status: 'error' });
});

test('custom tools: the last value that one yields is its result, and approvals are requested', async () => {
  const modules = { own: { ...langchain, export: 'shout', ...reading }, count: { ...aiSdk, export: 'count', ...reading } };
  expect((await callIn(modules, 'own@shout', { text: 'tea' })).results[0]).toMatchObject({ data: 'TEA' });
  const { results, asked } = await callIn(modules, 'count@count', { to: 3 });
  expect(asked).toHaveLength(1);
  expect(results[0]).toMatchObject({ status: 'success', data: { at: 3 } });
  const tools = await toolsOf(modules).toolsOf();
  expect(tools['own@shout']?.definition).toMatchObject({ risk: 'low', effects: 'read', timeoutMs: 60_000 });
  expect(tools['count@count']?.definition).toMatchObject({ title: 'Count', needsApproval: true });
});

test('a module that does not load leaves the others, is logged, and is tried again later', async () => {
  let now = 0;
  const source = toolsOf(
    {
      gone: { module: './gone.mjs' },
      empty: { ...langchain, export: 'nothing' },
      none: { ...langchain, export: 'other' },
      own: { ...langchain, export: 'shout' },
    },
    { now: () => now },
  );
  errors.length = 0;
  const tools = await source.toolsOf();
  expect(Object.keys(tools)).toEqual(['own@shout']);
  expect(errors.map(String)).toEqual([
    expect.stringContaining('gone.mjs'),
    expect.stringContaining('it has no tool of LangChain'),
    expect.stringContaining("it has no export 'other'. It exports: default"),
  ]);
  expect(await source.toolsOf()).toBe(tools);
  now = 60_000;
  expect(await source.toolsOf()).not.toBe(tools);
});
