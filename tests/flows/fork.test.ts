import { describe, expect, test } from 'vitest';
import { executorRegistry } from '#engine/executors/registry.gen.ts';
import { makeToolKit } from '#engine/tool-handlers/make-tool-kit.ts';
import type { RunEvent } from '#lib/run/run-event.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { type ForkOptions, forkOf } from '../support/fork-run.ts';
import { makeMemoryPayloads } from '../support/memory-payloads.ts';
import { MemoryRunStore } from '../support/memory-run-store.ts';
import { Outbox } from '../support/sender-node.ts';
import { endsOf, eventsOf, TEST_WORKSPACE, TestEngine, workflowOf } from '../support/test-engine.ts';
import { textTool } from '../support/text-tool.ts';

const start = ['start', { inputs: [{ name: 'names', type: 'json' }] }] as [string, Record<string, unknown>];
const send = (...messages: string[]) => ['sender', { messages }] as [string, Record<string, unknown>];
const text = (template: string) => ['template', { template }] as [string, Record<string, unknown>];

function engineWith(outbox: Outbox, store = new MemoryRunStore()): TestEngine {
  return new TestEngine({ store, ...outbox.extend(nodeRegistry, executorRegistry) });
}

async function fork(engine: TestEngine, runId: string, wishes: ForkOptions = {}) {
  const { outcome } = await engine.engine.start(forkOf(engine, runId, wishes));
  const ended = await outcome;
  return { ...ended, events: await engine.events(ended.runId) };
}

const freshRun = (workflow: Workflow) => ({ workspaceId: TEST_WORKSPACE, workflow, inputs: {}, mode: 'draft' as const });
const startedIn = (events: readonly RunEvent[]) => eventsOf(events, 'node_started').map(({ nodeId }) => nodeId);
const seqOf = (events: readonly RunEvent[], path: string) =>
  eventsOf(events, 'node_finished').find(({ nodeId }) => nodeId === path)?.seq ?? 0;

function nested(workflow: Workflow, bodies: Record<string, readonly string[]>): Workflow {
  const parentOf = new Map(Object.entries(bodies).flatMap(([parentId, ids]) => ids.map((id) => [id, parentId] as const)));
  return {
    ...workflow,
    nodes: workflow.nodes.map((node) => ({
      ...node,
      ...(parentOf.has(node.id) && { parentId: parentOf.get(node.id) as string }),
    })),
  };
}

function withConfig(workflow: Workflow, nodeId: string, config: Workflow['nodes'][number]['config']): Workflow {
  return { ...workflow, nodes: workflow.nodes.map((node) => (node.id === nodeId ? { ...node, config } : node)) };
}

/** a sends, b reads a, c reads b; d is independent. */
const chain = workflowOf(
  {
    start,
    a: send('a'),
    b: text('b of {{a[0]}}'),
    c: send('c'),
    d: send('d'),
    end: ['end', { outputs: { b: '{{b.text}}', c: '{{c}}' } }],
  },
  ['start -> a', 'a -> b', 'b -> c', 'start -> d', 'c -> end', 'd -> end'],
);

