import { describe, expect, test } from 'vitest';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { RunEvent } from '#lib/run/run-event.ts';
import { forkOf } from '#tests/support/fork-run.ts';
import { Gates } from '#tests/support/gate-node.ts';
import { ManualClock } from '#tests/support/manual-clock.ts';
import { MemoryRunStore } from '#tests/support/memory-run-store.ts';
import { eventsOf, TEST_WORKSPACE, TestEngine, workflowOf } from '#tests/support/test-engine.ts';

const start = ['start', { inputs: [{ name: 'order', type: 'json' }] }] as [string, Record<string, unknown>];
const order = { total: 250, lines: [{ price: 2 }, { price: 0.5 }], name: 'Ada' };
const inputsOf = (events: readonly RunEvent[], nodeId: string) =>
  eventsOf(events, 'node_started')
    .filter((event) => event.nodeId === nodeId)
    .map(({ inputs }) => inputs);

test('an expression that is a whole value keeps its type; in a text it is written out', async () => {
  const values = {
    size: '{{= start.order.total > 100 ? "big" : "small" }}',
    sum: '{{= start.order.lines.map(line, line.price).sum() }}',
    lines: ['{{= start.order.lines.sortBy("price") }}'],
    line: '{{= start.order.name.upper() }} owes {{= start.order.total / 2 }}',
    each: '{% for line in start.order.lines %}{{= line.price * 2 }};{% endfor %}',
  };
  const flow = workflowOf({ start, it: ['set', { values }], end: ['end', { outputs: { it: '{{it}}' } }] }, [
    'start -> it',
    'it -> end',
  ]);
  expect((await new TestEngine().run(flow, { order })).outputs).toEqual({
    it: { size: 'big', sum: 2.5, lines: [[{ price: 0.5 }, { price: 2 }]], line: 'ADA owes 125', each: '4;1;' },
  });
});

test('a failing expression fails its node, with field and position', async () => {
  const flow = workflowOf({ start, it: ['set', { values: { a: 'x {{= start.order.lines[5].price }}' } }] }, ['start -> it']);
  const { error } = await new TestEngine().run(flow, { order });
  expect(error).toMatchObject({
    code: 'unknown-reference',
    nodeId: 'it',
    path: 'config.values.a',
    message: 'start.order.lines has 2 entries, so there is no start.order.lines[5]',
  });
});

/** Of the config of a gate. */
const defaults = { effects: 'write', ignoresStop: false };

describe('now()', () => {
  test('is the same for all attempts of a node, and in all of its fields', async () => {
    const clock = new ManualClock();
    const engine = new TestEngine({ clock, random: () => 1 });
    const retry = { attempts: 2, delayMs: 1000, factor: 1, on: 'all' };
    const flow = workflowOf({ start, it: ['gate', { reads: ['{{= now() }}', '{{= now() }}'] }, { retry }] }, ['start -> it']);
    const { outcome, runId } = await engine.start(flow);
    await engine.gates.reached('it');
    const begun = new Date(clock.now()).toISOString();
    clock.advance(5000);
    await engine.gates.fail('it', new NodeFailure('busy', 'later'));
    await expect.poll(() => clock.waitingMs).toContain(1000);
    clock.advance(1000);
    await engine.gates.open('it', 'done');
    await outcome;
    const events = await engine.events(runId);
    expect(inputsOf(events, 'it')).toEqual([
      { ...defaults, reads: [begun, begun] },
      { ...defaults, reads: [begun, begun] },
    ]);
    expect(eventsOf(events, 'moment_recorded')).toHaveLength(1);
  });

  test('is another one for the next node, and is not recorded for nodes that do not read it', async () => {
    const clock = new ManualClock();
    const engine = new TestEngine({ clock });
    const flow = workflowOf(
      { start, a: ['gate'], b: ['set', { values: { at: '{{= now() }}' } }], end: ['end', { outputs: { at: '{{b.at}}' } }] },
      ['start -> a', 'a -> b', 'b -> end'],
    );
    const { outcome, runId } = await engine.start(flow);
    await engine.gates.reached('a');
    clock.advance(60_000);
    await engine.gates.open('a', 1);
    expect((await outcome).outputs).toEqual({ at: new Date(clock.now()).toISOString() });
    expect(eventsOf(await engine.events(runId), 'moment_recorded').map(({ nodeId }) => nodeId)).toEqual(['b']);
  });

  test('stays when a node resumes after a decision, and in a fork that continues it', async () => {
    const clock = new ManualClock();
    const engine = new TestEngine({ clock });
    const flow = workflowOf(
      {
        start,
        ask: ['approval', { value: '{{= now() }}', title: 'Send?' }],
        end: ['end', { outputs: { at: '{{ask}}' } }],
      },
      ['start -> ask', 'ask.approved -> end'],
    );
    const begun = new Date(clock.now()).toISOString();
    const waiting = await engine.run(flow);
    expect(waiting.status).toBe('waiting');
    clock.advance(3_600_000);
    const [asked] = eventsOf(waiting.events, 'confirm_required');
    expect(asked?.args).toBe(begun);
    const { outcome } = await engine.engine.start(forkOf(engine, waiting.runId));
    const forked = await outcome;
    expect(eventsOf(await engine.events(forked.runId), 'moment_recorded')).toMatchObject([
      { nodeId: 'ask', now: Date.parse(begun) },
    ]);
    expect(eventsOf(await engine.events(forked.runId), 'confirm_required')[0]?.args).toBe(begun);

    // In another process, which knows the node by its log alone.
    const { database } = engine.store;
    const later = new TestEngine({ clock, store: new MemoryRunStore(database), gates: new Gates() });
    const { runId } = waiting;
    database.approvals.decide({ runId, actionId: asked?.actionId ?? '', isConfirmed: true, nowMs: clock.now() });
    await later.engine.resumeWithDecisions(runId);
    await expect.poll(() => JSON.parse(database.runs.get(runId)?.outputs ?? 'null')).toEqual({ at: begun });
  });

  test('is read by conditions', async () => {
    const flow = workflowOf(
      {
        start,
        check: ['condition', { when: 'now() > date("2020-01-01")' }],
        yes: ['end', { outputs: { is: true } }],
        no: ['end', { outputs: { is: false } }],
      },
      ['start -> check', 'check.true -> yes', 'check.false -> no'],
    );
    expect((await new TestEngine().run(flow)).outputs).toEqual({ is: true });
  });
});

