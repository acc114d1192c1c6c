import { describe, expect, test } from 'vitest';
import type { RunEvent } from '#lib/run/run-event.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { MemoryRunStore } from '../support/memory-run-store.ts';
import { eventsOf, TestEngine, workflowOf } from '../support/test-engine.ts';

/** Puts nodes into containers. Nodes in no list are in the root scope. */
function nested(workflow: Workflow, bodies: Record<string, readonly string[]>): Workflow {
  const parentOf = new Map(Object.entries(bodies).flatMap(([parentId, ids]) => ids.map((id) => [id, parentId] as const)));
  const nodes = workflow.nodes.map((node) => {
    const parentId = parentOf.get(node.id);
    return parentId === undefined ? node : { ...node, parentId };
  });
  return { ...workflow, nodes };
}

async function run(workflow: Workflow, inputs: Record<string, unknown> = {}) {
  const engine = new TestEngine({ store: new MemoryRunStore() });
  const { runId } = await engine.start(workflow, inputs);
  await expect.poll(() => engine.store.database.runs.get(runId)?.status).toMatch(/succeeded|failed|cancelled/);
  const events = await engine.events(runId);
  const [done] = eventsOf(events, 'done');
  return { events, outputs: done?.outputs, status: done?.status, error: done?.error };
}

const endOf = (events: readonly RunEvent[], path: string) =>
  eventsOf(events, 'node_finished').find(({ nodeId }) => nodeId === path);

const start = ['start', { inputs: [{ name: 'names', type: 'json' }] }] as [string, Record<string, unknown>];

describe('a map', () => {
  const greeting = (config: Record<string, unknown> = {}) =>
    nested(
      workflowOf(
        {
          start,
          each: ['map', { items: '{{start.names}}', ...config }],
          greet: ['template', { template: '{{map.index}}: dear {{map.item}}' }],
          end: ['end', { outputs: { all: '{{each}}' } }],
        },
        ['start -> each', 'each -> end'],
      ),
      { each: ['greet'] },
    );

  test('runs its body for every item; its value is the list of theirs, in order', async () => {
    const { outputs, events } = await run(greeting(), { names: ['Ada', 'Bob'] });
    expect(outputs).toEqual({ all: [{ text: '0: dear Ada' }, { text: '1: dear Bob' }] });
    expect(endOf(events, 'each[1]/greet')?.fired).toEqual({ out: { text: '1: dear Bob' } });
  });

  test('gives an empty list for an empty list', async () => {
    expect((await run(greeting(), { names: [] })).outputs).toEqual({ all: [] });
  });

  test('fails when its input is no list', async () => {
    const { error } = await run(greeting(), { names: 'Ada' });
    expect(error).toMatchObject({ nodeId: 'each', code: 'items-not-list', path: 'config.items' });
    expect(error?.message).toContain('the string Ada');
  });
});

/** A map or loop around one gate, with the output of its body. */
const around = (type: 'map' | 'loop', config: Record<string, unknown>, options: Record<string, unknown> = {}) =>
  nested(
    workflowOf(
      {
        start,
        box: [type, type === 'map' ? { items: '{{start.names}}', ...config } : config, options],
        work: ['gate', { reads: '{{start.names}}' }],
        end: ['end', { outputs: { all: '{{box}}' } }],
      },
      ['start -> box', 'box -> end'],
    ),
    { box: ['work'] },
  );

async function begin(workflow: Workflow, inputs: Record<string, unknown> = {}, engine = new TestEngine()) {
  const started = await engine.start(workflow, inputs);
  return { engine, gates: engine.gates, ...started };
}

function stop(engine: TestEngine, runId: string) {
  engine.store.database.commands.push({ commandId: 'cmd_1', runId, kind: 'stop', isAcknowledged: false });
  return engine.engine.stop(runId, { graceMs: 1000 });
}

const names = ['a', 'b', 'c', 'd'];

describe('the number of concurrent iterations of a map', () => {
  test('is set by its config, in the order of the items', async () => {
    const { gates, outcome } = await begin(around('map', { concurrency: 2 }), { names });
    await gates.reached('box[0]/work');
    await gates.reached('box[1]/work');
    expect([gates.isWaiting('box[2]/work'), gates.calls.size]).toEqual([false, 2]);
    await gates.open('box[1]/work', 'second');
    await gates.reached('box[2]/work');
    expect(gates.calls.size).toBe(3);
    for (const [index, value] of ['first', undefined, 'third', 'fourth'].entries())
      if (value) await gates.open(`box[${index}]/work`, value);
    expect((await outcome).outputs).toEqual({ all: ['first', 'second', 'third', 'fourth'] });
  });
});

