import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, MemorySaver } from '@langchain/langgraph';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Client, makeClient } from '#lib/api/client.ts';
import { loadModule } from '#server/graphs/load-module.ts';
import { makeDatabaseLocation } from '../support/databases.ts';
import { ServerProcess } from '../support/server-process.ts';
import { workflowOf } from '../support/test-engine.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const example = join(root, 'docs/examples/graph/review.graph.mjs');
const several = join(root, 'tests/fixtures/graphs/several.graph.mjs');
const broken = join(root, 'tests/fixtures/graphs/broken.graph.mjs');
const config = JSON.stringify({
  graphs: { review: { module: example }, slow: { module: several, export: 'slow' }, broken: { module: broken } },
});

type InvocableGraph = {
  checkpointer: unknown;
  withConfig(config: object): InvocableGraph;
  invoke(input: unknown, config: object): Promise<Record<string, unknown>>;
};

/** What the example gives in LangGraph alone, for these answers. */
async function reviewAlone(text: string, answers: readonly object[]): Promise<Record<string, unknown>> {
  const module = (await loadModule(example, { configFile: 'none' })) as { graph: InvocableGraph };
  const graph = module.graph.withConfig({});
  graph.checkpointer = new MemorySaver();
  const thread = { configurable: { thread_id: 'alone' } };
  let output = await graph.invoke({ text }, thread);
  for (const resume of answers) output = await graph.invoke(new Command({ resume }), thread);
  return output;
}

async function start(client: Client, document: unknown, inputs: Record<string, unknown>): Promise<string> {
  return (await client.runDocument({ body: { document, inputs, mode: 'async' } as never })).runId;
}

const statusOf = async (client: Client, id: string) => (await client.getRun({ params: { id } })).status;

async function answer(client: Client, id: string, args: object): Promise<void> {
  const { items } = await client.listRunApprovals({ params: { id }, query: { status: 'pending' } });
  expect(items).toHaveLength(1);
  await client.decideApproval({ params: { id, actionId: items[0]?.actionId ?? '' }, body: { confirmed: true, args } as never });
}

/** Starts a process on the database of the test, once more after each kill. */
async function makeStarter() {
  const place = await makeDatabaseLocation();
  onTestFinished(() => place.remove());
  const servers: ServerProcess[] = [];
  onTestFinished(async () => void (await servers.at(-1)?.end()));
  return async () => {
    const server = await ServerProcess.start({ ...place, config });
    servers.push(server);
    return { server, client: makeClient({ baseUrl: server.url }) };
  };
}

describe('graphs of LangGraph as nodes', () => {
  test('the example waits over a killed server, and ends as in LangGraph alone', async () => {
    const document = JSON.parse(readFileSync(join(root, 'docs/examples/graph/review.workflow.json'), 'utf8'));
    const startServer = await makeStarter();
    const first = await startServer();
    const runId = await start(first.client, document, { text: 'Rain!' });
    await expect.poll(() => statusOf(first.client, runId), { timeout: 20_000 }).toBe('waiting');
    const { items } = await first.client.listRunApprovals({ params: { id: runId }, query: {} });
    expect(items[0]).toMatchObject({
      kind: 'value',
      tool: 'graph',
      args: { accepted: true },
      description: expect.stringContaining('Publish this text?'),
    });
    expect(items[0]?.description).toContain('Only 1 words');
    await first.server.end('SIGKILL');

    const second = await startServer();
    await answer(second.client, runId, { accepted: false, text: 'It will rain!' });
    await expect
      .poll(async () => (await second.client.listRunApprovals({ params: { id: runId }, query: {} })).items.length, {
        timeout: 20_000,
      })
      .toBe(2);
    await expect.poll(() => statusOf(second.client, runId)).toBe('waiting');
    await second.server.end('SIGKILL');

    const third = await startServer();
    await answer(third.client, runId, { accepted: true });
    await expect.poll(() => statusOf(third.client, runId), { timeout: 60_000 }).toBe('succeeded');
    const { outputs } = await third.client.getRun({ params: { id: runId } });
    const alone = await reviewAlone('Rain!', [{ accepted: false, text: 'It will rain!' }, { accepted: true }]);
    expect(outputs).toEqual({ text: alone.text, verdict: alone.verdict });
    expect(outputs).toEqual({ text: 'It will rain!', verdict: 'published' });
  }, 120_000);

  test('a killed server repeats the step in progress, and none before it', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'threadloom-graph-')), 'steps.txt');
    const lines = () => readFileSync(file, { encoding: 'utf8', flag: 'a+' }).trim().split('\n');
    const startServer = await makeStarter();
    const first = await startServer();
    const document = workflowOf({ own: ['graph', { graph: 'slow', inputs: { file } }] }, []);
    const runId = await start(first.client, document, {});
    await expect.poll(lines, { timeout: 20_000 }).toEqual(['first', 'second']);
    await first.server.end('SIGKILL');
    writeFileSync(`${file}.go`, '');
    const second = await startServer();
    await expect.poll(() => statusOf(second.client, runId), { timeout: 60_000 }).toBe('succeeded');
    expect(lines()).toEqual(['first', 'second', 'second', 'third']);
  }, 120_000);
});

test('graphs are listed with their schemas, and those that do not load with the reason', async () => {
  const { client } = await (await makeStarter())();
  const { items } = await client.listGraphs({});
  expect(items.map(({ name, isUsable }) => `${name} ${isUsable}`)).toEqual(['broken false', 'review true', 'slow true']);
  expect(items[0]).toMatchObject({ whyNot: expect.stringContaining('this module does not load'), inputSchema: null });
  expect(Object.keys(items[1]?.outputSchema?.properties as object)).toEqual(['text', 'findings', 'rounds', 'verdict']);
}, 60_000);