describe('a fork of a run', () => {
  test('without changes runs nothing and has the same end', async () => {
    const outbox = new Outbox();
    const engine = engineWith(outbox);
    const source = await engine.run(chain);
    const forked = await fork(engine, source.runId);
    expect(forked.outputs).toEqual(source.outputs);
    expect(startedIn(forked.events)).toEqual([]);
    expect(outbox.messages.toSorted()).toEqual(['a', 'c', 'd']);
    expect(forked.events.map(({ seq }) => seq)).toEqual(forked.events.map((_, index) => index + 1));
    const [first] = eventsOf(forked.events, 'run_started');
    expect(first?.forkOf).toEqual({ runId: source.runId, seq: source.events.at(-1)?.seq, rootRunId: source.runId });
  });

  test('records for all copied results which run made them, and when', async () => {
    const engine = engineWith(new Outbox());
    const source = await engine.run(chain);
    const forked = await fork(engine, source.runId);
    const again = await fork(engine, forked.runId);
    const made = eventsOf(source.events, 'node_finished').find(({ nodeId }) => nodeId === 'a');
    const reusedOf = (events: readonly RunEvent[]) =>
      eventsOf(events, 'node_finished').find(({ nodeId }) => nodeId === 'a')?.reused;
    expect(reusedOf(forked.events)).toEqual({ runId: source.runId, seq: made?.seq, at: made?.at });
    expect(reusedOf(again.events)).toEqual(reusedOf(forked.events));
    expect(eventsOf(again.events, 'run_started')[0]?.forkOf?.rootRunId).toBe(source.runId);
  });

  test('runs a node again with all that depends on it, and nothing else', async () => {
    const outbox = new Outbox();
    const engine = engineWith(outbox);
    const source = await engine.run(chain);
    const forked = await fork(engine, source.runId, { from: ['b'] });
    expect(startedIn(forked.events)).toEqual(['b', 'c', 'end']);
    expect(outbox.messages.filter((message) => message === 'a')).toHaveLength(1);
    expect(outbox.messages.filter((message) => message === 'c')).toHaveLength(2);
    const [first, second] = outbox.sent.filter(({ message }) => message === 'c');
    expect(first?.idempotencyKey).not.toBe(second?.idempotencyKey);
  });

  test('copies the results before a moment, and runs the rest', async () => {
    const engine = engineWith(new Outbox());
    const source = await engine.run(chain);
    const forked = await fork(engine, source.runId, { atSeq: seqOf(source.events, 'b') });
    expect(startedIn(forked.events)).toContain('c');
    expect(startedIn(forked.events)).not.toContain('b');
    expect((await fork(engine, source.runId, { atSeq: 1 })).outputs).toEqual(source.outputs);
  });

  test('replaces the value of a node, which does not run', async () => {
    const outbox = new Outbox();
    const engine = engineWith(outbox);
    const source = await engine.run(chain);
    const forked = await fork(engine, source.runId, { values: { a: { value: ['given'] } } });
    expect(forked.outputs).toMatchObject({ b: 'b of given' });
    expect(endsOf(forked.events).a).toBe('succeeded/given');
    expect(outbox.messages.filter((message) => message === 'a')).toHaveLength(1);
  });

  test('runs changed nodes of the document, and their dependents; labels do not count', async () => {
    const engine = engineWith(new Outbox());
    const source = await engine.run(chain);
    const moved = { ...chain, nodes: chain.nodes.map((node) => ({ ...node, label: 'Another', position: { x: 9, y: 9 } })) };
    const workflow = withConfig(moved, 'b', { template: 'now {{a[0]}}' });
    const forked = await fork(engine, source.runId, { workflow });
    expect(forked.outputs).toMatchObject({ b: 'now receipt of a' });
    expect(startedIn(forked.events)).toEqual(['b', 'c', 'end']);
    expect(eventsOf(forked.events, 'run_started')[0]?.changes).toEqual({ nodes: ['b'] });
  });

  test('runs a node to which an edge was added or removed', async () => {
    const engine = engineWith(new Outbox());
    const source = await engine.run(chain);
    const edges = chain.edges.filter(({ source: from, target }) => !(from === 'd' && target === 'end'));
    const forked = await fork(engine, source.runId, { workflow: { ...chain, edges } });
    expect(startedIn(forked.events)).toEqual(['end']);
  });

  test('runs everything that depends on the inputs when they are others', async () => {
    const engine = engineWith(new Outbox());
    const source = await engine.run(chain, { names: ['Ada'] });
    expect(startedIn((await fork(engine, source.runId, { inputs: { names: ['Ada'] } })).events)).toEqual([]);
    expect(startedIn((await fork(engine, source.runId, { inputs: { names: ['Bob'] } })).events)).toContain('a');
  });

  test('of a failed run runs the failed and the skipped nodes', async () => {
    const outbox = new Outbox();
    const engine = engineWith(outbox);
    outbox.failures.set('c', 1);
    const source = await engine.run(chain);
    expect(source.status).toBe('failed');
    const forked = await fork(engine, source.runId);
    expect(forked.status).toBe('succeeded');
    expect(startedIn(forked.events)).toEqual(expect.arrayContaining(['c', 'end']));
    expect(startedIn(forked.events)).not.toContain('a');
  });

  test('resumes in the middle of a node with the effects that it had finished', async () => {
    const outbox = new Outbox();
    const engine = engineWith(outbox);
    outbox.failures.set('second', 1);
    const workflow = workflowOf({ start, a: send('first', 'second') }, ['start -> a']);
    const source = await engine.run(workflow);
    expect((await fork(engine, source.runId)).outputs).toEqual({ a: ['receipt of first', 'receipt of second'] });
    expect(outbox.messages).toEqual(['first', 'second', 'second']);
    expect((await fork(engine, source.runId, { from: ['a'] })).status).toBe('succeeded');
    expect(outbox.messages.filter((message) => message === 'first')).toHaveLength(2);
  });

  test('may be made during the run, without affecting it', async () => {
    const engine = new TestEngine();
    const workflow = workflowOf({ start, a: ['gate'], b: ['gate'] }, ['start -> a', 'a -> b']);
    const source = await engine.start(workflow);
    await engine.gates.open('a', 1);
    await engine.gates.reached('b');
    await source.accepted;
    const forked = await fork(engine, source.runId, { values: { b: { value: 2 } } });
    expect(forked.outputs).toEqual({ b: 2 });
    await engine.gates.open('b', 3);
    expect((await source.outcome).outputs).toEqual({ b: 3 });
  });

  test('survives its process with the copied results', async () => {
    const engine = new TestEngine();
    const workflow = workflowOf({ start, a: ['gate'], b: ['gate'], c: ['gate'] }, ['start -> a', 'a -> b', 'b -> c']);
    const source = await engine.start(workflow);
    for (const id of ['a', 'b', 'c']) await engine.gates.open(id, id);
    await source.outcome;
    const { runId, accepted } = await engine.engine.start(forkOf(engine, source.runId, { from: ['b'], part: { until: ['b'] } }));
    await accepted;
    await engine.gates.reached('b');
    engine.store.expireLeases();
    const second = new TestEngine({ store: new MemoryRunStore(engine.store.database) });
    await second.resumeLost();
    await second.gates.open('b', 'again');
    await expect.poll(() => second.store.database.runs.get(runId)?.status).toBe('succeeded');
    expect(JSON.parse(second.store.database.runs.get(runId)?.outputs ?? '')).toEqual({ b: 'again' });
    expect(second.gates.calls.has('a')).toBe(false);
    expect((await second.events(runId)).some((event) => 'nodeId' in event && event.nodeId === 'c')).toBe(false);
  });
});

