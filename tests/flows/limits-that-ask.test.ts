import { describe, expect, onTestFinished, test } from 'vitest';
import { makeToolKit } from '#engine/tool-handlers/make-tool-kit.ts';
import type { RunEvent } from '#lib/run/run-event.ts';
import type { WorkflowLimits } from '#lib/workflow/workflow.ts';
import { configSchema } from '#server/config/config-schema.ts';
import { makeModelRegistry } from '#server/models/model-registry.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { MemoryRunStore } from '../support/memory-run-store.ts';
import { type ScriptedAnswer, startScriptedModel } from '../support/scripted-model.ts';
import { endsOf, eventsOf, TestEngine, workflowOf } from '../support/test-engine.ts';

const template = ['template', { template: 'x' }] as [string, Record<string, unknown>];
const ask = (extra: Record<string, unknown> = {}) => ['llm', { userPrompt: 'Go', ...extra }] as [string, Record<string, unknown>];

/** An engine with a model that uses 15 tokens and costs 15 cents per call. */
async function makeEngine(answers: readonly ScriptedAnswer[] = [{ text: 'Fine.' }]) {
  const price = { input: 10_000, output: 10_000 };
  const model = await startScriptedModel((_, index) => answers[Math.min(index, answers.length - 1)] ?? {}, {
    entries: { main: { price } },
  });
  const store = new MemoryRunStore();
  const open = (more: { clock?: ManualClock } = {}) =>
    new TestEngine({ store, models: model.models, tools: makeToolKit({ payloads: store }), ...more });
  return { store, model, open, engine: open() };
}

type Answer = { readonly args?: unknown; readonly isConfirmed?: boolean };

/** Decides the first approval of a run, like a member of the workspace. */
function decide({ store }: TestEngine, runId: string, actionId: string | undefined, { args, isConfirmed = true }: Answer = {}) {
  const nowMs = store.database.now();
  const said = { runId, actionId: actionId ?? '', isConfirmed, nowMs, ...(args !== undefined && { args }) };
  return store.database.approvals.decide(said);
}

/** The log after the decisions were applied and the run has ended or is suspended. */
async function afterDecision(engine: TestEngine, runId: string): Promise<RunEvent[]> {
  const count = (await engine.events(runId)).length;
  await engine.engine.resumeWithDecisions(runId);
  const lastType = async () => (await engine.events(runId)).slice(count).at(-1)?.type;
  await expect.poll(lastType, { timeout: 10_000 }).toBe('done');
  return engine.events(runId);
}

const asking = (limits: WorkflowLimits) => ({ limits: { ...limits, onLimit: 'ask' as const } });

const cases: readonly [
  name: string,
  limits: WorkflowLimits,
  node: [string, Record<string, unknown>],
  asked: string,
  raised: number,
][] = [
  ['steps', { maxSteps: 2 }, template, '2 steps of 2 steps', 4],
  ['tokens', { maxTokens: 10 }, ask(), '15 tokens of 10 tokens', 30],
  ['cost', { maxCostUsd: 0.1 }, ask(), '$0.15 of $0.10', 0.3],
];

