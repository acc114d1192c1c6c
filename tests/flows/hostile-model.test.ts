import { describe, expect, test } from 'vitest';
import { makeToolKit } from '#engine/tool-handlers/make-tool-kit.ts';
import type { ModelRegistry } from '#lib/ports/model-registry.ts';
import { toolRegistry } from '#tools/registry.gen.ts';
import { BLOCK_LIMIT_MS, longestBlockMs } from '../support/longest-block.ts';
import { MemoryRunStore } from '../support/memory-run-store.ts';
import { startScriptedModel } from '../support/scripted-model.ts';
import { eventsOf, TestEngine, workflowOf } from '../support/test-engine.ts';

type Kit = Parameters<typeof makeToolKit>[0];

function engineWith(
  models: ModelRegistry,
  { store = new MemoryRunStore(), ...kit }: Partial<Pick<Kit, 'settings' | 'definitions'>> & { store?: MemoryRunStore } = {},
): TestEngine {
  return new TestEngine({ store, models, tools: makeToolKit({ payloads: store, ...kit }) });
}

const ask = (config: Record<string, unknown> = {}) =>
  workflowOf({ ask: ['llm', { userPrompt: 'Go on', model: 'main', availableTools: ['time-now'], ...config }] }, []);

const isWorker = ({ messages }: { messages: { content: unknown }[] }) =>
  String(messages[0]?.content).startsWith('You are a worker');
const worksOn = (task: string) => JSON.stringify({ name: 'time', task });
const found = (summary: string) => JSON.stringify({ summary, evidence: [] });

describe('a model with excessive output', () => {
  test('arguments that are no JSON are not quoted, however long they are', async () => {
    const long = `{"timezone": "${'x'.repeat(1_000_000)}`;
    const { models } = await startScriptedModel((_, index) =>
      index === 0 ? { calls: [{ name: 'time-now', args: long }] } : { text: 'done' },
    );
    const { status, events } = await engineWith(models).run(ask({ contextProcessors: [] }));
    expect(status).toBe('succeeded');
    const [result] = eventsOf(events, 'tool_result');
    expect(result).toMatchObject({ status: 'invalid', summary: expect.stringContaining('cannot be read') });
    expect(JSON.stringify(result).length).toBeLessThan(3000);
  });

  test('an unknown tool name is shortened in the log and in errors', async () => {
    const { models } = await startScriptedModel((_, index) => ({ calls: [{ name: `${'n'.repeat(1_000_000)}${index}` }] }));
    const { error, events } = await engineWith(models).run(ask({ maxIterations: 2, contextProcessors: [] }));
    expect(error).toMatchObject({ code: 'iteration-limit' });
    expect(JSON.stringify(error).length).toBeLessThan(2000);
    for (const event of [...eventsOf(events, 'tool_call'), ...eventsOf(events, 'tool_result')])
      expect(JSON.stringify(event).length).toBeLessThan(2000);
  });

  test('thousands of calls in one answer are not made', async () => {
    const { models } = await startScriptedModel(() => ({ calls: Array(1000).fill({ name: 'time-now' }) }));
    const { reason, error, events } = await engineWith(models).run(ask());
    expect({ reason, code: error?.code }).toEqual({ reason: 'tool_call_limit_reached', code: 'tool-call-limit' });
    expect(eventsOf(events, 'tool_call')).toEqual([]);
  });

  test('an endless answer is aborted', async () => {
    const { models } = await startScriptedModel(() => ({ endless: 'x'.repeat(50_000) }));
    const { error } = await engineWith(models).run(ask({ availableTools: [] }));
    expect(error).toMatchObject({ code: 'model-failed', message: expect.stringContaining('more than 4000000 characters') });
  });
});

