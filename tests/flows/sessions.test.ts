import { expect, test } from 'vitest';
import { sessionStateSchema } from '#lib/run/session-state.ts';
import { bundleWorkflow } from '#lib/workflow/called-workflows.ts';
import { forkOf } from '../support/fork-run.ts';
import { MemoryRunStore } from '../support/memory-run-store.ts';
import { startScriptedModel } from '../support/scripted-model.ts';
import { eventsOf, TestEngine, workflowOf } from '../support/test-engine.ts';

const settings = {
  session: {
    variables: [
      { name: 'count', type: 'number' as const, default: 10 },
      { name: 'notes', type: 'list' as const },
      { name: 'about', type: 'object' as const, default: { a: 1, b: 2 } },
      { name: 'name', type: 'text' as const },
    ],
  },
};
type Config = Record<string, unknown>;
const write = (values: Config, operations: Config = {}) => ['set', { target: 'session', values, operations }] as [string, Config];
const read = ['set', { values: { count: '{{session.count}}', notes: '{{session.notes}}', all: '{{session}}' } }] as [
  string,
  Config,
];

test('each operation changes a variable, writes of parallel branches add up, and later nodes read them', async () => {
  const flow = workflowOf(
    {
      start: ['start', { inputs: [] }],
      left: write({ count: 1, notes: 'left' }, { count: 'add', notes: 'append' }),
      right: write({ count: 2, notes: ['right'] }, { count: 'add', notes: 'append' }),
      both: write({ about: ['a'], name: 'Ada' }, { about: 'remove' }),
      after: read,
    },
    ['start -> left', 'start -> right', 'left -> both', 'right -> both', 'both -> after'],
    settings,
  );
  const { outputs, events } = await new TestEngine().run(flow);
  expect(outputs.after).toMatchObject({
    count: 13,
    all: { about: { b: 2 }, name: 'Ada', turn: 1, messages: [] },
  });
  expect([...((outputs.after as { notes: string[] }).notes ?? [])].sort()).toEqual(['left', 'right']);
  expect(eventsOf(events, 'node_finished').find(({ nodeId }) => nodeId === 'both')?.session).toEqual({
    writes: [
      { name: 'about', value: ['a'], operation: 'remove', initial: { a: 1, b: 2 } },
      { name: 'name', value: 'Ada', operation: 'set', initial: '' },
    ],
  });
});

test('a value that does not fit its variable fails the node and names it', async () => {
  const { error } = await new TestEngine().run(workflowOf({ keep: write({ count: 'two' }) }, [], settings));
  expect(error).toMatchObject({ code: 'session-variable-type', nodeId: 'keep', path: 'config.values.count' });
});

test('a called workflow has variables of its own in the same session', async () => {
  const called = workflowOf(
    { keep: write({ count: 5 }), end: ['end', { outputs: { count: '{{session.count}}' } }] },
    ['keep -> end'],
    {
      session: { variables: [{ name: 'count', type: 'number' }] },
    },
  );
  const flow = workflowOf(
    {
      call: ['workflow', { workflowId: 'wf_inner', inputs: {} }],
      after: ['set', { values: { inner: '{{call.count}}', own: '{{session.count}}' } }],
    },
    ['call -> after'],
    settings,
  );
  const { outputs, error } = await new TestEngine().run(await bundleWorkflow(flow, async () => called));
  expect(error).toBeUndefined();
  expect(outputs.after).toEqual({ inner: 5, own: 10 });
});

test('after a crash a node reads what the session was when it started, and a reply is not sent again', async () => {
  const { models, bodies } = await startScriptedModel((_, index) =>
    index === 0 ? { text: 'half', isStuck: true } : { text: 'done' },
  );
  const flow = workflowOf(
    {
      keep: write({ count: 1 }, { count: 'add' }),
      soon: ['reply', { text: 'One moment: {{session.count}}' }],
      ask: ['llm', { model: 'main', userPrompt: 'Count is {{session.count}}' }],
      again: write({ count: 1 }, { count: 'add' }),
      after: read,
    },
    ['keep -> soon', 'soon -> ask', 'ask -> again', 'again -> after'],
    settings,
  );
  const engine = new TestEngine({ models });
  const { runId } = await engine.start(flow);
  await expect.poll(() => bodies().length).toBe(1);
  engine.store.expireLeases();
  const second = new TestEngine({ models, store: new MemoryRunStore(engine.store.database) });
  await second.resumeLost();
  await expect.poll(async () => (await second.events(runId)).at(-1)?.type).toBe('done');
  const events = await second.events(runId);
  expect(eventsOf(events, 'reply')).toMatchObject([{ nodeId: 'soon', content: 'One moment: 11' }]);
  expect(JSON.stringify(bodies()[1])).toContain('Count is 11');
  expect(eventsOf(events, 'done').at(-1)?.outputs?.after).toMatchObject({ count: 12 });
});

test('a fork begins with the session as the run found it, and keeps what reused nodes wrote', async () => {
  const engine = new TestEngine();
  const flow = workflowOf({ keep: write({ count: 1 }, { count: 'add' }), after: read }, ['keep -> after'], settings);
  const first = await engine.run(flow);
  const { outcome } = await engine.engine.start(forkOf(engine, first.runId, { from: ['after'] }));
  const forked = await outcome;
  expect(forked.outputs.after).toMatchObject({ count: 11 });
});

test('a state keeps messages and is read back as it was written', () => {
  const state = {
    turn: 3,
    messages: [{ role: 'user', content: 'hi' }],
    scopes: { '': { variables: { n: 1 }, conversations: {} } },
  };
  expect(sessionStateSchema.parse(JSON.parse(JSON.stringify(state)))).toEqual(state);
});