describe('side effects that a fork would repeat', () => {
  const plan = (engine: TestEngine, runId: string, wishes: ForkOptions) => engine.engine.plan(forkOf(engine, runId, wishes));

  test('are repeated, kept or skipped, each as the request says', async () => {
    const outbox = new Outbox();
    const engine = engineWith(outbox);
    const source = await engine.run(chain);
    const redone = await plan(engine, source.runId, { from: ['b', 'd'] });
    expect(redone.effects).toEqual([
      { nodeId: 'd', names: ['send d'], hasHappened: true, choice: 'redo', canReuse: true },
      { nodeId: 'c', names: ['send c'], hasHappened: true, choice: 'redo', canReuse: true },
    ]);
    const wishes = { from: ['b'], reuse: ['c'], part: { skip: ['d'] } };
    const planned = await plan(engine, source.runId, wishes);
    expect(planned.effects).toEqual([
      { nodeId: 'd', names: ['send d'], hasHappened: true, choice: 'skip', canReuse: true },
      { nodeId: 'c', names: ['send c'], hasHappened: true, choice: 'reuse', canReuse: true },
    ]);
    const actions = Object.fromEntries(planned.nodes.map(({ nodeId, action, because }) => [nodeId, `${action} ${because}`]));
    expect(actions).toMatchObject({
      a: 'reused unchanged',
      b: 'runs asked',
      c: 'reused effect_reused',
      d: 'skipped effect_skipped',
    });
    const forked = await fork(engine, source.runId, wishes);
    expect(forked.status).toBe('succeeded');
    expect(forked.outputs).toEqual(source.outputs);
    expect(endsOf(forked.events)).toMatchObject({ b: 'succeeded', c: 'succeeded', d: 'skipped/effect_skipped' });
    expect(startedIn(forked.events)).toEqual(['b', 'end']);
    expect(outbox.messages.toSorted()).toEqual(['a', 'c', 'd']);
    const [first] = eventsOf(forked.events, 'run_started');
    expect(first).toMatchObject({ skip: ['d'], changes: { from: ['b'], reuse: ['c'], skip: ['d'] } });
  });

  test('are skipped with the nodes that have no other live input', async () => {
    const outbox = new Outbox();
    const engine = engineWith(outbox);
    const workflow = workflowOf({ start, a: send('a'), b: text('{{a[0]}}'), c: send('c') }, ['start -> a', 'a -> b', 'b -> c']);
    const source = await engine.run(workflow);
    const forked = await fork(engine, source.runId, { part: { skip: ['a'] } });
    expect(endsOf(forked.events)).toMatchObject({
      a: 'skipped/effect_skipped',
      b: 'skipped/no_live_input',
      c: 'skipped/no_live_input',
    });
    expect(outbox.messages).toEqual(['a', 'c']);
    const again = await fork(engine, forked.runId);
    expect(endsOf(again.events)).toMatchObject({ a: 'skipped/effect_skipped' });
    expect(startedIn(again.events)).toEqual([]);
  });

  test('of a first run up to a node are skipped, too', async () => {
    const outbox = new Outbox();
    const engine = engineWith(outbox);
    const request = { ...freshRun(chain), part: { until: ['d'], skip: ['d'] } };
    expect((await engine.engine.plan(request)).effects).toEqual([
      { nodeId: 'd', names: [], hasHappened: false, choice: 'skip', canReuse: false },
    ]);
    const { outcome } = await engine.engine.start(request);
    expect(endsOf(await engine.events((await outcome).runId))).toEqual({ start: 'succeeded', d: 'skipped/effect_skipped' });
    expect(outbox.messages).toEqual([]);
  });

  test('are skipped in every iteration of a container; the container itself may keep its result', async () => {
    const outbox = new Outbox();
    const engine = engineWith(outbox);
    const source = await engine.run(each, { names: ['Ada', 'Bob'] });
    const wishes = { inputs: { names: ['Cay', 'Dee', 'Eve'] }, part: { skip: ['mail'] } };
    expect((await plan(engine, source.runId, wishes)).effects).toMatchObject([
      { nodeId: 'mail', hasHappened: true, choice: 'skip', canReuse: false },
    ]);
    const skipped = await fork(engine, source.runId, wishes);
    expect(endsOf(skipped.events)).toMatchObject({
      'each[2]/mail': 'skipped/effect_skipped',
      'each[2]/say': 'skipped/no_live_input',
    });
    const kept = { inputs: { names: ['Cay'] }, reuse: ['each'] };
    expect((await plan(engine, source.runId, kept)).effects).toMatchObject([
      { nodeId: 'each', names: ['send to Ada', 'send to Bob'], choice: 'reuse', canReuse: true },
    ]);
    expect((await fork(engine, source.runId, kept)).outputs).toEqual(source.outputs);
    expect(outbox.messages).toEqual(['to Ada', 'to Bob']);
  });

  test('stay skipped when the process is lost', async () => {
    const engine = new TestEngine();
    const workflow = workflowOf({ start, a: ['gate'], b: ['gate'], c: ['gate'] }, ['start -> a', 'a -> b', 'start -> c']);
    const { runId, accepted } = await engine.engine.start({ ...freshRun(workflow), part: { skip: ['b'] } });
    await accepted;
    await engine.gates.reached('a');
    engine.store.expireLeases();
    const second = new TestEngine({ store: new MemoryRunStore(engine.store.database) });
    await second.resumeLost();
    await second.gates.open('a', 1);
    await second.gates.open('c', 2);
    await expect.poll(() => second.store.database.runs.get(runId)?.status).toBe('succeeded');
    expect(second.gates.calls.has('b')).toBe(false);
    expect(endsOf(await second.events(runId)).b).toBe('skipped/effect_skipped');
  });

  test.each([
    [{ reuse: ['nobody'] }, 'There is no node nobody'],
    [{ reuse: ['c'], atSeq: 2 }, 'c has no result to keep'],
    [{ reuse: ['b'], from: ['b'] }, 'b cannot be in both reuse and from'],
    [{ from: ['b'], part: { skip: ['b'] } }, 'b cannot run or have a value, and be skipped'],
    [{ part: { skip: ['nobody'] } }, 'There is no node nobody'],
  ])('cannot be chosen as in %j', async (wishes, words) => {
    const engine = engineWith(new Outbox());
    const source = await engine.run(chain);
    await expect(plan(engine, source.runId, wishes)).rejects.toMatchObject({
      code: 'fork-invalid',
      message: expect.stringContaining(words),
    });
  });
});