describe('a stream of empty chunks blocks nothing', () => {
  const delta = (fields: object) => `data: ${JSON.stringify({ id: 'x', choices: [{ index: 0, delta: fields }] })}\n\n`;

  const isGivenUp: readonly (readonly [string, string, string])[] = [
    ['that are no JSON', 'data: {\n\n', 'it sent an event that cannot be read: {'],
    ['of errors', 'data: {"error":{"message":"not now"}}\n\n', 'not now'],
  ];
  test.each(isGivenUp)('300,000 %s: the call fails at the first', async (_, event, message) => {
    const { models } = await startScriptedModel(() => ({ raw: event.repeat(300_000), text: 'late' }));
    const engine = engineWith(models);
    const stand = await longestBlockMs(async () => {
      const { error, events } = await engine.run(ask({ availableTools: [] }));
      expect(error).toMatchObject({ code: 'model-failed', message: expect.stringContaining(message) });
      expect(eventsOf(events, 'content')).toEqual([]);
    });
    expect(stand).toBeLessThan(BLOCK_LIMIT_MS);
  });

  test.each([
    ['that are empty', 'data: {}\n\n'],
    ['without a choice', 'data: {"id":"x","choices":[]}\n\n'],
    ['of one letter each', delta({ content: 'a' })],
    ['of text and reasoning by turns', delta({ content: 'a' }) + delta({ reasoning_content: 'a' })],
  ])('30,000 %s: read to the end', async (_, event) => {
    const { models } = await startScriptedModel(() => ({ raw: event.repeat(30_000), text: 'end' }));
    const engine = engineWith(models);
    const stand = await longestBlockMs(async () => {
      const { status, events } = await engine.run(ask({ availableTools: [] }));
      expect(status).toBe('succeeded');
      expect(eventsOf(events, 'content').at(-1)?.content).toMatch(/end$/);
    });
    expect(stand).toBeLessThan(BLOCK_LIMIT_MS);
  });
});

test('a model that does not get a tool of its node runs without it, and the node says so', async () => {
  const { models } = await startScriptedModel(() => ({ text: 'done' }));
  const settings = { 'time-now': { enabled: false } } as const;
  const config = { availableTools: ['time-now'] };
  const { status, events } = await engineWith(models, { settings }).run(ask(config));
  expect(status).toBe('succeeded');
  expect(eventsOf(events, 'node_finished')[0]?.warnings).toMatchObject([
    { code: 'tool-not-offered', message: expect.stringContaining('time-now'), hint: expect.stringContaining('switched off') },
  ]);
});

test('a model may call a tool by its other name', async () => {
  const { models } = await startScriptedModel((_, index) => (index === 0 ? { calls: [{ name: '当前时间' }] } : { text: 'done' }));
  const { events } = await engineWith(models).run(ask());
  expect(eventsOf(events, 'tool_result')).toMatchObject([{ name: 'time-now', status: 'success' }]);
});

test('a call is not mixed up with an earlier one of the same id that was summarized', async () => {
  const tasks = ['one', 'two'];
  const { models } = await startScriptedModel((body) => {
    if (isWorker(body as never)) return { text: found(`about ${body.messages.at(-1).content}`) };
    if (JSON.stringify(body.messages[0]).includes('sum up')) return { text: 'Something was done.' };
    const task = tasks.shift();
    return task === undefined ? { text: 'done' } : { calls: [{ name: 'sub-agent', args: worksOn(task) }] };
  });
  const contextProcessors = [{ processorName: 'summarize-rounds', processorConfig: { aboveTokens: 0 } }];
  const { events } = await engineWith(models).run(ask({ availableTools: ['sub-agent'], contextProcessors }));
  const results = eventsOf(events, 'tool_result');
  expect(results.map(({ summary }) => summary)).toEqual(['about one', 'about two']);
  expect(new Set(results.map(({ id }) => id)).size).toBe(2);
});

test('a model cannot choose call ids that receive the result of another call', async () => {
  const calls = [
    { id: 'tool:1:a', name: 'sub-agent', args: worksOn('one') },
    { id: 'a/model:1', name: 'time-now' },
  ];
  const { models } = await startScriptedModel((body, index) =>
    isWorker(body as never) ? { text: found('one') } : index === 0 ? { calls } : { text: 'done' },
  );
  const { events } = await engineWith(models).run(ask({ availableTools: ['sub-agent', 'time-now'] }));
  expect(eventsOf(events, 'tool_result').map(({ name, status }) => `${name} ${status}`)).toEqual([
    'sub-agent success',
    'time-now success',
  ]);
});