describe('when an iteration of a map fails', () => {
  test('all: the others are stopped, and the node fails', async () => {
    const { gates, outcome, engine, runId } = await begin(around('map', {}), { names });
    await gates.reached('box[3]/work');
    await gates.fail('box[2]/work', new Error('no more paper'));
    const { status, error } = await outcome;
    expect([status, error?.nodeId, error?.code]).toEqual(['failed', 'box', 'body-failed']);
    expect(error?.message).toContain('Item 3 of 4 failed at box[2]/work: no more paper');
    const events = await engine.events(runId);
    expect(endOf(events, 'box[0]/work')).toMatchObject({ status: 'cancelled', reason: 'body_failed' });
    expect(events.at(-1)?.type).toBe('done');
  });

  test('settle: its item in the result holds the error, and the others continue', async () => {
    const { gates, outcome } = await begin(around('map', { onFailure: 'settle' }), { names: ['a', 'b'] });
    await gates.fail('box[0]/work', new Error('no more paper'));
    await gates.open('box[1]/work', 'fine');
    expect((await outcome).outputs).toEqual({ all: [{ error: { code: 'node-failed', message: 'no more paper' } }, 'fine'] });
  });

  test('first: the first that succeeds is the value, and the others are stopped', async () => {
    const { gates, outcome, engine, runId } = await begin(around('map', { onFailure: 'first' }), { names: ['a', 'b', 'c'] });
    await gates.fail('box[0]/work', new Error('no'));
    await gates.open('box[2]/work', 'won');
    expect((await outcome).outputs).toEqual({ all: 'won' });
    expect(endOf(await engine.events(runId), 'box[1]/work')).toMatchObject({ status: 'cancelled', reason: 'lost_race' });
  });

  test('an error branch of the container handles it, and the run continues', async () => {
    const workflow = around('map', {}, { onError: { continue: ['nothing'] } });
    const { gates, outcome } = await begin(workflow, { names: ['a'] });
    await gates.fail('box[0]/work', new Error('no'));
    expect((await outcome).outputs).toEqual({ all: ['nothing'] });
  });

  test('a retry of the container runs the body again, under other paths', async () => {
    const workflow = around('map', {}, { retry: { attempts: 2, delayMs: 0, on: 'all' } });
    const { gates, outcome } = await begin(workflow, { names: ['a'] });
    await gates.fail('box[0]/work', new Error('no'));
    await gates.open('box[0.1]/work', 'yes');
    expect((await outcome).outputs).toEqual({ all: ['yes'] });
  });
});

describe('a loop', () => {
  const counting = (config: Record<string, unknown>) =>
    nested(
      workflowOf(
        {
          start,
          again: ['loop', config],
          write: ['template', { template: '{{loop.last.text | default: "-"}}{{loop.index}}' }],
          end: ['end', { outputs: { text: '{{again.text}}' } }],
        },
        ['start -> again', 'again -> end'],
      ),
      { again: ['write'] },
    );

  test('runs its body while the condition holds, which reads the value of the last iteration', async () => {
    expect((await run(counting({ while: 'size(loop.last.text) < 4' }))).outputs).toEqual({ text: '-012' });
  });

  test('runs it once if the condition never holds', async () => {
    expect((await run(counting({ while: 'loop.index > 5' }))).outputs).toEqual({ text: '-0' });
  });

  test('begins with its initial value', async () => {
    const config = { while: 'loop.index < 1', initial: { text: '{{= "a".upper() }}' } };
    expect((await run(counting(config))).outputs).toEqual({ text: 'A01' });
  });

  test('fails at its limit, or continues with its last value', async () => {
    const { error } = await run(counting({ while: 'true', max: 3 }));
    expect([error?.code, error?.nodeId, error?.path]).toEqual(['loop-limit', 'again', 'config.max']);
    expect((await run(counting({ while: 'true', max: 3, onMax: 'continue' }))).outputs).toEqual({ text: '-012' });
  });

  test('fails with its body, and names the iteration', async () => {
    const { gates, outcome } = await begin(around('loop', { while: 'true' }), { names });
    await gates.open('box[0]/work');
    await gates.fail('box[1]/work', new Error('no more paper'));
    expect((await outcome).error?.message).toContain('Iteration 2 of the loop failed at box[1]/work');
  });
});