describe('a run up to a node', () => {
  test('runs the nodes it needs, and logs nothing of the others', async () => {
    const outbox = new Outbox();
    const engine = engineWith(outbox);
    const { outcome } = await engine.engine.start({ ...freshRun(chain), part: { until: ['b'] } });
    const { runId, outputs, status } = await outcome;
    expect({ status, outputs }).toEqual({ status: 'succeeded', outputs: { b: { text: 'b of receipt of a' } } });
    expect(Object.keys(endsOf(await engine.events(runId)))).toEqual(['start', 'a', 'b']);
  });

  test('does not run a join behind the node', async () => {
    const engine = engineWith(new Outbox());
    const joined = workflowOf({ start, a: send('a'), b: send('b'), both: ['join', { mode: 'all' }] }, [
      'start -> a',
      'start -> b',
      'a -> both',
      'b -> both',
    ]);
    const { outcome } = await engine.engine.start({ ...freshRun(joined), part: { until: ['a'] } });
    expect(Object.keys(endsOf(await engine.events((await outcome).runId)))).toEqual(['start', 'a']);
  });

  test('names nodes that are there', async () => {
    const engine = engineWith(new Outbox());
    await expect(engine.engine.start({ ...freshRun(chain), part: { until: ['nobody'] } })).rejects.toMatchObject({
      code: 'fork-invalid',
      message: expect.stringContaining('nobody'),
    });
  });
});