describe('a subagent whose tool waits for a person', () => {
  const workerAsks = () =>
    startScriptedModel((body) => {
      const hasResult = body.messages.some(({ role }: { role: string }) => role === 'tool');
      if (isWorker(body as never)) return hasResult ? { text: found('noon') } : { calls: [{ name: 'time-now' }] };
      return hasResult ? { text: 'done' } : { calls: [{ name: 'sub-agent', args: worksOn('What time is it?') }] };
    });
  const settings = { 'time-now': { approval: 'always' } } as const;

  test('is one call, however often it resumes', async () => {
    const { models } = await workerAsks();
    const engine = engineWith(models, { settings });
    const config = { userPrompt: 'Go on', model: 'main', availableTools: ['sub-agent'] };
    // While another node runs, the run is not suspended.
    const workflow = workflowOf({ ask: ['llm', config], gate: ['gate'] }, [], { limits: { maxToolCalls: 2 } });
    const { runId, outcome } = await engine.start(workflow);
    await expect.poll(async () => eventsOf(await engine.events(runId), 'confirm_required').length).toBe(1);
    const [asked] = eventsOf(await engine.events(runId), 'confirm_required');
    engine.store.database.approvals.decide({ runId, actionId: asked?.actionId ?? '', isConfirmed: true, nowMs: 0 });
    await engine.engine.resumeWithDecisions(runId);
    await expect.poll(async () => eventsOf(await engine.events(runId), 'node_finished').length).toBe(1);
    engine.gates.open('gate', null);
    expect(await outcome).toMatchObject({ status: 'succeeded' });
    const ended = eventsOf(await engine.events(runId), 'node_finished').find(({ nodeId }) => nodeId === 'ask');
    expect(ended?.toolCalls).toBe(2);
  });
});

test('a subagent that times out still logs the end of its model call', async () => {
  const { models } = await startScriptedModel((body, index) => {
    if (isWorker(body as never)) return { text: 'Let me see', isStuck: true };
    return index === 0 ? { calls: [{ name: 'sub-agent', args: worksOn('one') }] } : { text: 'done' };
  });
  const definitions = { ...toolRegistry, 'sub-agent': { ...toolRegistry['sub-agent'], timeoutMs: 100 } };
  const { events } = await engineWith(models, { definitions }).run(ask({ availableTools: ['sub-agent'] }));
  expect(eventsOf(events, 'tool_result')).toMatchObject([{ status: 'error', summary: expect.stringContaining('100 ms') }]);
  const ended = eventsOf(events, 'llm_result').map(({ callId }) => callId);
  expect(ended.toSorted()).toEqual(
    eventsOf(events, 'llm_call')
      .map(({ callId }) => callId)
      .toSorted(),
  );
});

test('a waiting call whose tool is switched off meanwhile fails with an error for the model', async () => {
  const { models } = await startScriptedModel(({ messages }) =>
    messages.some(({ content }: { content: unknown }) => String(content).includes('There is no tool'))
      ? { text: 'then not' }
      : { calls: [{ name: 'time-now' }] },
  );
  const first = engineWith(models, { settings: { 'time-now': { approval: 'always' } } });
  const { runId, outcome } = await first.start(ask());
  const { approvals = [] } = await outcome;
  const store = new MemoryRunStore(first.store.database);
  const second = engineWith(models, { store, settings: { 'time-now': { enabled: false } } });
  store.database.approvals.decide({ runId, actionId: approvals[0]?.actionId ?? '', isConfirmed: true, nowMs: 0 });
  await second.engine.resumeWithDecisions(runId);
  await expect.poll(() => store.database.runs.get(runId)?.status).toBe('succeeded');
  const events = await second.events(runId);
  expect(eventsOf(events, 'tool_result')).toMatchObject([{ name: 'time-now', status: 'invalid' }]);
  expect(eventsOf(events, 'node_finished')[0]?.fired?.out).toMatchObject({ output: 'then not' });
});
