import { expect, test } from 'vitest';
import type { RunBatch } from '#lib/ports/run-store.ts';
import { Gates } from '../support/gate-node.ts';
import { MemoryRunStore } from '../support/memory-run-store.ts';
import { endsOf, eventsOf, TEST_WORKSPACE, TestEngine, workflowOf } from '../support/test-engine.ts';

const start = ['start', { inputs: [{ name: 'n', type: 'number' }] }] as [string, Record<string, unknown>];
const chain = workflowOf(
  {
    start,
    a: ['gate'],
    b: ['gate', { reads: '{{a.passed}}' }],
    end: ['end', { outputs: { b: '{{b.passed}}', n: '{{start.n}}' } }],
  },
  ['start -> a', 'a -> b', 'b -> end'],
);

/** A second process on the same database, after the first one crashed. */
function successorOf(engine: TestEngine): TestEngine {
  engine.store.expireLeases();
  return new TestEngine({ store: new MemoryRunStore(engine.store.database), gates: new Gates() });
}

test('a run whose process died resumes, and a finished node is not executed again', async () => {
  const first = new TestEngine();
  const { runId } = await first.start(chain, { n: 4 });
  await first.gates.open('a');
  await first.gates.reached('b');

  const second = successorOf(first);
  expect(await second.resumeLost()).toBe(1);
  await second.gates.open('b');
  await expect.poll(() => second.store.database.runs.get(runId)?.status).toBe('succeeded');

  expect(second.gates.calls.has('a')).toBe(false);
  expect(JSON.parse(second.store.database.runs.get(runId)?.outputs ?? '')).toEqual({ b: 'b', n: 4 });
  const events = await second.events(runId);
  expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1));
  expect(eventsOf(events, 'run_resumed')).toHaveLength(1);
  expect(eventsOf(events, 'node_finished').filter((event) => event.nodeId === 'a')).toHaveLength(1);
});

test('after a failover the old process can no longer write to the run', async () => {
  const first = new TestEngine();
  const { runId, accepted, outcome } = await first.start(chain, { n: 4 });
  await first.gates.reached('a');
  await accepted;
  const second = successorOf(first);
  await second.resumeLost();
  await first.gates.open('a');
  await expect(outcome).rejects.toMatchObject({ code: 'lease-lost' });
  expect(first.gates.isWaiting('b')).toBe(false);
  await second.gates.open('a');
  await second.gates.open('b');
  await expect.poll(() => second.store.database.runs.get(runId)?.status).toBe('succeeded');
  expect(eventsOf(await second.events(runId), 'node_finished').filter((event) => event.nodeId === 'a')).toHaveLength(1);
});

test('a stop that was requested while no process executed the run is applied on failover', async () => {
  const first = new TestEngine();
  const { runId, accepted } = await first.start(chain, { n: 4 });
  await first.gates.reached('a');
  await accepted;
  first.store.database.commands.push({ commandId: 'cmd_1', runId, kind: 'stop', isAcknowledged: false });
  const second = successorOf(first);
  await second.resumeLost();
  await expect.poll(() => second.store.database.runs.get(runId)?.status).toBe('cancelled');
});

test('a run that cannot resume in this version ends as failed with a clear error', async () => {
  const first = new TestEngine();
  const { runId, accepted } = await first.start(chain, { n: 4 });
  await first.gates.reached('a');
  await accepted;
  first.store.expireLeases();
  const store = new MemoryRunStore(first.store.database);
  const second = new TestEngine({ store, nodes: {}, executors: {} });
  await second.resumeLost();
  await expect.poll(() => store.database.runs.get(runId)?.status).toBe('failed');
  expect(JSON.parse(store.database.runs.get(runId)?.error ?? '')).toMatchObject({ code: 'workflow-invalid' });
});

test('a server that shuts down releases its runs and the next one ends them', async () => {
  const first = new TestEngine();
  const { runId, outcome } = await first.start(chain, { n: 4 });
  await first.gates.open('a');
  await first.gates.reached('b');
  outcome.catch(() => {});
  await first.engine.close();
  await expect(first.start(chain, { n: 1 })).rejects.toMatchObject({ code: 'unavailable' });
  expect(first.store.database.runs.get(runId)?.status).toBe('running');
  const second = successorOf(first);
  await second.resumeLost();
  await second.gates.open('b');
  await expect.poll(() => second.store.database.runs.get(runId)?.status).toBe('succeeded');
  expect(endsOf(await second.events(runId)).a).toBe('succeeded');
});

/** A process that crashes before it stores the end of a run. */
class DyingRunStore extends MemoryRunStore {
  override append(batches: readonly RunBatch[]): Promise<ReadonlySet<string>> {
    const isEnd = batches.some((batch) => batch.events.some((event) => event.type === 'done'));
    return isEnd ? new Promise(() => {}) : super.append(batches);
  }
}

/** A database that reads commands slowly. */
class LateCommandsStore extends MemoryRunStore {
  override async readCommands(runId: string) {
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
    return super.readCommands(runId);
  }
}

