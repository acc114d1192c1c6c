import { describe, expect, test } from 'vitest';
import { executorRegistry } from '#engine/executors/registry.gen.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { RunEvent } from '#lib/run/run-event.ts';
import { bundleWorkflow } from '#lib/workflow/called-workflows.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { forkOf } from '../support/fork-run.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { MemoryRunStore } from '../support/memory-run-store.ts';
import { startScriptedModel } from '../support/scripted-model.ts';
import { Outbox } from '../support/sender-node.ts';
import { eventsOf, TestEngine, workflowOf } from '../support/test-engine.ts';

const start = ['start', { inputs: [] }] as [string, Record<string, unknown>];
const again = { retry: { attempts: 4, delayMs: 0, factor: 1, on: 'all' } };

function inside(workflow: Workflow, bodies: Record<string, readonly string[]>): Workflow {
  const parentOf = new Map(Object.entries(bodies).flatMap(([parentId, ids]) => ids.map((id) => [id, parentId] as const)));
  const nodes = workflow.nodes.map((node) => ({
    ...node,
    ...(parentOf.has(node.id) && { parentId: parentOf.get(node.id) ?? '' }),
  }));
  return { ...workflow, nodes };
}

/** A container that is retried: for each item an order is sent, then a check, which may fail. */
function container(type: string, config: Record<string, unknown>, item: string, options: object = again): Workflow {
  const workflow = workflowOf(
    {
      start,
      box: [type, config, options as Record<string, unknown>],
      order: ['sender', { messages: [`order ${item}`] }],
      check: ['sender', { messages: [`check ${item}`], effects: 'read' }],
      end: ['end', { outputs: { all: '{{box}}' } }],
    },
    ['start -> box', 'box -> end', 'order -> check'],
  );
  return inside(workflow, { box: ['order', 'check'] });
}

const ordering = workflowOf(
  {
    start,
    order: ['sender', { messages: ['order 1'] }],
    check: ['sender', { messages: ['check 1'], effects: 'read' }],
  },
  ['start -> order', 'order -> check'],
);

/** Two containers in each other and a called workflow: the outermost is retried. */
const deep = inside(
  workflowOf(
    {
      start,
      box: ['map', { items: [1] }, again],
      rows: ['loop', { while: 'loop.index < 0' }],
      call: ['workflow', { workflowId: 'wf_order' }],
      end: ['end', { outputs: { all: '{{box}}' } }],
    },
    ['start -> box', 'box -> end'],
  ),
  { box: ['rows'], rows: ['call'] },
);

function bundle(workflow: Workflow): Promise<Workflow> {
  return bundleWorkflow(workflow, async () => ordering);
}

function engineWith(outbox: Outbox, store = new MemoryRunStore(), clock?: ManualClock): TestEngine {
  return new TestEngine({ store, ...(clock && { clock }), ...outbox.extend(nodeRegistry, executorRegistry) });
}

const orders = ({ sent }: Outbox) => sent.map(({ message }) => message).filter((message) => message.startsWith('order'));
const endOf = (events: readonly RunEvent[], path: string) =>
  eventsOf(events, 'node_finished').find(({ nodeId }) => nodeId === path);

