import { describe, expect, test } from 'vitest';
import { validateWorkflow } from '#lib/workflow/validate-workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { MemoryRunStore } from '../support/memory-run-store.ts';
import { endsOf, eventsOf, TestEngine, workflowOf } from '../support/test-engine.ts';

type Rows = Parameters<typeof workflowOf>[0];

/** Two gates that lead to `join`, `slow` through a further node; `after` outputs the result. */
function race(mode: 'any' | 'first', more: Rows = {}, edges: readonly string[] = []) {
  return workflowOf(
    {
      start: ['start', { inputs: [] }],
      fast: ['gate'],
      slow: ['gate'],
      late: ['gate'],
      join: ['join', { mode }],
      after: ['set', { values: { value: '{{join.value}}', from: '{{join.from}}' } }],
      ...more,
    },
    ['start -> fast', 'start -> slow', 'slow -> late', 'fast -> join', 'late -> join', 'join -> after', ...edges],
  );
}

async function begin(workflow: ReturnType<typeof race>, engine = new TestEngine()) {
  return { engine, gates: engine.gates, ...(await engine.start(workflow)) };
}

const endOf = async (engine: TestEngine, runId: string, path: string) =>
  eventsOf(await engine.events(runId), 'node_finished').find(({ nodeId }) => nodeId === path);

describe('any', () => {
  test('continues with the first value while the other branch runs, and the run ends after both', async () => {
    const { engine, gates, runId, outcome } = await begin(race('any'));
    await gates.reached('slow');
    await gates.open('fast', 'f');
    await expect.poll(async () => (await endOf(engine, runId, 'after'))?.status).toBe('succeeded');
    expect(gates.isWaiting('slow')).toBe(true);
    await gates.open('slow');
    await gates.open('late', 'l');
    expect((await outcome).outputs).toEqual({ after: { value: 'f', from: 'fast' } });
    expect(endsOf(await engine.events(runId)).late).toBe('succeeded');
  });

  test('does not delay the nodes after the join for several steps', async () => {
    const { gates, outcome } = await begin(
      race('any', { second: ['gate'], third: ['gate'] }, ['after -> second', 'second -> third']),
    );
    await gates.open('fast');
    await gates.open('second');
    await gates.open('third');
    expect(gates.isWaiting('slow')).toBe(true);
    await gates.open('slow');
    await gates.open('late');
    expect((await outcome).status).toBe('succeeded');
  });

  test('takes an error that reaches it like any other value', async () => {
    const { gates, outcome } = await begin(race('any', {}, ['fast.error -> join']));
    await gates.fail('fast', new Error('no'));
    await gates.open('slow');
    await gates.open('late');
    expect((await outcome).outputs).toMatchObject({ after: { value: { message: 'no' }, from: 'fast' } });
  });

  test('a branch that was not taken does not count, and without any it is skipped', async () => {
    const one = (when: string) =>
      workflowOf(
        {
          start: ['start', { inputs: [] }],
          ask: ['condition', { when }],
          yes: ['set', { values: { a: 1 } }],
          also: ['condition', { when }],
          join: ['join', { mode: 'any' }],
          last: ['set', { values: { from: '{{join.from | default: "none"}}' } }],
        },
        ['start -> ask', 'start -> also', 'ask.true -> yes', 'yes -> join', 'also.true -> join', 'join -> last'],
      );
    expect(endsOf((await new TestEngine().run(one('1 > 2'))).events)).toMatchObject({
      join: 'skipped/no_live_input',
      last: 'skipped/no_live_input',
    });
    expect(endsOf((await new TestEngine().run(one('2 > 1'))).events)).toMatchObject({ join: 'succeeded', last: 'succeeded' });
  });
});