describe.each(cases)('a limit of %s that asks', (_, limits, last, asked, raised) => {
  const first = last[0] === 'llm' ? last : template;
  const workflow = workflowOf({ one: first, two: template, three: last }, ['one -> two', 'two -> three'], asking(limits));
  const [limit = ''] = Object.keys(limits);

  test('suspends the run, names itself, and after an approval the run resumes from there', async () => {
    const { engine } = await makeEngine();
    const { runId, status, approvals = [] } = await engine.run(workflow);
    expect([status, approvals.length]).toEqual(['waiting', 1]);
    expect(approvals[0]).toMatchObject({ kind: 'value', tool: 'limit', nodeId: 'three' });
    expect(approvals[0]?.description).toContain(`used up ${limit} of its workflow: ${asked}`);
    const [question] = eventsOf(await engine.events(runId), 'confirm_required');
    expect(question?.args).toBe(raised);
    decide(engine, runId, approvals[0]?.actionId);
    const events = await afterDecision(engine, runId);
    expect(endsOf(events)).toEqual({ one: 'succeeded', two: 'succeeded', three: 'succeeded' });
    expect(eventsOf(events, 'node_started').filter(({ nodeId }) => nodeId === 'one')).toHaveLength(1);
    expect(eventsOf(events, 'done').at(-1)?.status).toBe('succeeded');
  });

  test('ends the run as one that stops does when the answer is no', async () => {
    const { engine } = await makeEngine();
    const { runId, approvals = [] } = await engine.run(workflow);
    decide(engine, runId, approvals[0]?.actionId, { isConfirmed: false });
    const events = await afterDecision(engine, runId);
    expect(eventsOf(events, 'done').at(-1)).toMatchObject({
      status: 'failed',
      error: { nodeId: 'three', path: `settings.limits.${limit}` },
    });
  });
});

test('a limit of tool calls asks before the call, which is then made once', async () => {
  const answers = [{ calls: [{ name: 'time-now', id: 'a' }] }, { calls: [{ name: 'time-now', id: 'b' }] }, { text: 'Noon.' }];
  const { engine, model } = await makeEngine(answers);
  const workflow = workflowOf({ one: ask({ availableTools: ['time-now'] }) }, [], asking({ maxToolCalls: 1 }));
  const { runId, status, approvals = [] } = await engine.run(workflow);
  expect(status).toBe('waiting');
  expect(approvals[0]?.description).toContain('used up maxToolCalls of its workflow: 1 tool calls of 1 tool calls');
  decide(engine, runId, approvals[0]?.actionId, { args: 5 });
  const events = await afterDecision(engine, runId);
  expect(eventsOf(events, 'done').at(-1)?.status).toBe('succeeded');
  expect(eventsOf(events, 'tool_result').map(({ id, status: end }) => `${id} ${end}`)).toEqual(['a success', 'b success']);
  expect(model.hits).toHaveLength(3);
});

test('a time limit asks before the next node starts; running nodes continue', async () => {
  const clock = new ManualClock();
  const engine = new TestEngine({ clock });
  const workflow = workflowOf({ one: ['gate'], two: template }, ['one -> two'], asking({ maxDurationMs: 3000 }));
  const { runId, outcome } = await engine.start(workflow);
  await engine.gates.reached('one');
  clock.advance(5000);
  engine.gates.open('one');
  const { status, approvals = [] } = await outcome;
  expect(status).toBe('waiting');
  expect(approvals[0]).toMatchObject({ nodeId: 'two', description: expect.stringContaining('5000 ms of 3000 ms') });
  decide(engine, runId, approvals[0]?.actionId, { args: 60_000 });
  expect(endsOf(await afterDecision(engine, runId))).toMatchObject({ two: 'succeeded' });
});

test('one decision is enough for all blocked nodes, also in a process that resumes the run', async () => {
  const { engine, open } = await makeEngine();
  const workflow = workflowOf(
    { one: ask(), a: ask(), b: ask(), c: ask(), ok: ['approval', { title: 'Go on?' }], last: ask() },
    ['one -> a', 'one -> b', 'one -> c', 'a -> ok', 'b -> ok', 'c -> ok', 'ok.approved -> last'],
    asking({ maxTokens: 15 }),
  );
  const { runId, approvals = [] } = await engine.run(workflow);
  expect(approvals.map(({ nodeId }) => nodeId).sort()).toEqual(['a', 'b', 'c']);
  decide(engine, runId, approvals[1]?.actionId, { args: 1000 });
  const events = await afterDecision(engine, runId);
  expect(
    eventsOf(events, 'approval_decided')
      .map(({ nodeId, status, args }) => `${nodeId} ${status} ${args}`)
      .sort(),
  ).toEqual(['a confirmed 1000', 'b confirmed 1000', 'c confirmed 1000']);
  const [pending] = eventsOf(events, 'done').at(-1)?.approvals ?? [];
  expect(pending).toMatchObject({ tool: 'approval', nodeId: 'ok' });
  await engine.engine.close();
  const later = open();
  onTestFinished(() => later.engine.close());
  decide(later, runId, pending?.actionId);
  const all = await afterDecision(later, runId);
  expect(eventsOf(all, 'done').at(-1)?.status).toBe('succeeded');
  expect(eventsOf(all, 'confirm_required').filter(({ tool }) => tool === 'limit')).toHaveLength(3);
});

