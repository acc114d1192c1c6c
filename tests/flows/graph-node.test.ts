import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MemorySaver } from '@langchain/langgraph';
import { describe, expect, test } from 'vitest';
import { configSchema } from '#server/config/config-schema.ts';
import { ConfiguredGraphs } from '#server/graphs/configured-graphs.ts';
import { loadModule } from '#server/graphs/load-module.ts';
import { MemoryRunStore } from '../support/memory-run-store.ts';
import { eventsOf, TestEngine, workflowOf } from '../support/test-engine.ts';

const configFile = fileURLToPath(new URL('../fixtures/graphs/config.yaml', import.meta.url));
const exported = ['nested', 'questions', 'strict', 'failing', 'slow', 'endless', 'notAGraph', 'missing'];

function makeGraphs() {
  const entries = exported.map((name) => [name, { module: './several.graph.mjs', export: name }]);
  const checkpointer = new MemorySaver();
  return new ConfiguredGraphs({
    graphs: configSchema.parse({ graphs: { ...Object.fromEntries(entries), broken: { module: './broken.graph.mjs' } } }).graphs,
    configFile,
    makeCheckpointer: async () => checkpointer,
  });
}

const ofGraph = (graph: string, config: object = {}, options?: Record<string, unknown>) =>
  workflowOf({ own: ['graph', { graph, inputs: { text: 'rain' }, ...config }, options ?? {}] }, []);

/** A process; another one on the same store and checkpoints is what follows a crash. */
function start(graphs = makeGraphs(), store = new MemoryRunStore()) {
  return new TestEngine({ store, graphs });
}

async function openApprovals(engine: TestEngine, runId: string) {
  const events = await engine.events(runId);
  const decided = new Set(eventsOf(events, 'approval_decided').map(({ actionId }) => actionId));
  return eventsOf(events, 'confirm_required').filter(({ actionId }) => !decided.has(actionId));
}

/** Answers the open approval with this question, and waits until the run has ended or waits again. */
async function answer(engine: TestEngine, runId: string, question: string, said: { isConfirmed: boolean; args?: unknown }) {
  const open = await openApprovals(engine, runId);
  const asked = open.find(({ description }) => description.startsWith(question));
  expect(asked, `'${question}' among ${open.map(({ description }) => description).join(', ')}`).toBeDefined();
  const { approvals, now } = { approvals: engine.store.database.approvals, now: engine.store.database.now() };
  approvals.decide({ runId, actionId: asked?.actionId ?? '', ...said, nowMs: now });
  return engine.engine.resume(runId);
}

function scratchFile(): string {
  return join(mkdtempSync(join(tmpdir(), 'threadloom-graph-')), 'steps.txt');
}
const linesOf = (file: string) => readFileSync(file, 'utf8').trim().split('\n');

describe('what a graph does is in the log', () => {
  test('its output is that of LangGraph alone; steps, subgraphs, written values and model calls are shown', async () => {
    const { status, outputs, events } = await start().run(ofGraph('nested'));
    const { nested } = (await loadModule('./several.graph.mjs', { configFile })) as {
      nested: { invoke(input: object): Promise<unknown> };
    };
    expect(status).toBe('succeeded');
    expect(outputs.own).toEqual(await nested.invoke({ text: 'rain' }));

    const steps = eventsOf(events, 'tool_call').map(({ id, name, parent }) => ({ id, name, parent }));
    expect(steps.map(({ name }) => name)).toEqual(['around', 'inside', 'talk']);
    const [around, inside, talk] = steps;
    expect(around?.parent).toEqual({ toolCallId: 'graph', agent: 'nested' });
    expect(inside?.parent).toEqual({ toolCallId: around?.id, agent: 'around' });
    expect(eventsOf(events, 'tool_result').map(({ name, status: end }) => `${name} ${end}`)).toEqual([
      'inside success',
      'around success',
      'talk success',
    ]);
    expect(eventsOf(events, 'code_output').map(({ content }) => content)).toEqual(['{"about":"rain"}\n']);

    const within = { toolCallId: talk?.id, agent: 'talk' };
    expect(eventsOf(events, 'llm_call')).toMatchObject([
      { parent: within, request: { messages: [{ role: 'user', content: 'rain' }] } },
    ]);
    expect(eventsOf(events, 'llm_result')).toMatchObject([{ parent: within, content: 'Answer to rain' }]);
    expect(
      eventsOf(events, 'content')
        .map(({ content }) => content)
        .join(''),
    ).toBe('Answer to rain');
    expect(eventsOf(events, 'node_finished')[0]?.llmCalls).toBe(1);
  });

  test('without inputs it gets the value at its input port', async () => {
    const workflow = workflowOf(
      { start: ['start', { inputs: [{ name: 'text', type: 'text' }] }], own: ['graph', { graph: 'nested' }] },
      ['start -> own'],
    );
    const { outputs } = await start().run(workflow, { text: 'snow' });
    expect(outputs.own).toMatchObject({ text: 'Answer to snow', seen: ['inside snow'] });
  });

  test('a budget that is used up stops its next model call', async () => {
    const hit = {
      scope: 'workspace',
      owner: 'ws_test',
      day: '2026-01-01',
      what: 'tokens',
      max: 1,
      used: 2,
      onBudget: 'stop',
    } as const;
    const budgets = { bind: async () => {}, findHit: async () => hit, spend: () => {}, raise: async () => {} };
    const engine = new TestEngine({ store: new MemoryRunStore(), graphs: makeGraphs(), budgets });
    const { status, error, events } = await engine.run(ofGraph('nested'));
    expect({ status, code: error?.code }).toEqual({ status: 'failed', code: 'day-token-budget' });
    expect(eventsOf(events, 'llm_call')).toEqual([]);
  });
});