/** Each name is sent by itself, then said. */
const each = nested(
  workflowOf(
    {
      start,
      each: ['map', { items: '{{start.names}}', concurrency: 1 }],
      mail: ['sender', { messages: ['to {{map.item}}'] }],
      say: text('{{mail[0]}}!'),
      end: ['end', { outputs: { all: '{{each}}' } }],
    },
    ['start -> each', 'mail -> say', 'each -> end'],
  ),
  { each: ['mail', 'say'] },
);

const loop = nested(
  workflowOf(
    {
      start,
      again: ['loop', { max: 4, while: 'loop.index < 3' }],
      mail: ['sender', { messages: ['pass {{loop.index}}'] }],
      end: ['end', { outputs: { last: '{{again}}' } }],
    },
    ['start -> again', 'again -> end'],
  ),
  { again: ['mail'] },
);

describe('a fork inside of containers', () => {
  test('runs a node of the body again in each iteration, and keeps the results before it', async () => {
    const outbox = new Outbox();
    const engine = engineWith(outbox);
    const source = await engine.run(each, { names: ['Ada', 'Bob'] });
    const forked = await fork(engine, source.runId, { from: ['say'] });
    expect(forked.outputs).toEqual(source.outputs);
    expect(startedIn(forked.events).toSorted()).toEqual(['each', 'each[0]/say', 'each[1]/say', 'end']);
    expect(outbox.messages).toEqual(['to Ada', 'to Bob']);
  });

  test('runs one iteration of a map again and no other', async () => {
    const outbox = new Outbox();
    const engine = engineWith(outbox);
    const source = await engine.run(each, { names: ['Ada', 'Bob', 'Cay'] });
    await fork(engine, source.runId, { iteration: { nodeId: 'each', pass: 1 } });
    expect(outbox.messages).toEqual(['to Ada', 'to Bob', 'to Cay', 'to Bob']);
  });

  test('restarts a loop at an iteration, with the results of the earlier ones', async () => {
    const outbox = new Outbox();
    const engine = engineWith(outbox);
    const source = await engine.run(loop);
    const forked = await fork(engine, source.runId, { iteration: { nodeId: 'again', pass: 2 } });
    expect(forked.outputs).toEqual(source.outputs);
    expect(outbox.messages.slice(4)).toEqual(['pass 2', 'pass 3']);
  });

  test('replaces a value in one iteration, on which the later ones of a loop depend', async () => {
    const outbox = new Outbox();
    const engine = engineWith(outbox);
    const source = await engine.run(loop);
    await fork(engine, source.runId, { values: { 'again[1]/mail': { value: ['given'] } } });
    expect(outbox.messages.slice(4)).toEqual(['pass 2', 'pass 3']);
  });

  test('keeps the finished iterations of a container in progress', async () => {
    const outbox = new Outbox();
    const engine = engineWith(outbox);
    outbox.failures.set('to Bob', 1);
    const source = await engine.run(each, { names: ['Ada', 'Bob'] });
    expect(source.status).toBe('failed');
    const forked = await fork(engine, source.runId);
    expect(forked.status).toBe('succeeded');
    expect(outbox.messages).toEqual(['to Ada', 'to Bob', 'to Bob']);
  });

  test.each([
    [{ iteration: { nodeId: 'each', pass: 7 } }, 'has iterations 0 to 1'],
    [{ values: { mail: { value: 1 } } }, 'each[0]/mail'],
    [{ values: { start: { port: 'nowhere', value: 1 } } }, 'no port nowhere'],
    [{ from: ['nobody'] }, 'There is no node nobody'],
    [{ atSeq: 9999 }, 'ends at'],
  ])('names the mistake in %j', async (wishes, words) => {
    const engine = engineWith(new Outbox());
    const source = await engine.run(each, { names: ['Ada', 'Bob'] });
    const refused = engine.engine.start(forkOf(engine, source.runId, wishes as ForkOptions));
    await expect(refused).rejects.toMatchObject({ code: 'fork-invalid', message: expect.stringContaining(words) });
  });
});