describe('a container or called workflow that is retried', () => {
  test.each<[string, Workflow, readonly string[]]>([
    ['map', container('map', { items: [1, 2, 3], concurrency: 1 }, '{{map.item}}'), ['order 1', 'order 2', 'order 3']],
    [
      'map of all at once',
      container('map', { items: [1, 2, 3], concurrency: 3 }, '{{map.item}}'),
      ['order 1', 'order 2', 'order 3'],
    ],
    ['loop', container('loop', { while: 'loop.index < 1' }, '{{loop.index | plus: 1}}'), ['order 1', 'order 2']],
    ['parallel', container('parallel', {}, '1'), ['order 1']],
    ['workflow', workflowOf({ start, box: ['workflow', { workflowId: 'wf_order' }, again] }, ['start -> box']), ['order 1']],
    ['nested', deep, ['order 1']],
  ])('%s: what had finished is not done again', async (_, workflow, expected) => {
    const outbox = new Outbox();
    for (const item of [1, 2, 3]) outbox.failures.set(`check ${item}`, 1);
    const { status, events } = await engineWith(outbox).run(await bundle(workflow));
    expect(status).toBe('succeeded');
    expect(orders(outbox).sort()).toEqual(expected);
    expect(eventsOf(events, 'node_finished').some(({ reused }) => reused !== undefined)).toBe(true);
  });

  test('its log says where a result comes from, and the run counts it once', async () => {
    const outbox = new Outbox();
    outbox.failures.set('check 2', 1);
    const { events, runId } = await engineWith(outbox).run(container('map', { items: [1, 2], concurrency: 1 }, '{{map.item}}'));
    const first = endOf(events, 'box[0]/order');
    expect(endOf(events, 'box[0.1]/order')).toMatchObject({
      status: 'succeeded',
      fired: { out: ['receipt of order 1'] },
      reused: { runId, seq: first?.seq, at: first?.at },
    });
    expect(eventsOf(events, 'node_started').map(({ nodeId }) => nodeId)).not.toContain('box[0.1]/order');
    expect(endOf(events, 'box[1.1]/check')?.reused).toBeUndefined();
  });

  test('a node in it that failed keeps its finished effects, and repeats the others under their keys', async () => {
    const outbox = new Outbox();
    outbox.failures.set('second', 2);
    const workflow = inside(
      workflowOf({ start, box: ['map', { items: [1] }, again], work: ['sender', { messages: ['first', 'second', 'third'] }] }, [
        'start -> box',
      ]),
      { box: ['work'] },
    );
    expect((await engineWith(outbox).run(workflow)).status).toBe('succeeded');
    expect(outbox.messages).toEqual(['first', 'second', 'second', 'second', 'third']);
    expect(new Set(outbox.sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(3);
  });

  test('a person who allowed a call is not asked again', async () => {
    const outbox = new Outbox();
    outbox.failures.set('second', 1);
    const engine = engineWith(outbox);
    const workflow = inside(
      workflowOf(
        { start, box: ['map', { items: [1] }, again], work: ['sender', { messages: ['first', 'second'], asksBefore: 'first' }] },
        ['start -> box'],
      ),
      { box: ['work'] },
    );
    const { runId } = await engine.run(workflow);
    const [asked] = eventsOf(await engine.events(runId), 'confirm_required');
    engine.store.database.approvals.decide({ runId, actionId: asked?.actionId ?? '', isConfirmed: true, nowMs: 0 });
    await engine.engine.resumeWithDecisions(runId);
    await expect.poll(() => engine.store.database.runs.get(runId)?.status).toBe('succeeded');
    expect(outbox.messages).toEqual(['first', 'second', 'second']);
    expect(eventsOf(await engine.events(runId), 'confirm_required')).toHaveLength(1);
  });

  test('a process that dies in a further attempt leaves nothing to be done twice', async () => {
    const outbox = new Outbox();
    outbox.failures.set('check 1', 1);
    const first = engineWith(outbox);
    const workflow = container('map', { items: [1, 2, 3], concurrency: 1 }, '{{map.item}}');
    const { runId } = await first.start(workflow);
    outbox.silent.add('check 2');
    await outbox.reached(5);
    first.store.expireLeases();
    outbox.silent.clear();
    const second = engineWith(outbox, new MemoryRunStore(first.store.database));
    await second.resumeLost();
    await expect.poll(() => second.store.database.runs.get(runId)?.status).toBe('succeeded');
    expect(orders(outbox)).toEqual(['order 1', 'order 2', 'order 3']);
    const ends = eventsOf(await second.events(runId), 'node_finished').map(({ nodeId }) => nodeId);
    expect(new Set(ends).size).toBe(ends.length);
  });

  test('an effect that a crash left unknown is asked about, once', async () => {
    const outbox = new Outbox();
    outbox.silent.add('order 2');
    const first = engineWith(outbox);
    const { runId } = await first.start(container('map', { items: [1, 2], concurrency: 2 }, '{{map.item}}'));
    await outbox.reached(3);
    first.store.expireLeases();
    outbox.silent.clear();
    outbox.failures.set('check 2', 1);
    const second = engineWith(outbox, new MemoryRunStore(first.store.database));
    await second.resumeLost();
    await expect.poll(() => second.store.database.runs.get(runId)?.status).toBe('waiting');
    const asked = eventsOf(await second.events(runId), 'confirm_required');
    second.store.database.approvals.decide({
      runId,
      actionId: asked[0]?.actionId ?? '',
      isConfirmed: false,
      nowMs: 0,
      args: 'entered',
    });
    await second.engine.resumeWithDecisions(runId);
    await expect.poll(() => second.store.database.runs.get(runId)?.status).toBe('succeeded');
    expect(orders(outbox)).toEqual(['order 1', 'order 2']);
    expect(eventsOf(await second.events(runId), 'confirm_required')).toHaveLength(1);
  });

  test('nodes of a container inside it come with its result', async () => {
    const outbox = new Outbox();
    outbox.failures.set('check', 1);
    const workflow = inside(
      workflowOf(
        {
          start,
          box: ['map', { items: [1] }, again],
          rows: ['map', { items: ['a', 'b'] }],
          order: ['sender', { messages: ['order {{map.item}}'] }],
          check: ['sender', { messages: ['check'], effects: 'read' }],
        },
        ['start -> box', 'rows -> check'],
      ),
      { box: ['rows', 'check'], rows: ['order'] },
    );
    const { events } = await engineWith(outbox).run(workflow);
    expect(orders(outbox)).toEqual(['order a', 'order b']);
    expect(endOf(events, 'box[0.1]/rows[1]/order')).toMatchObject({ fired: { out: ['receipt of order b'] }, reused: {} });
  });

  test('a join in it continues with the branch that had won', async () => {
    const outbox = new Outbox();
    outbox.failures.set('check', 1);
    outbox.silent.add('slow');
    const workflow = inside(
      workflowOf(
        {
          start,
          box: ['map', { items: [1] }, again],
          fast: ['sender', { messages: ['fast'] }],
          slow: ['sender', { messages: ['slow'], isRepeatable: true }],
          first: ['join', { mode: 'first' }],
          check: ['sender', { messages: ['check'], effects: 'read' }],
        },
        ['start -> box', 'fast -> first', 'slow -> first', 'first -> check'],
      ),
      { box: ['fast', 'slow', 'first', 'check'] },
    );
    const { status, events } = await engineWith(outbox).run(workflow);
    expect(status).toBe('succeeded');
    expect(outbox.messages.filter((message) => message !== 'check').sort()).toEqual(['fast', 'slow']);
    expect(endOf(events, 'box[0.1]/slow')).toMatchObject({ reason: 'lost_race', by: 'box[0.1]/first' });
  });

  test('models inside go on with the conversation of the attempt before, and none is paid twice', async () => {
    const { models, bodies } = await startScriptedModel((_, index) => ({ text: `answer ${index}` }));
    const outbox = new Outbox();
    outbox.failures.set('check', 1);
    const talking = workflowOf(
      {
        start,
        first: ['llm', { model: 'main', userPrompt: 'One?', conversation: 'talk' }],
        check: ['sender', { messages: ['check'], effects: 'read' }],
        second: ['llm', { model: 'main', userPrompt: 'Two?', conversation: 'talk' }],
      },
      ['start -> first', 'first -> check', 'check -> second'],
    );
    const workflow = await bundleWorkflow(
      workflowOf({ start, box: ['workflow', { workflowId: 'wf_talk' }, again] }, ['start -> box']),
      async () => talking,
    );
    const store = new MemoryRunStore();
    const engine = new TestEngine({ store, models, ...outbox.extend(nodeRegistry, executorRegistry) });
    expect((await engine.run(workflow)).status).toBe('succeeded');
    const asked = bodies() as { messages: { content: unknown }[] }[];
    expect(asked.map(({ messages }) => messages.map(({ content }) => content))).toEqual([['One?'], ['One?', 'answer 0', 'Two?']]);
  });

  test('a loop waits between iterations only before those that it had not begun', async () => {
    const outbox = new Outbox();
    outbox.failures.set('check 2', 1);
    const clock = new ManualClock();
    const engine = engineWith(outbox, new MemoryRunStore(), clock);
    const workflow = container('loop', { while: 'loop.index < 1', everyMs: 1000 }, '{{loop.index | plus: 1}}');
    const { outcome } = await engine.start(workflow);
    await outbox.reached(2);
    await expect.poll(() => clock.waitingMs).toEqual([1000]);
    clock.advance(1000);
    await expect.poll(() => clock.waitingMs).toEqual([0]);
    clock.advance(0);
    expect((await outcome).status).toBe('succeeded');
    expect(orders(outbox)).toEqual(['order 1', 'order 2']);
  });

  test('a fork of a run that failed at last takes over what any attempt completed', async () => {
    const outbox = new Outbox();
    outbox.failures.set('check 1', 2);
    outbox.failures.set('check 2', 1);
    const engine = engineWith(outbox);
    const options = { retry: { attempts: 2, delayMs: 0, factor: 1, on: 'all' } };
    const workflow = container('map', { items: [1, 2], concurrency: 2 }, '{{map.item}}', options);
    const { runId, status } = await engine.run(workflow);
    expect(status).toBe('failed');
    const { outcome } = await engine.engine.start(forkOf(engine, runId));
    expect((await outcome).status).toBe('succeeded');
    expect(orders(outbox)).toEqual(['order 1', 'order 2']);
  });
});

test('a fork names a node of an iteration by its index, and an iteration that was not is refused', async () => {
  const outbox = new Outbox();
  outbox.failures.set('check 1', 1);
  const engine = engineWith(outbox);
  const { runId } = await engine.run(container('map', { items: [1, 2], concurrency: 1 }, '{{map.item}}'));
  const { outcome } = await engine.engine.start(forkOf(engine, runId, { from: ['box[0]/order'] }));
  expect((await outcome).status).toBe('succeeded');
  expect(orders(outbox)).toEqual(['order 1', 'order 2', 'order 1']);
  for (const change of [{ from: ['box[9]/order'] }, { values: { 'box[2]/order': { value: 1 } } }])
    await expect(engine.engine.start(forkOf(engine, runId, change))).rejects.toMatchObject({
      code: 'fork-invalid',
      message: expect.stringContaining('had not begun'),
    });
});

describe('retry of a container', () => {
  const failing = (options: object) =>
    inside(
      workflowOf({ start, box: ['map', { items: [1] }, options as Record<string, unknown>], work: ['gate', {}] }, [
        'start -> box',
      ]),
      {
        box: ['work'],
      },
    );
  const retryable = { retry: { attempts: 2, delayMs: 0, factor: 1, on: 'retryable' } };

  test('on retryable errors happens when the error inside is one', async () => {
    const engine = new TestEngine();
    const { outcome } = await engine.start(failing(retryable));
    await engine.gates.fail('box[0]/work', new NodeFailure('busy', 'Busy', { isRetryable: true }));
    await engine.gates.open('box[0.1]/work');
    expect((await outcome).status).toBe('succeeded');
  });

  test('and not for others', async () => {
    const engine = new TestEngine();
    const { outcome } = await engine.start(failing(retryable));
    await engine.gates.fail('box[0]/work', new NodeFailure('wrong', 'Wrong'));
    expect((await outcome).status).toBe('failed');
  });
});
