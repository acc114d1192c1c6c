import { expect, test } from 'vitest';
import { endsOf, eventsOf, TestEngine, workflowOf } from '../support/test-engine.ts';

const start = ['start', { inputs: [{ name: 'n', type: 'number', required: true }] }] as [string, Record<string, unknown>];

test('a branch that was not taken never blocks a join', async () => {
  const { status, outputs, events } = await new TestEngine().run(
    workflowOf(
      {
        start,
        large: ['condition', { when: 'start.n > 10' }],
        yes: ['template', { template: 'large' }],
        no: ['template', { template: 'small' }],
        join: ['merge', { mode: 'first' }],
        end: ['end', { outputs: { size: '{{join.value.text}}' } }],
      },
      ['start -> large', 'large.true -> yes', 'large.false -> no', 'yes -> join', 'no -> join', 'join -> end'],
    ),
    { n: 3 },
  );
  expect(status).toBe('succeeded');
  expect(outputs).toEqual({ size: 'small' });
  expect(endsOf(events).yes).toBe('skipped/no_live_input');
});

test('a join whose branches were all skipped is skipped, and so are its dependents', async () => {
  const { status, events } = await new TestEngine().run(
    workflowOf(
      {
        start,
        large: ['condition', { when: 'start.n > 10' }],
        a: ['template', { template: 'a' }],
        b: ['template', { template: 'b' }],
        join: ['merge', { mode: 'list' }],
        after: ['template', { template: 'after' }],
        other: ['template', { template: 'other' }],
      },
      ['start -> large', 'large.true -> a', 'large.true -> b', 'a -> join', 'b -> join', 'join -> after', 'large.false -> other'],
    ),
    { n: 3 },
  );
  expect(status).toBe('succeeded');
  expect(endsOf(events)).toMatchObject({
    join: 'skipped/no_live_input',
    after: 'skipped/no_live_input',
    other: 'succeeded',
  });
});

test('a slow branch does not delay the second step of its sibling', async () => {
  const engine = new TestEngine();
  const { outcome } = await engine.start(
    workflowOf({ start, slow: ['gate'], fast: ['gate'], after: ['gate'], join: ['merge', { mode: 'object' }] }, [
      'start -> slow',
      'start -> fast',
      'fast -> after',
      'slow -> join',
      'after -> join',
    ]),
    { n: 1 },
  );
  await engine.gates.open('fast');
  await engine.gates.reached('after');
  expect(engine.gates.isWaiting('slow')).toBe(true);
  await engine.gates.open('after');
  await engine.gates.open('slow');
  const { status, outputs } = await outcome;
  expect(status).toBe('succeeded');
  expect(outputs).toEqual({ join: { value: { slow: { passed: 'slow' }, after: { passed: 'after' } } } });
});

test('in an N-shape a node waits for its own sources only', async () => {
  const engine = new TestEngine();
  const { outcome } = await engine.start(
    workflowOf({ start, a: ['gate'], b: ['gate'], onlyb: ['gate'], both: ['gate'] }, [
      'start -> a',
      'start -> b',
      'b -> onlyb',
      'a -> both',
      'b -> both',
    ]),
    { n: 1 },
  );
  await engine.gates.open('b');
  await engine.gates.reached('onlyb');
  expect(engine.gates.isWaiting('both')).toBe(false);
  await engine.gates.open('a');
  await engine.gates.open('both');
  await engine.gates.open('onlyb');
  expect((await outcome).status).toBe('succeeded');
});

test('a disabled node passes its input on without running', async () => {
  const { outputs, events } = await new TestEngine().run(
    workflowOf({ start, off: ['set', { values: { a: 1 } }, { disabled: true }], end: ['end', { outputs: { n: '{{off.n}}' } }] }, [
      'start -> off',
      'off -> end',
    ]),
    { n: 7 },
  );
  expect(outputs).toEqual({ n: 7 });
  expect(endsOf(events).off).toBe('succeeded/disabled');
  expect(eventsOf(events, 'node_started').map((event) => event.nodeId)).not.toContain('off');
});

test('a pinned node gives its pinned value in a draft run and runs in a deployed one', async () => {
  const workflow = workflowOf(
    {
      start,
      value: ['set', { values: { a: 'ran' } }, { pinned: { a: 'pinned' } }],
      end: ['end', { outputs: { a: '{{value.a}}' } }],
    },
    ['start -> value', 'value -> end'],
  );
  expect((await new TestEngine().run(workflow, { n: 1 }, 'draft')).outputs).toEqual({ a: 'pinned' });
  expect((await new TestEngine().run(workflow, { n: 1 }, 'deployed')).outputs).toEqual({ a: 'ran' });
});

test('without an end node the outputs are the values of the sinks', async () => {
  const { outputs } = await new TestEngine().run(
    workflowOf({ start, a: ['set', { values: { x: 1 } }], b: ['set', { values: { y: 2 } }] }, ['start -> a', 'start -> b']),
    { n: 1 },
  );
  expect(outputs).toEqual({ a: { x: 1 }, b: { y: 2 } });
});

test('the inputs of a merge are in the order of its sources, in whatever order its edges were drawn', async () => {
  const nodes = {
    b: ['set', { values: { from: 'b' } }],
    a: ['set', { values: { from: 'a' } }],
    all: ['merge', { mode: 'list' }],
  } as const;
  const drawn = [
    ['b -> all', 'a -> all'],
    ['a -> all', 'b -> all'],
  ];
  for (const edges of drawn) {
    const { outputs } = await new TestEngine().run(workflowOf({ ...nodes } as never, edges));
    expect(outputs).toEqual({ all: { value: [{ from: 'a' }, { from: 'b' }] } });
  }
});