describe('a race that a fork runs again', () => {
  const race = workflowOf(
    {
      start,
      fast: ['gate'],
      slow: ['gate'],
      first: ['join', { mode: 'first' }],
      end: ['end', { outputs: { won: '{{first}}' } }],
    },
    ['start -> fast', 'start -> slow', 'fast -> first', 'slow -> first', 'first -> end'],
  );

  test('includes the losers again, and another may win', async () => {
    const engine = new TestEngine();
    const source = await engine.start(race);
    await engine.gates.reached('slow');
    await engine.gates.open('fast', 'fast');
    expect((await source.outcome).outputs).toEqual({ won: { value: 'fast', from: 'fast' } });
    const same = await fork(engine, source.runId);
    expect(same.outputs).toEqual({ won: { value: 'fast', from: 'fast' } });
    const again = await engine.engine.start(forkOf(engine, source.runId, { from: ['fast'] }));
    await engine.gates.reached('fast');
    await engine.gates.open('slow', 'slow');
    expect((await again.outcome).outputs).toEqual({ won: { value: 'slow', from: 'slow' } });
  });
});

describe('the plan of a fork', () => {
  test('lists for every node what happens to it and why, without running anything', async () => {
    const outbox = new Outbox();
    const engine = engineWith(outbox);
    const source = await engine.run(chain);
    const plan = await engine.engine.plan(forkOf(engine, source.runId, { from: ['b'], part: { until: ['c'] } }));
    const brief = Object.fromEntries(plan.nodes.map(({ nodeId, action, because }) => [nodeId, `${action}/${because}`]));
    expect(brief).toEqual({
      start: 'reused/unchanged',
      a: 'reused/unchanged',
      b: 'runs/asked',
      c: 'runs/depends',
      d: 'not_run/not_needed',
      end: 'not_run/not_needed',
    });
    expect(plan.nodes.find(({ nodeId }) => nodeId === 'a')?.from).toMatchObject({
      runId: source.runId,
      seq: seqOf(source.events, 'a'),
    });
    expect(plan.effects).toEqual([{ nodeId: 'c', names: ['send c'], hasHappened: true, choice: 'redo', canReuse: true }]);
    expect(engine.store.database.runs.size).toBe(1);
    expect(outbox.messages).toHaveLength(3);
  });

  const definitions = {
    look: textTool('look'),
    file: textTool('file', { effects: 'write', isRepeatable: true, risk: 'low' }),
  };
  const handler = async () => ({ default: async () => ({ data: null, summary: 'done' }) });
  const kit = makeToolKit({ definitions, handlers: { look: handler, file: handler }, payloads: makeMemoryPayloads() });
  const call = (toolName: string) => ['tool-call', { toolName, parameters: { text: 'x' } }] as [string, Record<string, unknown>];

  test('names effects that may be repeated without harm, and lists no calls that only read', async () => {
    const engine = new TestEngine({ tools: kit });
    const workflow = workflowOf({ start, looks: call('look'), files: call('file') }, ['start -> looks', 'looks -> files']);
    const source = await engine.run(workflow);
    expect(source.status).toBe('succeeded');
    const { effects } = await engine.engine.plan(forkOf(engine, source.runId, { from: ['looks'] }));
    expect(effects).toEqual([{ nodeId: 'files', names: ['file'], hasHappened: true, choice: 'redo', canReuse: true }]);
  });

  test('lists a model with a tool that writes, and none whose tools only read', async () => {
    const engine = new TestEngine({ tools: kit });
    const llm = (...availableTools: string[]) =>
      ['llm', { userPrompt: 'x', availableTools }] as [string, Record<string, unknown>];
    const workflow = workflowOf({ start, reads: llm('look'), writes: llm('look', 'file') }, [
      'start -> reads',
      'reads -> writes',
    ]);
    const { effects } = await engine.engine.plan({ ...freshRun(workflow), part: { until: ['writes'] } });
    expect(effects.map(({ nodeId }) => nodeId)).toEqual(['writes']);
  });

  test('counts the iterations of a container that run again', async () => {
    const engine = engineWith(new Outbox());
    const source = await engine.run(each, { names: ['Ada', 'Bob', 'Cay'] });
    const plan = await engine.engine.plan(forkOf(engine, source.runId, { iteration: { nodeId: 'each', pass: 1 } }));
    expect(plan.nodes.find(({ nodeId }) => nodeId === 'mail')).toEqual({
      nodeId: 'mail',
      action: 'runs',
      because: 'asked',
      passes: { runs: 1, reused: 2 },
    });
    expect(plan.nodes.find(({ nodeId }) => nodeId === 'each')).toMatchObject({ action: 'runs', because: 'contains' });
  });

  test('of a run that is no fork runs everything', async () => {
    const engine = engineWith(new Outbox());
    const plan = await engine.engine.plan({ ...freshRun(chain), part: { until: ['a'] } });
    expect(plan.nodes.filter(({ action }) => action === 'runs').map(({ nodeId }) => nodeId)).toEqual(['start', 'a']);
    expect(plan.effects).toEqual([{ nodeId: 'a', names: [], hasHappened: false, choice: 'redo', canReuse: false }]);
  });
});