test('a raised limit that is already used up asks again', async () => {
  const { engine } = await makeEngine();
  const workflow = workflowOf({ one: ask(), two: ask() }, ['one -> two'], asking({ maxTokens: 5 }));
  const { runId, approvals = [] } = await engine.run(workflow);
  decide(engine, runId, approvals[0]?.actionId, { args: 10 });
  const [again] = eventsOf(await afterDecision(engine, runId), 'done').at(-1)?.approvals ?? [];
  expect(again?.description).toContain('15 tokens of 10 tokens');
  decide(engine, runId, again?.actionId, { args: 100 });
  expect(eventsOf(await afterDecision(engine, runId), 'done').at(-1)?.status).toBe('succeeded');
});

test('a new limit that is not higher fails the node with a clear error', async () => {
  const { engine } = await makeEngine();
  const workflow = workflowOf({ one: ask(), two: ask() }, ['one -> two'], asking({ maxTokens: 5 }));
  const { runId, approvals = [] } = await engine.run(workflow);
  decide(engine, runId, approvals[0]?.actionId, { args: 5 });
  const events = await afterDecision(engine, runId);
  expect(eventsOf(events, 'done').at(-1)).toMatchObject({
    status: 'failed',
    error: { code: 'budget-not-raised', nodeId: 'two' },
  });
});

test('nodes in iterations of a body wait for the limit of the run as others do', async () => {
  const { engine } = await makeEngine();
  const workflow = workflowOf(
    {
      start: ['start', { inputs: [{ name: 'names', type: 'json' }] }],
      each: ['map', { items: '{{start.names}}' }],
      one: template,
    },
    ['start -> each'],
    asking({ maxSteps: 3 }),
  );
  Object.assign(workflow.nodes[2] ?? {}, { parentId: 'each' });
  const { runId, status, approvals = [] } = await engine.run(workflow, { names: ['a', 'b', 'c'] });
  expect(status).toBe('waiting');
  expect(approvals[0]?.nodeId).toMatch(/^each\[\d\]\/one$/);
  decide(engine, runId, approvals[0]?.actionId, { args: 100 });
  const events = await afterDecision(engine, runId);
  expect(eventsOf(events, 'done').at(-1)).toMatchObject({
    status: 'succeeded',
    outputs: { each: [{ text: 'x' }, { text: 'x' }, { text: 'x' }] },
  });
});

