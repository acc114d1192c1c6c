import { expect, test } from 'vitest';
import { executorRegistry } from '#engine/executors/registry.gen.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { MemoryRunStore } from '../support/memory-run-store.ts';
import { Outbox } from '../support/sender-node.ts';
import { endsOf, eventsOf, TestEngine, workflowOf } from '../support/test-engine.ts';

const start = ['start', { inputs: [] }] as [string, Record<string, unknown>];
const sending = (config: Record<string, unknown>, options?: Record<string, unknown>) =>
  workflowOf(
    {
      start,
      send: options ? ['sender', config, options] : ['sender', config],
      end: ['end', { outputs: { receipts: '{{send}}' } }],
    },
    ['start -> send', 'send -> end'],
  );

function engineWith(outbox: Outbox, store = new MemoryRunStore(), ports: { clock?: ManualClock } = {}): TestEngine {
  return new TestEngine({ store, ...ports, ...outbox.extend(nodeRegistry, executorRegistry) });
}

/** The process crashes after this many messages, and another one resumes the run. */
async function diesAfter(count: number, workflow: ReturnType<typeof sending>, outbox: Outbox) {
  const first = engineWith(outbox);
  const { runId } = await first.start(workflow);
  await outbox.reached(count);
  first.store.expireLeases();
  outbox.silent.clear();
  const second = engineWith(outbox, new MemoryRunStore(first.store.database));
  await second.resumeLost();
  return { engine: second, runId };
}

const statusOf = (engine: TestEngine, runId: string) => engine.store.database.runs.get(runId)?.status;

async function decide(
  engine: TestEngine,
  runId: string,
  isConfirmed: boolean,
  told: { args?: unknown; isSkipped?: boolean } = {},
) {
  const asked = eventsOf(await engine.events(runId), 'confirm_required').at(-1);
  engine.store.database.approvals.decide({ runId, actionId: asked?.actionId ?? '', isConfirmed, nowMs: 0, ...told });
  await engine.engine.resumeWithDecisions(runId);
}

test('an effect that had finished is not repeated after a crash; one that may be repeated is', async () => {
  const outbox = new Outbox();
  outbox.silent.add('b');
  const { engine, runId } = await diesAfter(2, sending({ messages: ['a', 'b', 'c'], isRepeatable: true }), outbox);
  await expect.poll(() => statusOf(engine, runId)).toBe('succeeded');
  expect(outbox.messages).toEqual(['a', 'b', 'b', 'c']);
  const [, first, second] = outbox.sent;
  expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
  expect(JSON.parse(engine.store.database.runs.get(runId)?.outputs ?? '')).toEqual({
    receipts: ['receipt of a', 'receipt of b', 'receipt of c'],
  });
});

test('an unknown effect needs a decision, and is repeated if a person chooses that', async () => {
  const outbox = new Outbox();
  outbox.silent.add('b');
  const { engine, runId } = await diesAfter(2, sending({ messages: ['a', 'b'] }), outbox);
  await expect.poll(() => statusOf(engine, runId)).toBe('waiting');
  expect(outbox.messages).toEqual(['a', 'b']);
  expect(eventsOf(await engine.events(runId), 'confirm_required')).toMatchObject([
    { kind: 'effect', tool: 'send b', description: expect.stringContaining('unknown whether it happened') },
  ]);
  await decide(engine, runId, true);
  await expect.poll(() => statusOf(engine, runId)).toBe('succeeded');
  expect(outbox.messages).toEqual(['a', 'b', 'b']);
});

test('an unknown effect that is not repeated fails its node, naming it', async () => {
  const outbox = new Outbox();
  outbox.silent.add('b');
  const { engine, runId } = await diesAfter(2, sending({ messages: ['a', 'b'] }), outbox);
  await expect.poll(() => statusOf(engine, runId)).toBe('waiting');
  await decide(engine, runId, false);
  await expect.poll(() => statusOf(engine, runId)).toBe('failed');
  expect(JSON.parse(engine.store.database.runs.get(runId)?.error ?? '')).toMatchObject({
    code: 'effect-unknown',
    nodeId: 'send',
  });
  expect(outbox.messages).toEqual(['a', 'b']);
});

