import { expect, test } from 'vitest';
import type { RunBatch } from '#lib/ports/run-store.ts';
import { MemoryRunStore } from '../support/memory-run-store.ts';
import { endsOf, eventsOf, TestEngine, workflowOf } from '../support/test-engine.ts';

const start = ['start', { inputs: [] }] as [string, Record<string, unknown>];
const ask = (title: string) => ['approval', { title }] as [string, Record<string, unknown>];
const oneApproval = workflowOf({ start, approve: ask('Go?') }, ['start -> approve']);
const twoApprovals = workflowOf({ start, a: ask('A?'), b: ask('B?') }, ['start -> a', 'start -> b']);

const statusOf = (engine: TestEngine, runId: string) => engine.store.database.runs.get(runId)?.status;

async function askedBy(engine: TestEngine, runId: string, nodeId: string): Promise<string> {
  const asked = eventsOf(await engine.events(runId), 'confirm_required').find((event) => event.nodeId === nodeId);
  return asked?.actionId ?? 'nothing was asked';
}

async function confirm(engine: TestEngine, runId: string, nodeId: string): Promise<void> {
  const actionId = await askedBy(engine, runId, nodeId);
  engine.store.database.approvals.decide({ runId, actionId, isConfirmed: true, nowMs: 0 });
}

const askToStop = ({ store }: TestEngine, runId: string) =>
  void store.database.commands.push({ commandId: 'cmd_1', runId, kind: 'stop', isAcknowledged: false });

const holds = (batches: readonly RunBatch[], text: string) =>
  batches.some(({ events }) => events.some(({ json }) => json.includes(text)));

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((next) => setImmediate(next));
}

/** Runs `meanwhile` before the first matching call of a store method returns. */
function during<Name extends 'append' | 'readDecisions'>(
  store: MemoryRunStore,
  { name, isIt = () => true }: { name: Name; isIt?: (...given: Parameters<MemoryRunStore[Name]>) => boolean },
  meanwhile: () => Promise<void>,
): void {
  const real = store[name].bind(store) as (...given: Parameters<MemoryRunStore[Name]>) => Promise<never>;
  let isNew = true;
  store[name] = (async (...given: Parameters<MemoryRunStore[Name]>) => {
    const answer = await real(...given);
    if (!isNew || !isIt(...given)) return answer;
    isNew = false;
    await meanwhile();
    return answer;
  }) as never;
}

test('a run that is stopped while it stores its approval is stopped', async () => {
  const engine = new TestEngine();
  const { promise: isTold, resolve } = Promise.withResolvers<void>();
  let obeyed: Promise<string> | undefined;
  during(engine.store, { name: 'append', isIt: (batches) => holds(batches, '"status":"waiting"') }, async () => {
    askToStop(engine, runId);
    obeyed = engine.engine.stop(runId, { graceMs: 60_000 });
    resolve();
    await turns(1);
  });
  const { runId } = await engine.start(oneApproval);
  await isTold;
  expect(await obeyed).toBe('stopped');
  expect(statusOf(engine, runId)).toBe('cancelled');
  expect(endsOf(await engine.events(runId))).toMatchObject({ approve: 'cancelled/run_cancelled' });
});

test('a decision that arrives while another one opens the run is applied with it, not half a minute later', async () => {
  const engine = new TestEngine();
  const { runId } = await engine.run(twoApprovals);
  await confirm(engine, runId, 'a');
  const { store } = engine;
  const real = store.readDecisions.bind(store);
  let reads = 0;
  store.readDecisions = async (id) => {
    const known = await real(id);
    if (++reads > 1)
      await turns(30); // long enough for the run to wait again
    else {
      await confirm(engine, runId, 'b');
      void engine.engine.resumeWithDecisions(runId);
    }
    return known;
  };
  await engine.engine.resumeWithDecisions(runId);
  await expect.poll(() => statusOf(engine, runId)).toBe('succeeded');
});

test('a run resumes with a decision that arrives at any moment between two nodes', async () => {
  const workflow = workflowOf({ start, approve: ask('Go?'), slow: ['gate'], next: ['gate'] }, [
    'start -> approve',
    'start -> slow',
    'approve.approved -> next',
  ]);
  for (let microtasks = 0; microtasks < 150; microtasks++) {
    const engine = new TestEngine();
    const isSlowEnd = (batches: readonly RunBatch[]) => holds(batches, '{"passed":"slow"}');
    during(engine.store, { name: 'append', isIt: isSlowEnd }, async () => {
      void (async () => {
        for (let turn = 0; turn < microtasks; turn++) await undefined;
        await engine.engine.resumeWithDecisions(runId);
      })();
    });
    const { runId } = await engine.start(workflow);
    await expect.poll(async () => eventsOf(await engine.events(runId), 'confirm_required'), { interval: 1 }).toHaveLength(1);
    await confirm(engine, runId, 'approve');
    await engine.gates.open('slow');
    await engine.gates.open('next');
    await expect
      .poll(() => statusOf(engine, runId), { interval: 1, message: `after ${microtasks} microtasks` })
      .toBe('succeeded');
    expect((await engine.events(runId)).at(-1)).toMatchObject({ type: 'done', status: 'succeeded' });
  }
});