describe('a limit of a conversation that asks', () => {
  const again = (count: number): ScriptedAnswer[] => [
    ...Array.from({ length: count }, (_, index) => ({ calls: [{ name: 'time-now', id: `call${index}` }] })),
    { text: 'Noon.' },
  ];
  const talk = (config: Record<string, unknown> = {}) => ask({ availableTools: ['time-now'], maxIterations: 2, ...config });

  test('suspends the node, names the limit, and after an approval resumes without repeating a call', async () => {
    const { engine, model } = await makeEngine(again(4));
    const { runId, status, approvals = [] } = await engine.run(workflowOf({ one: talk() }, [], asking({})));
    expect(status).toBe('waiting');
    expect(approvals).toMatchObject([{ kind: 'value', tool: 'limit', nodeId: 'one' }]);
    expect(approvals[0]?.description).toContain(
      'called 2 times and still wants tools (time-now); the node allows 2. Raise it for this run?',
    );
    expect(eventsOf(await engine.events(runId), 'confirm_required')[0]?.args).toBe(4);
    decide(engine, runId, approvals[0]?.actionId);
    const [more] = eventsOf(await afterDecision(engine, runId), 'done').at(-1)?.approvals ?? [];
    expect(more?.description).toContain('called 4 times and still wants tools (time-now); the node allows 4');
    decide(engine, runId, more?.actionId, { args: 5 });
    const events = await afterDecision(engine, runId);
    expect(eventsOf(events, 'done').at(-1)).toMatchObject({ status: 'succeeded', outputs: { one: { output: 'Noon.' } } });
    expect(model.hits).toHaveLength(5);
    expect(eventsOf(events, 'tool_result').map(({ id }) => id)).toEqual(['call0', 'call1', 'call2', 'call3']);
  });

  test('asks per node: an approval of one does not count for another', async () => {
    const { engine } = await makeEngine([{ calls: [{ name: 'time-now' }] }]);
    const workflow = workflowOf({ one: talk(), two: talk() }, [], asking({}));
    const { runId, approvals = [] } = await engine.run(workflow);
    expect(approvals.map(({ nodeId }) => nodeId).sort()).toEqual(['one', 'two']);
    decide(engine, runId, approvals.find(({ nodeId }) => nodeId === 'one')?.actionId);
    const events = await afterDecision(engine, runId);
    const open = eventsOf(events, 'done').at(-1)?.approvals ?? [];
    expect(open.map(({ nodeId, description }) => `${nodeId} ${/allows \d/.exec(description)?.[0]}`).sort()).toEqual([
      'one allows 4',
      'two allows 2',
    ]);
  });

  test('that is not raised fails its node, and an error branch takes that', async () => {
    const { engine } = await makeEngine(again(4));
    const workflow = workflowOf({ one: talk(), instead: template }, ['one.error -> instead'], asking({}));
    const { runId, approvals = [] } = await engine.run(workflow);
    decide(engine, runId, approvals[0]?.actionId, { isConfirmed: false });
    const events = await afterDecision(engine, runId);
    expect(endsOf(events)).toEqual({ one: 'failed', instead: 'succeeded' });
    expect(eventsOf(events, 'node_finished')[0]?.error).toMatchObject({
      code: 'iteration-limit',
      path: 'config.maxIterations',
    });
  });

  test('of a model asks if it is the lower one, and names its owner', async () => {
    const { models } = await startScriptedModel(() => ({ calls: [{ name: 'time-now' }] }), {
      entries: { short: { max_rounds: 1 } },
    });
    const store = new MemoryRunStore();
    const engine = new TestEngine({ store, models, tools: makeToolKit({ payloads: store }) });
    const { runId, approvals = [] } = await engine.run(workflowOf({ one: talk({ model: 'short' }) }, [], asking({})));
    expect(approvals[0]?.description).toContain("called once and still wants tools (time-now); model 'short' allows 1");
    decide(engine, runId, approvals[0]?.actionId, { args: 50 });
    const [next] = eventsOf(await afterDecision(engine, runId), 'done').at(-1)?.approvals ?? [];
    expect(next?.description).toContain('the node allows 2');
  });

  test('of a subagent asks in the name of its call', async () => {
    const store = new MemoryRunStore();
    const demo = makeModelRegistry({ config: configSchema.parse({}) });
    const engine = new TestEngine({ store, models: demo, tools: makeToolKit({ payloads: store }) });
    const config = { agent: 'time', task: 'What time is it?', budget: { maxToolCalls: 0 } };
    const { runId, approvals = [] } = await engine.run(workflowOf({ one: ['sub-agent', config] }, [], asking({})));
    expect(approvals[0]?.description).toContain("agent 'time' allows 0");
    expect(eventsOf(await engine.events(runId), 'confirm_required')[0]).toMatchObject({ parent: { agent: 'time' }, args: 2 });
    decide(engine, runId, approvals[0]?.actionId);
    expect(eventsOf(await afterDecision(engine, runId), 'done').at(-1)?.status).toBe('succeeded');
  });
});