test('containers nest, and each iteration reads its own item and those of the outer ones', async () => {
  const workflow = nested(
    workflowOf(
      {
        start,
        rows: ['map', { items: '{{start.names}}' }],
        row: ['set', { values: { name: '{{map.item.name}}' } }],
        cells: ['map', { items: '{{map.item.cells}}' }],
        cell: ['template', { template: '{{row.name}}{{map.index}}{{map.item}}' }],
        end: ['end', { outputs: { all: '{{rows}}' } }],
      },
      ['start -> rows', 'row -> cells', 'rows -> end'],
    ),
    { rows: ['row', 'cells'], cells: ['cell'] },
  );
  const rows = [
    { name: 'x', cells: [1, 2] },
    { name: 'y', cells: [] },
  ];
  const { outputs, events } = await run(workflow, { names: rows });
  expect(outputs).toEqual({ all: [[{ text: 'x01' }, { text: 'x12' }], []] });
  expect(endOf(events, 'rows[0]/cells[1]/cell')?.status).toBe('succeeded');
});

describe('a body with approvals', () => {
  const asking = (concurrency: number) =>
    nested(
      workflowOf(
        {
          start,
          each: ['map', { items: '{{start.names}}', concurrency }],
          ask: ['approval', { title: '{{map.item}}?' }],
          work: ['gate', { reads: '{{map.item}}' }],
          end: ['end', { outputs: { all: '{{each}}' } }],
        },
        ['start -> each', 'ask.approved -> work', 'each -> end'],
      ),
      { each: ['ask', 'work'] },
    );
  const pending = async (engine: TestEngine, runId: string) =>
    eventsOf(await engine.events(runId), 'confirm_required').map(({ nodeId, actionId }) => ({ nodeId, actionId }));
  async function decide(engine: TestEngine, runId: string, path: string) {
    const asked = (await pending(engine, runId)).find(({ nodeId }) => nodeId === path);
    engine.store.database.approvals.decide({ runId, actionId: asked?.actionId ?? '', isConfirmed: true, nowMs: 0 });
    await engine.engine.resumeWithDecisions(runId);
  }

  test('asks for every item, whatever the concurrency limit', async () => {
    const { engine, runId, outcome } = await begin(asking(1), { names: ['a', 'b', 'c'] });
    expect((await outcome).status).toBe('waiting');
    expect((await pending(engine, runId)).map(({ nodeId }) => nodeId)).toEqual(['each[0]/ask', 'each[1]/ask', 'each[2]/ask']);
  });

  test('resumes the decided iteration at once, while others wait or run', async () => {
    const { engine, gates, runId } = await begin(asking(5), { names: ['a', 'b', 'c'] });
    await expect.poll(() => pending(engine, runId)).toHaveLength(3);
    await decide(engine, runId, 'each[1]/ask');
    await gates.reached('each[1]/work');
    await decide(engine, runId, 'each[2]/ask');
    await gates.reached('each[2]/work');
    await gates.open('each[2]/work', 'two');
    await decide(engine, runId, 'each[0]/ask');
    await gates.open('each[0]/work', 'none');
    await gates.open('each[1]/work', 'one');
    await expect.poll(() => engine.store.database.runs.get(runId)?.status).toBe('succeeded');
    const [done] = eventsOf(await engine.events(runId), 'done').slice(-1);
    expect(done?.outputs).toEqual({ all: ['none', 'one', 'two'] });
    expect([...gates.calls.values()]).toEqual([1, 1, 1]);
  });

  test('a stop ends every node of every iteration, waiting ones too', async () => {
    const { engine, runId, outcome } = await begin(asking(5), { names: ['a', 'b'] });
    await outcome;
    await stop(engine, runId);
    await expect.poll(() => engine.store.database.runs.get(runId)?.status).toBe('cancelled');
    expect(endOf(await engine.events(runId), 'each[1]/ask')?.status).toBe('cancelled');
  });
});

