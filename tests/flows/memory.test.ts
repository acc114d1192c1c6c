import { expect, test } from 'vitest';
import { makeToolKit } from '#engine/tool-handlers/make-tool-kit.ts';
import type { Memory } from '#lib/run/memory.ts';
import { forkOf } from '../support/fork-run.ts';
import { makeMemoryPayloads } from '../support/memory-payloads.ts';
import { MemoryRunStore } from '../support/memory-run-store.ts';
import { type ScriptedAnswer, startScriptedModel } from '../support/scripted-model.ts';
import { eventsOf, TestEngine, workflowOf } from '../support/test-engine.ts';

type Config = Record<string, unknown>;
const write = (config: Config) => ['memory-write', config] as [string, Config];
const read = ['memory-read'] as [string];

async function engineWith(
  answerTo: (index: number, body: { messages: unknown }) => ScriptedAnswer,
  store = new MemoryRunStore(),
) {
  const { models, bodies } = await startScriptedModel((body, index) => answerTo(index, body as { messages: unknown }));
  return { engine: new TestEngine({ store, models, tools: makeToolKit({ payloads: makeMemoryPayloads() }) }), models, bodies };
}

test('nodes add to the memory of the run as they end, and later nodes read it', async () => {
  const flow = workflowOf(
    {
      plan: write({ goals: 'Choose a database', openQuestions: ['Does it scale?'] }),
      note: write({ facts: ['It serves {{plan.version}} clients'], resolved: ['does it scale?'] }),
      after: read,
    },
    ['plan -> note', 'note -> after'],
  );
  const { outputs, events } = await new TestEngine().run(flow);
  expect(outputs.after).toMatchObject({
    version: 2,
    goals: ['Choose a database'],
    facts: [{ id: 'fact-2.1', fact: 'It serves 1 clients' }],
    openQuestions: [],
  });
  expect(eventsOf(events, 'node_finished').map(({ nodeId, memory }) => [nodeId, memory?.change])).toEqual([
    ['plan', { goals: ['Choose a database'], openQuestions: ['Does it scale?'] }],
    ['note', { facts: ['It serves 1 clients'], resolved: ['does it scale?'] }],
    ['after', undefined],
  ]);
});

test('a value that is no entry fails the node and names the field', async () => {
  const { error } = await new TestEngine().run(workflowOf({ note: write({ decisions: [{ why: 'because' }] }) }, []));
  expect(error).toMatchObject({ code: 'memory-change-invalid', nodeId: 'note', path: 'config.decisions[0]' });
});

test('a node that failed or was retried adds once, and only when it succeeds', async () => {
  const call = { calls: [{ name: 'update_memory', args: '{"facts":["It is blue"]}' }] };
  const { engine } = await engineWith((index) =>
    index === 0 ? call : index === 1 ? { text: 'not JSON' } : { text: '{"ok":true}' },
  );
  const outputSchema = { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] };
  const ask = ['llm', { model: 'main', userPrompt: 'Go', availableTools: ['update_memory'], outputSchema }] as [string, Config];
  const { outputs, status } = await engine.run(workflowOf({ ask, after: read }, ['ask -> after']));
  expect(status).toBe('succeeded');
  expect((outputs.after as Memory).facts).toEqual([{ id: 'fact-1.1', fact: 'It is blue' }]);
});

test('after a crash the memory is that of the nodes that ended, and a resumed node keeps what its tools wrote', async () => {
  const call = { calls: [{ name: 'update_memory', args: '{"facts":["Found before the crash"]}' }] };
  const { engine, models, bodies } = await engineWith((index) =>
    index === 0 ? call : index === 1 ? { text: 'half', isStuck: true } : { text: 'done' },
  );
  const flow = workflowOf(
    {
      first: write({ goals: ['Survive'] }),
      ask: ['llm', { model: 'main', userPrompt: 'Go', availableTools: ['update_memory'] }],
      after: read,
    },
    ['first -> ask', 'ask -> after'],
  );
  const { runId } = await engine.start(flow);
  await expect.poll(() => bodies().length).toBe(2);
  await expect.poll(async () => eventsOf(await engine.events(runId), 'tool_result')).toHaveLength(1);
  engine.store.expireLeases();
  const second = new TestEngine({
    store: new MemoryRunStore(engine.store.database),
    models,
    tools: makeToolKit({ payloads: makeMemoryPayloads() }),
  });
  expect(await second.resumeLost()).toBe(1);
  await expect.poll(() => second.store.database.runs.get(runId)?.status).toBe('succeeded');
  const ended = eventsOf(await second.events(runId), 'node_finished').find(({ nodeId }) => nodeId === 'after');
  expect(ended?.fired?.out).toMatchObject({ version: 2, goals: ['Survive'], facts: [{ fact: 'Found before the crash' }] });
  expect(bodies()).toHaveLength(3);
});

test('a fork has the memory of the nodes whose results it reuses', async () => {
  const engine = new TestEngine();
  const flow = workflowOf({ first: write({ facts: ['a'] }), second: write({ facts: ['b'] }), after: read }, [
    'first -> second',
    'second -> after',
  ]);
  const { runId } = await engine.run(flow);
  const { outcome } = await engine.engine.start(forkOf(engine, runId, { from: ['second'] }));
  const { outputs } = await outcome;
  expect((outputs.after as Memory).facts.map(({ fact }) => fact)).toEqual(['a', 'b']);
  expect((outputs.after as Memory).version).toBe(2);
});

test('a model reads the memory with its request, and does not keep it in its conversation', async () => {
  const { engine, bodies } = await engineWith(() => ({ text: 'done' }));
  const flow = workflowOf(
    {
      note: write({ facts: ['The customer is 42'] }),
      ask: ['llm', { model: 'main', userPrompt: 'Go', contextProcessors: ['inject-memory'] }],
    },
    ['note -> ask'],
  );
  const { outputs } = await engine.run(flow);
  expect(bodies()[0]?.messages.at(-1)).toEqual({ role: 'user', content: '[Memory]\nFacts:\n- The customer is 42' });
  expect(JSON.stringify((outputs.ask as { messages: unknown }).messages)).not.toContain('[Memory]');
});