describe('branch', () => {
  const sort = ['switch', { cases: [{ id: 'big', when: 'start.order.total > 100' }] }] as [string, Record<string, unknown>];
  const flow = workflowOf(
    {
      start,
      sort,
      yes: ['condition', { when: 'true' }],
      no: ['set', { values: {} }],
      both: ['join', {}],
      end: [
        'end',
        { outputs: { way: '{{branch.sort}}', later: '{{branch.yes | default: "none"}}', has: '{{= has(branch.yes) }}' } },
      ],
    },
    ['start -> sort', 'sort.big -> yes', 'sort.else -> no', 'yes.true -> both', 'yes.false -> both', 'no -> both', 'both -> end'],
  );

  test.each([
    [250, { way: 'big', later: 'true', has: true }],
    [5, { way: 'else', later: 'none', has: false }],
  ])('with %j it is the port that fired, and missing for what was skipped', async (total, outputs) => {
    expect((await new TestEngine().run(flow, { order: { total } })).outputs).toEqual(outputs);
  });

  test('inside a body it is that of the same iteration', async () => {
    const nested = workflowOf(
      {
        start,
        each: ['map', { items: [1, 200] }],
        way: ['switch', { cases: [{ id: 'big', when: 'map.item > 100' }] }],
        small: ['set', { values: { way: '{{branch.way}} of {{branch.outer}}' } }],
        outer: ['condition', { when: 'true' }],
        end: ['end', { outputs: { all: '{{each}}' } }],
      },
      ['start -> outer', 'outer.true -> each', 'way.big -> small', 'way.else -> small', 'each -> end'],
    );
    const inside = ['way', 'small'];
    const nodes = nested.nodes.map((node) => (inside.includes(node.id) ? { ...node, parentId: 'each' } : node));
    expect((await new TestEngine().run({ ...nested, nodes })).outputs).toEqual({
      all: [{ way: 'else of true' }, { way: 'big of true' }],
    });
  });

  test('a node of that name hides it', async () => {
    const hidden = workflowOf(
      { start, branch: ['set', { values: { sort: 'mine' } }], end: ['end', { outputs: { it: '{{branch.sort}}' } }] },
      ['start -> branch', 'branch -> end'],
    );
    expect((await new TestEngine().run(hidden)).outputs).toEqual({ it: 'mine' });
  });

  test('a test of one node is given the branch that was taken', async () => {
    const { engine } = new TestEngine();
    const inputs = { branch: { sort: 'big' } };
    const result = await engine.runNode({ workspaceId: TEST_WORKSPACE, workflow: flow, nodeId: 'end', inputs });
    expect(result.output).toMatchObject({ way: 'big', later: 'none' });
  });
});

test.each([true, false])('a chain of defaults reads the branch that ran, with %j', async (isFirst) => {
  const flow = workflowOf(
    {
      start,
      check: ['condition', { when: `${isFirst}` }],
      yes: ['set', { values: { text: 'yes' } }],
      no: ['set', { values: { text: 'no' } }],
      end: ['end', { outputs: { it: '{{ yes.text | default: no.text }}' } }],
    },
    ['start -> check', 'check.true -> yes', 'check.false -> no', 'yes -> end', 'no -> end'],
  );
  expect((await new TestEngine().run(flow)).outputs).toEqual({ it: isFirst ? 'yes' : 'no' });
});