describe('interrupts', () => {
  test('two at once are answered in any order; a subgraph asks again, and no answer is given twice', async () => {
    const engine = start();
    const waiting = await engine.run(ofGraph('questions'));
    expect(waiting.status).toBe('waiting');
    const asked = await openApprovals(engine, waiting.runId);
    expect(asked.map(({ description }) => description).sort()).toEqual(['First?', 'Left?']);
    expect(asked[0]).toMatchObject({ kind: 'value', tool: 'graph', parent: { agent: 'questions' } });

    const { runId } = waiting;
    expect((await answer(engine, runId, 'First?', { isConfirmed: true, args: 'one' })).status).toBe('waiting');
    expect((await answer(engine, runId, 'Second?', { isConfirmed: true, args: 'two' })).status).toBe('waiting');
    const ended = await answer(engine, runId, 'Left?', { isConfirmed: false });
    expect(ended).toMatchObject({ status: 'succeeded' });
    expect((ended.outputs.own as { seen: string[] }).seen.sort()).toEqual(['left false', 'second one two']);
  });

  test('another process resumes it with the answer', async () => {
    const graphs = makeGraphs();
    const engine = start(graphs);
    const { runId } = await engine.run(ofGraph('questions'));
    engine.store.expireLeases();
    const later = start(graphs, new MemoryRunStore(engine.store.database));
    await answer(later, runId, 'Left?', { isConfirmed: true, args: 'yes' });
    await answer(later, runId, 'First?', { isConfirmed: true });
    const ended = await answer(later, runId, 'Second?', { isConfirmed: true });
    expect((ended.outputs.own as { seen: string[] }).seen.sort()).toEqual(['left yes', 'second First? Second?']);
  });

  test('an answer that does not fit the schema is asked for again', async () => {
    const engine = start();
    const { runId } = await engine.run(ofGraph('strict'));
    const [asked] = await openApprovals(engine, runId);
    expect(asked).toMatchObject({ description: 'How many?', args: { count: 10 } });
    expect((await answer(engine, runId, 'How many?', { isConfirmed: true, args: { count: 3 } })).status).toBe('waiting');
    const [again] = await openApprovals(engine, runId);
    expect(again?.description).toMatch(/^How many\?\n\nThe last answer did not fit: count .*10/);
    const ended = await answer(engine, runId, 'How many?', { isConfirmed: true, args: { count: 30 } });
    expect(ended.outputs.own).toEqual({ value: 30 });
  });

  test('a rejection gives the answer of the node, and fails it where the graph takes no such answer', async () => {
    const engine = start();
    const { runId } = await engine.run(ofGraph('strict', { rejectedWith: { count: 12 } }));
    expect((await answer(engine, runId, 'How many?', { isConfirmed: false })).outputs.own).toEqual({ value: 12 });
    const other = await engine.run(ofGraph('strict'));
    const failed = await answer(engine, other.runId, 'How many?', { isConfirmed: false });
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'graph-rejected', path: 'config.rejectedWith' } });
  });
});