test('an unknown effect that is skipped ends its node as skipped, whatever its error handling, and only its dependents', async () => {
  const outbox = new Outbox();
  outbox.silent.add('b');
  const sent = sending({ messages: ['a', 'b'] });
  const nodes = sent.nodes.map((node) => (node.id === 'send' ? { ...node, options: { onError: 'branch' as const } } : node));
  const { engine, runId } = await diesAfter(2, { ...sent, nodes }, outbox);
  await expect.poll(() => statusOf(engine, runId)).toBe('waiting');
  await decide(engine, runId, false, { isSkipped: true });
  await expect.poll(() => statusOf(engine, runId)).toBe('succeeded');
  expect(outbox.messages).toEqual(['a', 'b']);
  const events = await engine.events(runId);
  expect(endsOf(events)).toMatchObject({ send: 'skipped/effect_skipped' });
  expect(eventsOf(events, 'approval_decided')).toMatchObject([{ status: 'skipped' }]);
  const behind = sent.edges.filter(({ source }) => source === 'send').map(({ target }) => target);
  for (const id of behind) expect(endsOf(events)[id]).toBe('skipped/no_live_input');
});

test('an unknown effect whose result a person entered counts as finished, for every later process too', async () => {
  const outbox = new Outbox();
  outbox.silent.add('b');
  const { engine, runId } = await diesAfter(2, sending({ messages: ['a', 'b', 'c'] }), outbox);
  await expect.poll(() => statusOf(engine, runId)).toBe('waiting');
  outbox.silent.add('c');
  await decide(engine, runId, false, { args: 'found in the other book' });
  await outbox.reached(3);
  engine.store.expireLeases();
  const third = engineWith(outbox, new MemoryRunStore(engine.store.database));
  await third.resumeLost();
  await expect.poll(() => statusOf(third, runId)).toBe('waiting');
  outbox.silent.clear();
  await decide(third, runId, true);
  await expect.poll(() => statusOf(third, runId)).toBe('succeeded');
  expect(outbox.messages).toEqual(['a', 'b', 'c', 'c']);
  expect(JSON.parse(third.store.database.runs.get(runId)?.outputs ?? '')).toEqual({
    receipts: ['receipt of a', 'found in the other book', 'receipt of c'],
  });
});

test('a second crash during the repetition asks again', async () => {
  const outbox = new Outbox();
  outbox.silent.add('b');
  const { engine, runId } = await diesAfter(1, sending({ messages: ['b'] }), outbox);
  await expect.poll(() => statusOf(engine, runId)).toBe('waiting');
  outbox.silent.add('b');
  await decide(engine, runId, true);
  await outbox.reached(2);
  engine.store.expireLeases();
  const third = engineWith(outbox, new MemoryRunStore(engine.store.database));
  await third.resumeLost();
  await expect.poll(() => statusOf(third, runId)).toBe('waiting');
  expect(eventsOf(await third.events(runId), 'confirm_required')).toHaveLength(2);
});

test('a retry of the node repeats only what failed', async () => {
  const outbox = new Outbox();
  outbox.failures.set('b', 1);
  const retry = { attempts: 2, delayMs: 0, factor: 1, on: 'all' };
  const { status, events } = await engineWith(outbox).run(sending({ messages: ['a', 'b', 'c'] }, { retry }));
  expect(status).toBe('succeeded');
  expect(outbox.messages).toEqual(['a', 'b', 'b', 'c']);
  expect(eventsOf(events, 'effect_finished').map(({ key, error }) => [key, error !== undefined])).toEqual([
    ['a', false],
    ['b', true],
    ['b', false],
    ['c', false],
  ]);
});

test('an effect from before a wait is not repeated after it, in this process or another', async () => {
  const outbox = new Outbox();
  const first = engineWith(outbox);
  const { runId, status } = await first.run(sending({ messages: ['a', 'b'], asksBefore: 'b' }));
  expect(status).toBe('waiting');
  first.store.expireLeases();
  const second = engineWith(outbox, new MemoryRunStore(first.store.database));
  await decide(second, runId, true);
  await expect.poll(() => statusOf(second, runId)).toBe('succeeded');
  expect(outbox.messages).toEqual(['a', 'b']);
  const events = await second.events(runId);
  expect(eventsOf(events, 'node_started').filter(({ nodeId }) => nodeId === 'send')).toHaveLength(1);
  expect(eventsOf(events, 'node_resumed')).toHaveLength(1);
  expect(endsOf(events)).toMatchObject({ send: 'succeeded' });
});