describe('first', () => {
  test('continues with the first success and stops nodes that lead only to it', async () => {
    const { engine, gates, runId, outcome } = await begin(race('first'));
    const { signal } = await gates.reached('slow');
    await gates.open('fast', 'f');
    expect((await outcome).outputs).toEqual({ after: { value: 'f', from: 'fast' } });
    expect(signal.aborted).toBe(true);
    const events = await engine.events(runId);
    expect(endsOf(events)).toMatchObject({ slow: 'cancelled/lost_race', late: 'skipped/lost_race', join: 'succeeded' });
    expect(eventsOf(events, 'node_finished').find(({ nodeId }) => nodeId === 'slow')?.by).toBe('join');
    const order = eventsOf(events, 'node_finished').map(({ nodeId }) => nodeId);
    expect(order.indexOf('join')).toBeLessThan(order.indexOf('slow'));
  });

  test('a branch that leads elsewhere too runs on', async () => {
    const { engine, gates, runId, outcome } = await begin(race('first', { other: ['gate'] }, ['slow -> other']));
    await gates.reached('slow');
    await gates.open('fast');
    await expect.poll(async () => (await endOf(engine, runId, 'after'))?.status).toBe('succeeded');
    await gates.open('slow');
    await gates.open('other');
    expect((await outcome).status).toBe('succeeded');
    expect(endsOf(await engine.events(runId))).toMatchObject({
      slow: 'succeeded',
      other: 'succeeded',
      late: 'skipped/lost_race',
    });
  });

  test('a branch that failed into it waits for one that succeeds', async () => {
    const { gates, outcome } = await begin(race('first', {}, ['fast.error -> join']));
    await gates.fail('fast', new Error('no'));
    await gates.open('slow');
    await gates.open('late', 'l');
    expect((await outcome).outputs).toEqual({ after: { value: 'l', from: 'late' } });
  });

  test('without a winner it stops nothing: a branch that an earlier join did not wait for continues', async () => {
    const workflow = workflowOf(
      {
        start: ['start', { inputs: [] }],
        fast: ['gate'],
        slow: ['gate'],
        any: ['join', { mode: 'any' }],
        check: ['condition', { when: '1 > 2' }],
        join: ['join', { mode: 'first' }],
      },
      ['start -> fast', 'start -> slow', 'fast -> any', 'slow -> any', 'any -> check', 'check.true -> join'],
    );
    const { engine, gates, runId, outcome } = await begin(workflow);
    await gates.reached('slow');
    await gates.open('fast');
    await expect.poll(async () => (await endOf(engine, runId, 'join'))?.status).toBe('skipped');
    await gates.open('slow');
    expect((await outcome).status).toBe('succeeded');
    expect(endsOf(await engine.events(runId)).slow).toBe('succeeded');
  });

  test('fails when none succeeds, with the error of each', async () => {
    const { gates, outcome } = await begin(race('first', {}, ['fast.error -> join', 'late.error -> join']));
    await gates.fail('fast', new Error('no paper'));
    await gates.open('slow');
    await gates.fail('late', new Error('no ink'));
    const { error } = await outcome;
    expect(error).toMatchObject({ nodeId: 'join', code: 'no-branch-succeeded' });
    expect(error?.message).toContain('fast: no paper; late: no ink');
  });

  test('an unhandled error fails the run, in a race too', async () => {
    const { gates, outcome } = await begin(race('first'));
    await gates.fail('slow', new Error('no'));
    expect((await outcome).error).toMatchObject({ nodeId: 'slow' });
  });

  test('a race within a race: the outer one stops the inner one and its join', async () => {
    const workflow = workflowOf(
      {
        start: ['start', { inputs: [] }],
        a: ['gate'],
        b: ['gate'],
        c: ['gate'],
        inner: ['join', { mode: 'first' }],
        outer: ['join', { mode: 'first' }],
      },
      ['start -> a', 'start -> b', 'start -> c', 'a -> inner', 'b -> inner', 'inner -> outer', 'c -> outer'],
    );
    const { engine, gates, runId, outcome } = await begin(workflow);
    await gates.reached('a');
    await gates.open('c', 'c');
    expect((await outcome).outputs).toEqual({ outer: { value: 'c', from: 'c' } });
    const losers = eventsOf(await engine.events(runId), 'node_finished').filter(({ by }) => by !== undefined);
    expect(losers.map(({ nodeId, by }) => `${nodeId} ${by}`).sort()).toEqual(['a outer', 'b outer', 'inner outer']);
  });

  test('a container that lost ends with every node in it', async () => {
    const workflow = race('first', { each: ['map', { items: [1, 2] }], inside: ['gate'] }, ['start -> each', 'each -> join']);
    const nodes = workflow.nodes.map((node) => (node.id === 'inside' ? { ...node, parentId: 'each' } : node));
    const { engine, gates, runId, outcome } = await begin({ ...workflow, nodes });
    await gates.reached('each[1]/inside');
    await gates.open('fast');
    expect((await outcome).status).toBe('succeeded');
    const ends = endsOf(await engine.events(runId));
    expect(ends).toMatchObject({ each: 'cancelled/lost_race', 'each[0]/inside': 'cancelled/lost_race' });
  });
});