describe('after a failure', () => {
  const again = { retry: { attempts: 20, delayMs: 20, factor: 1 } };
  const own = (file: string) => ({ graph: 'failing', inputs: { file } });
  const inMap = (file: string) => {
    const { nodes, ...workflow } = workflowOf({ box: ['map', { items: [1] }, again], own: ['graph', own(file)] }, []);
    return { ...workflow, nodes: nodes.map((node) => (node.id === 'own' ? { ...node, parentId: 'box' } : node)) };
  };
  test.each([
    ['a retry', (file: string) => workflowOf({ box: ['graph', own(file), again] }, [])],
    ['a retry of the container around it', inMap],
  ])('%s continues at the step that failed', async (_, workflow) => {
    const file = scratchFile();
    const engine = start();
    const { outcome } = await engine.start(workflow(file));
    await expect.poll(() => linesOf(file).filter((line) => line === 'second').length).toBeGreaterThan(1);
    writeFileSync(`${file}.go`, '');
    const { outputs } = await outcome;
    expect([outputs.box].flat()).toMatchObject([{ seen: ['first', 'second', 'third'] }]);
    expect(linesOf(file).filter((line) => line !== 'second')).toEqual(['first', 'third']);
  });

  test('a process that takes the run over continues at the step that had not ended', async () => {
    const file = scratchFile();
    const graphs = makeGraphs();
    const engine = start(graphs);
    const { runId } = await engine.start(ofGraph('slow', { inputs: { file } }));
    await expect.poll(() => linesOf(file)).toEqual(['first', 'second']);
    engine.store.expireLeases();
    writeFileSync(`${file}.go`, '');
    const later = start(graphs, new MemoryRunStore(engine.store.database));
    await later.resumeLost();
    await expect.poll(() => engine.store.database.runs.get(runId)?.status).toBe('succeeded');
    expect(linesOf(file).filter((line) => line === 'first')).toEqual(['first']);
  });

  test('a stop ends the step in progress', async () => {
    const file = scratchFile();
    const engine = start();
    const { runId, outcome } = await engine.start(ofGraph('slow', { inputs: { file } }));
    await expect.poll(() => linesOf(file)).toEqual(['first', 'second']);
    engine.engine.cancel(runId);
    expect(await outcome).toMatchObject({ status: 'cancelled' });
  });

  test('an error names graph and cause; a graph that does not end, the field', async () => {
    const failed = await start().run(ofGraph('failing', { inputs: { file: scratchFile() } }));
    expect(failed.error).toMatchObject({
      code: 'graph-failed',
      nodeId: 'own',
      message: "The graph 'failing' failed: not yet",
    });
    const endless = await start().run(ofGraph('endless', { maxSteps: 4 }));
    expect(endless.error).toMatchObject({ code: 'graph-step-limit', path: 'config.maxSteps' });
  });
});

test.each([
  ['nestet', 'graph-unknown', "There is no graph 'nestet'", 'Did you mean nested?'],
  ['broken', 'graph-unusable', /broken\.graph\.mjs\) cannot be loaded: this module does not load/, /Correct the module/],
  ['missing', 'graph-unusable', /has no export 'missing'\. It exports: .*nested/, /Correct/],
  ['notAGraph', 'graph-unusable', /is no StateGraph/, /Correct/],
])('the graph %s fails the node with %s', async (graph, code, message, hint) => {
  const { error } = await start().run(ofGraph(graph));
  expect(error).toMatchObject({ code, nodeId: 'own', path: 'config.graph' });
  expect(error?.message).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
  expect(error?.hint).toEqual(typeof hint === 'string' ? hint : expect.stringMatching(hint));
});

test('schemas come from the graph: types of Zod, keys of annotations', async () => {
  const graphs = makeGraphs();
  expect((await graphs.load('strict')).inputSchema).toMatchObject({ properties: { value: { type: 'number' } } });
  const { inputSchema, outputSchema } = await graphs.load('nested');
  expect(Object.keys(inputSchema.properties as object)).toEqual(['text', 'file', 'seen']);
  expect(Object.keys(outputSchema.properties as object)).toEqual(['text', 'file', 'seen']);
});