test('a side effect starts only after its start is logged', async () => {
  const outbox = new Outbox();
  const store = new MemoryRunStore();
  const append = store.append.bind(store);
  const stored: string[] = [];
  store.append = async (batches) => {
    const result = await append(batches);
    stored.push(...batches.flatMap(({ events }) => events.map(({ type }) => type)));
    return result;
  };
  const engine = engineWith(outbox, store);
  const startedBefore: number[] = [];
  Object.defineProperty(outbox.sent, 'push', {
    value(sent: (typeof outbox.sent)[number]) {
      startedBefore.push(stored.filter((type) => type === 'effect_started').length);
      return Array.prototype.push.call(outbox.sent, sent);
    },
  });
  await engine.run(sending({ messages: ['a', 'b'] }));
  expect(startedBefore).toEqual([1, 2]);
});

async function turns(): Promise<void> {
  for (let turn = 0; turn < 30; turn++) await new Promise((next) => setImmediate(next));
}

/** A node whose first message is answered by the test, long after the node's timeout. */
async function timesOut(workflow: ReturnType<typeof sending>) {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const outbox = new Outbox();
  outbox.deaf.set('a', answered);
  const clock = new ManualClock();
  const engine = engineWith(outbox, new MemoryRunStore(), { clock });
  const { runId, outcome } = await engine.start(workflow);
  await outbox.reached(1);
  clock.advance(100);
  // The grace period of a node.
  await expect.poll(() => clock.waitingMs).toContain(1000);
  clock.advance(1000);
  return { outbox, engine, clock, answer, runId, outcome };
}

test('an effect that its attempt left unfinished is joined by the next one, also after a wait', async () => {
  const retry = { attempts: 2, delayMs: 0, factor: 1, on: 'all' };
  const workflow = sending({ messages: ['a', 'b'], asksBefore: 'b' }, { timeoutMs: 100, retry });
  const { outbox, engine, clock, answer, runId, outcome } = await timesOut(workflow);
  await expect.poll(() => clock.waitingMs).toEqual([0]);
  clock.advance(0);
  await expect.poll(async () => eventsOf(await engine.events(runId), 'node_started')).toHaveLength(3);
  answer();
  expect((await outcome).status).toBe('waiting');
  await decide(engine, runId, true);
  await expect.poll(() => statusOf(engine, runId)).toBe('succeeded');
  expect(outbox.messages).toEqual(['a', 'b']);
  expect(eventsOf(await engine.events(runId), 'confirm_required')).toHaveLength(1);
});

test('an effect that finishes between two attempts is not made again', async () => {
  const retry = { attempts: 2, delayMs: 5000, factor: 1, on: 'all' };
  const { outbox, clock, answer, outcome } = await timesOut(sending({ messages: ['a'] }, { timeoutMs: 100, retry }));
  await expect.poll(() => clock.waitingMs.some((ms) => ms >= 2500)).toBe(true);
  answer();
  await turns();
  clock.advance(5000);
  expect(await outcome).toMatchObject({ status: 'succeeded', outputs: { receipts: ['receipt of a'] } });
  expect(outbox.messages).toEqual(['a']);
});

test('an attempt that timed out starts no further effect, and nothing is logged after the end of its run', async () => {
  const workflow = workflowOf(
    {
      start,
      send: ['sender', { messages: ['a', 'b'] }, { timeoutMs: 100, onError: { continue: [] } }],
      approve: ['approval', { title: 'Go?' }],
    },
    ['start -> send', 'start -> approve'],
  );
  const { outbox, engine, answer, runId, outcome } = await timesOut(workflow);
  expect((await outcome).status).toBe('waiting');
  answer();
  await turns();
  expect(outbox.messages).toEqual(['a']);
  expect((await engine.events(runId)).at(-1)).toMatchObject({ type: 'done', status: 'waiting' });
});