test('approvals of an iteration that lost the race are withdrawn', async () => {
  const workflow = nested(
    workflowOf(
      {
        start,
        each: ['map', { items: '{{start.names}}', onFailure: 'first' }],
        choose: ['condition', { when: 'map.index == 0' }],
        ask: ['approval', { title: '{{map.item}}?' }],
        work: ['gate', { reads: '{{map.item}}' }],
        end: ['end', { outputs: { all: '{{each}}' } }],
      },
      ['start -> each', 'choose.true -> ask', 'choose.false -> work', 'each -> end'],
    ),
    { each: ['choose', 'ask', 'work'] },
  );
  const { engine, gates, runId, outcome } = await begin(workflow, { names: ['a', 'b'] });
  await expect.poll(async () => eventsOf(await engine.events(runId), 'confirm_required')).toHaveLength(1);
  await gates.open('each[1]/work', 'won');
  expect((await outcome).status).toBe('succeeded');
  const events = await engine.events(runId);
  expect(endOf(events, 'each[0]/ask')).toMatchObject({ status: 'cancelled', reason: 'lost_race' });
  const [asked] = eventsOf(events, 'confirm_required');
  const late = { runId, actionId: asked?.actionId ?? '', isConfirmed: true, nowMs: 0 };
  expect(engine.store.database.approvals.decide(late)).toEqual({ status: 'expired', isFirst: false });
});

test('after a crash finished iterations do not run again, and the others resume', async () => {
  const workflow = around('map', { concurrency: 4 });
  const first = await begin(workflow, { names });
  await first.gates.open('box[0]/work', 'kept');
  await first.gates.reached('box[3]/work');
  await expect.poll(async () => endOf(await first.engine.events(first.runId), 'box[0]/work')?.status).toBe('succeeded');
  first.engine.store.expireLeases();
  const second = new TestEngine({ store: new MemoryRunStore(first.engine.store.database) });
  expect(await second.resumeLost()).toBe(1);
  for (const index of [1, 2, 3]) await second.gates.open(`box[${index}]/work`, index);
  await expect.poll(() => second.store.database.runs.get(first.runId)?.status).toBe('succeeded');
  const [done] = eventsOf(await second.events(first.runId), 'done');
  expect(done?.outputs).toEqual({ all: ['kept', 1, 2, 3] });
  expect(second.gates.calls.has('box[0]/work')).toBe(false);
});

test('a stop ends the nodes of every iteration before the run has ended', async () => {
  const { engine, gates, runId, outcome } = await begin(around('map', {}), { names });
  await gates.reached('box[3]/work');
  await stop(engine, runId);
  expect((await outcome).status).toBe('cancelled');
  const events = await engine.events(runId);
  for (const index of [0, 1, 2, 3]) expect(endOf(events, `box[${index}]/work`)?.status).toBe('cancelled');
  expect(endOf(events, 'box')?.status).toBe('cancelled');
  expect(events.at(-1)?.type).toBe('done');
});

test('a time limit of the container stops its body', async () => {
  const { gates, outcome, engine, runId } = await begin(around('map', {}, { timeoutMs: 30 }), { names: ['a'] });
  await gates.reached('box[0]/work');
  expect((await outcome).error).toMatchObject({ nodeId: 'box', code: 'node-timed-out' });
  expect(endOf(await engine.events(runId), 'box[0]/work')).toMatchObject({ status: 'cancelled', reason: 'timed_out' });
});

test('each node that starts in an iteration counts against the step limit', async () => {
  const workflow = { ...around('map', {}), settings: { limits: { maxSteps: 4 } } };
  const { outcome } = await begin(workflow, { names });
  expect(await outcome).toMatchObject({ status: 'failed', reason: 'step_limit_reached' });
});