test('a run that was stopping when its process died ends as cancelled, and nothing of it starts again', async () => {
  const first = new TestEngine({ store: new DyingRunStore() });
  const { runId } = await first.start(chain, { n: 4 });
  await first.gates.reached('a');
  first.store.database.commands.push({ commandId: 'cmd_1', runId, kind: 'stop', isAcknowledged: false });
  void first.engine.stop(runId, { graceMs: 10 });
  await expect.poll(async () => endsOf(await first.events(runId)).a).toBe('cancelled/run_cancelled');

  first.store.expireLeases();
  const second = new TestEngine({ store: new LateCommandsStore(first.store.database) });
  await second.resumeLost();
  await expect.poll(() => second.store.database.runs.get(runId)?.status).toBe('cancelled');
  expect(second.gates.calls.size).toBe(0);
  expect(endsOf(await second.events(runId))).toMatchObject({ b: 'skipped/run_cancelled', end: 'skipped/run_cancelled' });
  await expect.poll(() => second.store.database.commands[0]?.isAcknowledged).toBe(true);
});

test('a stop that could not be stored is left for the next process', async () => {
  const first = new TestEngine();
  const { runId, outcome } = await first.start(chain, { n: 4 });
  await first.gates.reached('a');
  outcome.catch(() => {});
  const closed = first.engine.close();
  first.store.database.commands.push({ commandId: 'cmd_1', runId, kind: 'stop', isAcknowledged: false });
  expect(await first.engine.stop(runId, { graceMs: 1000 })).toBe('stopping');
  await closed;
  expect(first.store.database.commands[0]?.isAcknowledged).toBe(false);
});

test('a run with an unreadable log ends as failed and does not block other runs', async () => {
  const first = new TestEngine();
  const broken = await first.start(chain, { n: 1 });
  const sound = await first.start(chain, { n: 2 });
  await Promise.all([broken.accepted, sound.accepted]);
  const { runs } = first.store.database;
  runs
    .get(broken.runId)
    ?.batches.splice(0, 1, [{ seq: 1, type: 'llm_result', json: '{"seq":1,"at":1,"v":1,"type":"llm_result"}' }]);
  const second = successorOf(first);
  await second.resumeLost();
  await second.gates.open('a');
  await second.gates.open('b');
  await expect.poll(() => runs.get(sound.runId)?.status).toBe('succeeded');
  await expect.poll(() => runs.get(broken.runId)?.status).toBe('failed');
  expect(JSON.parse(runs.get(broken.runId)?.error ?? '')).toMatchObject({ code: 'log-unreadable' });
});

test('steps of an earlier process count against the limit', async () => {
  const first = new TestEngine();
  const { runId } = await first.start({ ...chain, settings: { limits: { maxSteps: 3 } } }, { n: 4 });
  await first.gates.open('a');
  await first.gates.reached('b');
  const second = successorOf(first);
  await second.resumeLost();
  await second.gates.open('b');
  await expect.poll(() => second.store.database.runs.get(runId)?.status).toBe('failed');
  expect(endsOf(await second.events(runId))).toMatchObject({ b: 'succeeded', end: 'skipped/run_failed' });
});

/** Stores documents only when the test allows it. */
class SlowRunStore extends MemoryRunStore {
  readonly asked = Promise.withResolvers<void>();
  readonly go = Promise.withResolvers<void>();
  override async saveDocument(): Promise<void> {
    this.asked.resolve();
    await this.go.promise;
  }
}

test('a server that shuts down starts no run whose start was in progress', async () => {
  const store = new SlowRunStore();
  const { engine, gates } = new TestEngine({ store });
  const run = { workspaceId: TEST_WORKSPACE, workflow: chain, inputs: {} };
  const refusals = Promise.allSettled([engine.start({ ...run, mode: 'draft' }), engine.runNode({ ...run, nodeId: 'a' })]);
  await store.asked.promise;
  await engine.close();
  store.go.resolve();
  await expect(engine.runNode({ ...run, nodeId: 'a' })).rejects.toMatchObject({ code: 'unavailable' });
  expect(await refusals).toMatchObject([
    { status: 'rejected', reason: { code: 'unavailable' } },
    { status: 'rejected', reason: { code: 'unavailable' } },
  ]);
  expect(gates.calls.size).toBe(0);
});

test('a port that fires with nothing carries null, in the log as in the process', async () => {
  const engine = new TestEngine();
  const workflow = workflowOf({ start, a: ['gate'], after: ['merge', { mode: 'list' }] }, ['start -> a', 'a -> after']);
  const { runId, outcome } = await engine.start(workflow);
  const { open } = await engine.gates.reached('a');
  open(undefined);
  expect(await outcome).toMatchObject({ status: 'succeeded', outputs: { after: { value: [null] } } });
  const finished = eventsOf(await engine.events(runId), 'node_finished').find((event) => event.nodeId === 'a');
  expect(finished?.fired).toEqual({ out: null });
});
