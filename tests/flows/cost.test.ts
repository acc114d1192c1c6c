import { expect, test } from 'vitest';
import { startScriptedModel } from '../support/scripted-model.ts';
import { eventsOf, TestEngine, workflowOf } from '../support/test-engine.ts';

const start = ['start', { inputs: [] }] as [string, Record<string, unknown>];
/** With the scripted model's ten tokens in and five out, a call costs 10 + 10 millionths of a dollar. */
const price = { input: 1, output: 2 };
const CALL_USD = 0.00002;

async function startPriced() {
  const { models } = await startScriptedModel(() => ({ text: 'Yes.' }), {
    entries: { main: { price }, free: { price: { input: 0, output: 0 } } },
  });
  return new TestEngine({ models });
}

const ask = (model: string): [string, Record<string, unknown>] => ['llm', { model, userPrompt: 'Well?' }];

test('the cost of a model is on its call, its node, the run and the row of the run', async () => {
  const engine = await startPriced();
  const workflow = workflowOf({ start, one: ask('main'), two: ask('main') }, ['start -> one', 'one -> two']);
  const { runId, usage, events } = await engine.run(workflow);
  expect(usage).toMatchObject({ totalTokens: 30, costUsd: 2 * CALL_USD });
  expect(eventsOf(events, 'llm_result').map((event) => event.usage.costUsd)).toEqual([CALL_USD, CALL_USD]);
  expect(eventsOf(events, 'node_finished').map((event) => event.usage?.costUsd)).toEqual([undefined, CALL_USD, CALL_USD]);
  expect(eventsOf(events, 'done')[0]).toMatchObject({ tokensUsed: 30, costUsd: 2 * CALL_USD });
  expect(engine.store.database.runs.get(runId)).toMatchObject({ costUsd: 2 * CALL_USD, isCostPartial: false });
});

test('a run whose models have no price has no cost, and one with some of them marks its cost as incomplete', async () => {
  const engine = await startPriced();
  const unknown = await engine.run(workflowOf({ start, one: ask('words') }, ['start -> one']));
  expect(unknown.usage).not.toHaveProperty('costUsd');
  expect(engine.store.database.runs.get(unknown.runId)).toMatchObject({ costUsd: null, isCostPartial: false });
  const mixed = await engine.run(workflowOf({ start, one: ask('main'), two: ask('words') }, ['start -> one', 'one -> two']));
  expect(mixed.usage).toMatchObject({ costUsd: CALL_USD, isCostPartial: true });
  expect(engine.store.database.runs.get(mixed.runId)).toMatchObject({ costUsd: CALL_USD, isCostPartial: true });
});

test('a price of nothing is a cost of nothing, and another model of the provider has no price', async () => {
  const engine = await startPriced();
  expect((await engine.run(workflowOf({ start, one: ask('free') }, ['start -> one']))).usage).toMatchObject({ costUsd: 0 });
  const other = await engine.run(workflowOf({ start, one: ask('openai-compatible/another') }, ['start -> one']));
  expect(other.usage).not.toHaveProperty('costUsd');
});

test('the cost of a run before a wait counts after another process resumes it', async () => {
  const { models } = await startScriptedModel(() => ({ text: 'Yes.' }), { entries: { main: { price } } });
  const first = new TestEngine({ models });
  const workflow = workflowOf({ start, one: ask('main'), allowed: ['approval', { title: 'Go on?' }], two: ask('main') }, [
    'start -> one',
    'one -> allowed',
    'allowed.approved -> two',
  ]);
  const { runId, outcome } = await first.start(workflow);
  expect(await outcome).toMatchObject({ status: 'waiting', usage: { costUsd: CALL_USD } });
  const { approvals, runs } = first.store.database;
  expect(runs.get(runId)).toMatchObject({ status: 'waiting', costUsd: CALL_USD });
  const second = new TestEngine({ models, store: first.store });
  const [asked] = (await outcome).approvals ?? [];
  approvals.decide({ runId, actionId: asked?.actionId ?? '', isConfirmed: true, nowMs: 0 });
  await second.engine.resumeWithDecisions(runId);
  await expect.poll(() => runs.get(runId)).toMatchObject({ status: 'succeeded', costUsd: 2 * CALL_USD });
});

test('the cost limit is checked before a model is called, and names itself', async () => {
  const engine = await startPriced();
  const nodes = { start, one: ask('main'), two: ask('main'), three: ask('main') };
  const workflow = workflowOf(nodes, ['start -> one', 'one -> two', 'two -> three'], { limits: { maxCostUsd: 2 * CALL_USD } });
  const { status, reason, error, usage, events } = await engine.run(workflow);
  expect({ status, reason }).toEqual({ status: 'failed', reason: 'cost_limit_reached' });
  expect(error).toMatchObject({ code: 'cost-limit', nodeId: 'three', path: 'settings.limits.maxCostUsd' });
  expect(error?.message).toBe('The run may cost $0.000040 and has cost $0.000040');
  expect(usage.costUsd).toBe(2 * CALL_USD);
  expect(eventsOf(events, 'llm_call')).toHaveLength(2);
});

test('of several limits the one that is hit first is the one that is named', async () => {
  const engine = await startPriced();
  const workflow = (limits: Record<string, number>) =>
    workflowOf({ start, one: ask('main'), two: ask('main') }, ['start -> one', 'one -> two'], { limits });
  const cheap = await engine.run(workflow({ maxCostUsd: CALL_USD, maxTokens: 100 }));
  expect(cheap.reason).toBe('cost_limit_reached');
  const short = await engine.run(workflow({ maxCostUsd: 1, maxTokens: 15 }));
  expect(short.reason).toBe('token_limit_reached');
});

test('usage is estimated for a server that reports none, so that limits apply with it too', async () => {
  const { models } = await startScriptedModel(() => ({ text: 'Yes.', isUncounted: true }), { entries: { main: { price } } });
  const engine = new TestEngine({ models });
  const nodes = { start, one: ask('main'), two: ask('main') };
  const ended = await engine.run(workflowOf(nodes, ['start -> one', 'one -> two'], { limits: { maxTokens: 5 } }));
  expect(ended).toMatchObject({ reason: 'token_limit_reached', usage: { totalTokens: 12, isEstimated: true } });
  expect(ended.usage.costUsd).toBeGreaterThan(0);
});