test.each(['readDocument', 'readEvents', 'readDecisions', 'readCommands'] as const)(
  'a decided run resumes although %s failed when it was opened',
  async (name) => {
    const engine = new TestEngine();
    const { runId } = await engine.run(oneApproval);
    await confirm(engine, runId, 'approve');
    const { store } = engine;
    const real = store[name].bind(store);
    const failOnce = () => {
      Object.assign(store, { [name]: real });
      return Promise.reject(new Error('The connection was reset'));
    };
    Object.assign(store, { [name]: failOnce });
    await engine.engine.resumeWithDecisions(runId);
    await expect.poll(() => engine.errors).toMatchObject([{ message: 'The connection was reset' }]);
    // Any process may open it now.
    expect(statusOf(engine, runId)).toBe('queued');
    await engine.sweep();
    await expect.poll(() => statusOf(engine, runId)).toBe('succeeded');
  },
);

test('a run that cannot be opened keeps neither a start nor a sweep from the others', async () => {
  const first = new TestEngine();
  const runIds = await Promise.all([1, 2, 3].map(async () => (await first.run(oneApproval)).runId));
  runIds.sort();
  for (const runId of runIds) await confirm(first, runId, 'approve');
  const broken = first.store.database.runs.get(runIds[0] as string);
  const document = broken?.documentHash as string;
  Object.assign(broken as object, { documentHash: 'gone' });
  await first.sweep();
  await expect.poll(() => runIds.map((runId) => statusOf(first, runId))).toEqual(['queued', 'succeeded', 'succeeded']);
  await expect.poll(() => String(first.errors)).toContain('gone');

  first.store.expireLeases();
  const second = new TestEngine({ store: new MemoryRunStore(first.store.database) });
  await second.resumeLost();
  await second.sweep();
  await expect.poll(() => String(second.errors)).toContain('gone');
  second.store.database.documents.set('gone', second.store.database.documents.get(document) as string);
  await second.sweep();
  await expect.poll(() => statusOf(second, runIds[0] as string)).toBe('succeeded');
});

test('a decision that is too large for the log fails its run', async () => {
  const engine = new TestEngine();
  const { runId } = await engine.run(oneApproval);
  const actionId = await askedBy(engine, runId, 'approve');
  const args = 'x'.repeat(17 * 1024 * 1024);
  engine.store.database.approvals.decide({ runId, actionId, isConfirmed: true, args, nowMs: 0 });
  await engine.engine.resumeWithDecisions(runId);
  await expect.poll(() => statusOf(engine, runId)).toBe('failed');
  expect((await engine.events(runId)).at(-1)).toMatchObject({ type: 'done', error: { code: 'output-too-large' } });
});

test('a server that shuts down applies no decision, reports that, and leaves it to the next process', async () => {
  const first = new TestEngine();
  const { runId } = await first.run(oneApproval);
  await confirm(first, runId, 'approve');
  let closed: Promise<void> | undefined;
  during(first.store, { name: 'readDecisions' }, async () => {
    closed = first.engine.close();
  });
  await first.engine.resumeWithDecisions(runId);
  await expect.poll(() => first.errors).toMatchObject([{ code: 'unavailable' }]);
  await closed;
  await expect(first.engine.resumeWithDecisions(runId)).rejects.toMatchObject({ code: 'unavailable' });
  expect(statusOf(first, runId)).toBe('queued');
  expect(eventsOf(await first.events(runId), 'approval_decided')).toEqual([]);
  first.store.expireLeases();
  const second = new TestEngine({ store: new MemoryRunStore(first.store.database) });
  await second.sweep();
  await expect.poll(() => statusOf(second, runId)).toBe('succeeded');
});

test('a stop during the shutdown of a server is applied by the next process', async () => {
  const first = new TestEngine();
  const { runId } = await first.run(oneApproval);
  await first.engine.close();
  askToStop(first, runId);
  expect(await first.engine.stop(runId, { graceMs: 60_000 })).toBe('not-held');
  first.store.expireLeases();
  const second = new TestEngine({ store: new MemoryRunStore(first.store.database) });
  await second.sweep();
  await expect.poll(() => statusOf(second, runId)).toBe('cancelled');
});

test('a repeated decision does not open a run that waits for something else', async () => {
  const engine = new TestEngine();
  const { runId } = await engine.run(twoApprovals);
  await confirm(engine, runId, 'a');
  await engine.engine.resumeWithDecisions(runId);
  const isWaitingAgain = async () => eventsOf(await engine.events(runId), 'done').length === 2;
  await expect.poll(isWaitingAgain).toBe(true);
  const { length } = await engine.events(runId);
  for (let click = 0; click < 3; click++) {
    await engine.engine.resumeWithDecisions(runId);
    await turns(10);
  }
  expect(await engine.events(runId)).toHaveLength(length);
});

test('decisions that are applied together while a sibling runs both count, though one has to wait for the log', async () => {
  const engine = new TestEngine();
  const workflow = workflowOf({ start, a: ask('A?'), b: ask('B?'), c: ['gate'] }, ['start -> a', 'start -> b', 'start -> c']);
  const { runId, outcome } = await engine.start(workflow);
  await engine.gates.reached('c');
  await expect.poll(async () => eventsOf(await engine.events(runId), 'confirm_required')).toHaveLength(2);
  await confirm(engine, runId, 'a');
  await confirm(engine, runId, 'b');
  await engine.engine.resumeWithDecisions(runId);
  await expect.poll(async () => endsOf(await engine.events(runId))).toMatchObject({ a: 'succeeded', b: 'succeeded' });
  await engine.gates.open('c');
  expect(await outcome).toMatchObject({ status: 'succeeded' });
});