describe('a parallel', () => {
  const start = ['start', { inputs: [] }] as [string, Record<string, unknown>];
  /** Two branches: one gate, and two gates in sequence. */
  const branches = (config: Record<string, unknown> = {}, options: Record<string, unknown> = {}) =>
    nested(
      workflowOf(
        {
          start,
          both: ['parallel', config, options],
          short: ['gate'],
          long: ['gate'],
          rest: ['gate'],
          end: ['end', { outputs: { all: '{{both}}' } }],
        },
        ['start -> both', 'long -> rest', 'both -> end'],
      ),
      { both: ['short', 'long', 'rest'] },
    );

  test('starts every branch of its body at once; its value is an object of their last nodes', async () => {
    const { gates, outcome } = await begin(branches());
    await gates.reached('both[0]/long');
    await gates.open('both[0]/short', 's');
    await gates.open('both[0]/long', 'l');
    await gates.open('both[0]/rest', 'r');
    expect((await outcome).outputs).toEqual({ all: { rest: 'r', short: 's' } });
  });

  test('runs at most as many branches at once as its config allows', async () => {
    const { gates, outcome } = await begin(branches({ concurrency: 1 }));
    await gates.open('both[0]/long');
    await gates.reached('both[0]/rest');
    expect(gates.calls.has('both[0]/short')).toBe(false);
    await gates.open('both[0]/rest', 'r');
    await gates.open('both[0]/short', 's');
    expect((await outcome).status).toBe('succeeded');
  });

  test('all: a branch that fails stops the others, and the error names it', async () => {
    const { gates, outcome, engine, runId } = await begin(branches());
    await gates.reached('both[0]/long');
    await gates.fail('both[0]/short', new Error('no paper'));
    const { error } = await outcome;
    expect([error?.nodeId, error?.code]).toEqual(['both', 'body-failed']);
    expect(error?.message).toContain('The branch to short failed at both[0]/short: no paper');
    const events = await engine.events(runId);
    expect(endOf(events, 'both[0]/long')).toMatchObject({ status: 'cancelled', reason: 'body_failed' });
    expect(endOf(events, 'both[0]/rest')).toMatchObject({ status: 'skipped', reason: 'body_failed' });
  });

  test('settle: the item of each last node holds its error', async () => {
    const { gates, outcome } = await begin(branches({ onFailure: 'settle' }));
    await gates.fail('both[0]/long', new Error('no paper'));
    await gates.open('both[0]/short', 's');
    expect((await outcome).outputs).toEqual({
      all: { rest: { error: { code: 'node-failed', message: 'no paper' } }, short: 's' },
    });
  });

  test('first: the value is that of the winning branch, and approvals of the others are withdrawn', async () => {
    const workflow = branches({ onFailure: 'first' });
    const nodes = workflow.nodes.map((node) =>
      node.id === 'rest' ? { ...node, type: 'approval', config: { title: 'Go on?' } } : node,
    );
    const { gates, outcome, engine, runId } = await begin({ ...workflow, nodes });
    await gates.open('both[0]/long');
    await expect.poll(async () => eventsOf(await engine.events(runId), 'confirm_required')).toHaveLength(1);
    await gates.open('both[0]/short', 's');
    expect((await outcome).outputs).toEqual({ all: 's' });
    const events = await engine.events(runId);
    expect(endOf(events, 'both[0]/rest')).toMatchObject({ status: 'cancelled', reason: 'lost_race' });
    const [asked] = eventsOf(events, 'confirm_required');
    const late = { runId, actionId: asked?.actionId ?? '', isConfirmed: true, nowMs: 0 };
    expect(engine.store.database.approvals.decide(late)).toEqual({ status: 'expired', isFirst: false });
  });

  test('one time limit applies to all of them', async () => {
    const { outcome, engine, runId } = await begin(branches({}, { timeoutMs: 30, onError: { continue: 'too late' } }));
    expect((await outcome).outputs).toEqual({ all: 'too late' });
    expect(endOf(await engine.events(runId), 'both[0]/long')).toMatchObject({ status: 'cancelled', reason: 'timed_out' });
  });

  test('a stop ends every branch', async () => {
    const { gates, outcome, engine, runId } = await begin(branches());
    await gates.reached('both[0]/long');
    await stop(engine, runId);
    expect((await outcome).status).toBe('cancelled');
    expect(endOf(await engine.events(runId), 'both[0]/short')?.status).toBe('cancelled');
  });

  test('after a crash finished nodes keep their values, and each branch resumes from there', async () => {
    const first = await begin(branches());
    await first.gates.open('both[0]/long');
    await first.gates.reached('both[0]/rest');
    await expect.poll(async () => endOf(await first.engine.events(first.runId), 'both[0]/long')?.status).toBe('succeeded');
    first.engine.store.expireLeases();
    const second = new TestEngine({ store: new MemoryRunStore(first.engine.store.database) });
    expect(await second.resumeLost()).toBe(1);
    await second.gates.open('both[0]/short', 's');
    await second.gates.open('both[0]/rest', 'r');
    await expect.poll(() => second.store.database.runs.get(first.runId)?.status).toBe('succeeded');
    expect(eventsOf(await second.events(first.runId), 'done')[0]?.outputs).toEqual({ all: { rest: 'r', short: 's' } });
    expect(second.gates.calls.has('both[0]/long')).toBe(false);
  });
});