describe('a race with approvals', () => {
  const asking = () =>
    workflowOf(
      {
        start: ['start', { inputs: [] }],
        fast: ['gate'],
        ask: ['approval', { title: 'Go on?' }],
        tell: ['gate'],
        join: ['join', { mode: 'first' }],
        last: ['gate'],
      },
      ['start -> fast', 'start -> ask', 'ask.approved -> tell', 'tell -> join', 'fast -> join', 'join -> last'],
    );
  const askedIn = async (engine: TestEngine, runId: string) => eventsOf(await engine.events(runId), 'confirm_required');

  test('approvals of a losing branch are withdrawn, and its dependents are skipped', async () => {
    const { engine, gates, runId, outcome } = await begin(asking());
    await expect.poll(() => askedIn(engine, runId)).toHaveLength(1);
    await gates.open('fast');
    await gates.open('last');
    expect((await outcome).status).toBe('succeeded');
    expect(endsOf(await engine.events(runId))).toMatchObject({ ask: 'cancelled/lost_race', tell: 'skipped/lost_race' });
    const [asked] = await askedIn(engine, runId);
    const late = { runId, actionId: asked?.actionId ?? '', isConfirmed: true, nowMs: 0 };
    expect(engine.store.database.approvals.decide(late)).toEqual({ status: 'expired', isFirst: false });
  });

  test('a decision that comes first wins, and stops the branch that runs', async () => {
    const { engine, gates, runId, outcome } = await begin(asking());
    await expect.poll(() => askedIn(engine, runId)).toHaveLength(1);
    const [asked] = await askedIn(engine, runId);
    engine.store.database.approvals.decide({ runId, actionId: asked?.actionId ?? '', isConfirmed: true, nowMs: 0 });
    await engine.engine.resumeWithDecisions(runId);
    await gates.open('tell', 't');
    await gates.open('last');
    expect((await outcome).status).toBe('succeeded');
    expect(endsOf(await engine.events(runId))).toMatchObject({ ask: 'succeeded', fast: 'cancelled/lost_race' });
  });
});

describe('after a crash', () => {
  async function crash(first: TestEngine) {
    first.store.expireLeases();
    const second = new TestEngine({ store: new MemoryRunStore(first.store.database) });
    expect(await second.resumeLost()).toBe(1);
    return second;
  }

  test('the winner stays, and the losers do not resume', async () => {
    const first = await begin(
      race('first', { next: ['gate', { reads: '{{join.from}}' }], last: ['gate'] }, ['after -> next', 'next -> last']),
    );
    await first.gates.reached('slow');
    await first.gates.open('fast', 'f');
    await first.gates.open('next');
    await expect.poll(async () => (await endOf(first.engine, first.runId, 'next'))?.status).toBe('succeeded');
    const second = await crash(first.engine);
    await second.gates.open('last');
    await expect.poll(() => second.store.database.runs.get(first.runId)?.status).toBe('succeeded');
    expect([...second.gates.calls.keys()]).toEqual(['last']);
    expect(eventsOf(await second.events(first.runId), 'node_finished').filter(({ nodeId }) => nodeId === 'join')).toHaveLength(1);
  });

  test('any resumes with both the winning branch and the one that was still running', async () => {
    const first = await begin(race('any', { last: ['gate'] }, ['after -> last']));
    await first.gates.reached('slow');
    await first.gates.open('fast', 'f');
    await first.gates.reached('last');
    await expect.poll(async () => (await endOf(first.engine, first.runId, 'after'))?.status).toBe('succeeded');
    const second = await crash(first.engine);
    await second.gates.open('slow');
    await second.gates.open('late', 'l');
    await second.gates.open('last');
    await expect.poll(() => second.store.database.runs.get(first.runId)?.status).toBe('succeeded');
    expect((await endOf(second, first.runId, 'join'))?.fired).toEqual({ out: { value: 'f', from: 'fast' } });
  });
});

test('a stop ends a race like everything else', async () => {
  const { engine, gates, runId, outcome } = await begin(race('first'));
  await gates.reached('slow');
  engine.store.database.commands.push({ commandId: 'cmd_1', runId, kind: 'stop', isAcknowledged: false });
  await engine.engine.stop(runId, { graceMs: 1000 });
  expect((await outcome).status).toBe('cancelled');
  expect(endsOf(await engine.events(runId))).toMatchObject({ slow: 'cancelled/run_cancelled', join: 'skipped/run_cancelled' });
});

describe('references after a race', () => {
  const reading = (text: string) =>
    workflowOf(
      {
        start: ['start', { inputs: [] }],
        left: ['set', { values: { a: 1 } }],
        right: ['set', { values: { a: 2 } }],
        join: ['join', { mode: 'any' }],
        after: ['template', { template: text }],
      },
      ['start -> left', 'start -> right', 'left -> join', 'right -> join', 'join -> after'],
    );

  test('a node of a losing branch has no value, even if it has finished by then', async () => {
    const { events } = await new TestEngine().run(reading('{{left.a | default: "none"}} {{right.a | default: "none"}}'));
    expect(endsOf(events)).toMatchObject({ left: 'succeeded', right: 'succeeded' });
    const after = eventsOf(events, 'node_finished').find(({ nodeId }) => nodeId === 'after');
    expect(after?.fired).toEqual({ out: { text: '1 none' } });
  });

  test('such a reference needs a default, and one to a node before all branches does not', () => {
    const [error] = validateWorkflow(reading('{{left.a}}'), nodeRegistry).errors;
    expect(error).toMatchObject({ code: 'reference-may-be-skipped', nodeId: 'after', path: 'config.template' });
    expect(error?.message).toContain('continues with one branch');
    expect(validateWorkflow(reading('{{left.a | default: "-"}}'), nodeRegistry).errors).toEqual([]);
    expect(validateWorkflow(reading('{{join.value.a}} {{join.from}}'), nodeRegistry).errors).toEqual([]);
  });
});
