import { expect, test } from 'vitest';
import { Gates } from '../support/gate-node.ts';
import { MemoryRunStore } from '../support/memory-run-store.ts';
import { endsOf, eventsOf, TestEngine, workflowOf } from '../support/test-engine.ts';

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

/** A second process on the same database, after the first one died. */
function successorOf(engine: TestEngine): TestEngine {
  engine.store.expireLeases();
  return new TestEngine({ store: new MemoryRunStore(engine.store.database), gates: new Gates() });
}

test('a run whose process died goes on, and a finished node is not executed again', async () => {
  const first = new TestEngine();
  const { runId } = await first.start(chain, { n: 4 });
  await first.gates.open('a');
  await first.gates.reached('b');

  const second = successorOf(first);
  expect(await second.engine.resumeLostRuns()).toBe(1);
  await second.gates.open('b');
  await expect.poll(() => second.store.database.runs.get(runId)?.status).toBe('succeeded');

  expect(second.gates.calls.has('a')).toBe(false);
  expect(JSON.parse(second.store.database.runs.get(runId)?.outputs ?? '')).toEqual({ b: 'b', n: 4 });
  const events = await second.events(runId);
  expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1));
  expect(eventsOf(events, 'run_resumed')).toHaveLength(1);
  expect(eventsOf(events, 'node_finished').filter((event) => event.nodeId === 'a')).toHaveLength(1);
});

test('the old process can write nothing more once its run is taken over', async () => {
  const first = new TestEngine();
  const { runId, accepted, outcome } = await first.start(chain, { n: 4 });
  await first.gates.reached('a');
  await accepted;
  const second = successorOf(first);
  await second.engine.resumeLostRuns();
  await first.gates.open('a');
  await expect(outcome).rejects.toMatchObject({ code: 'lease-lost' });
  expect(first.gates.isWaiting('b')).toBe(false);
  await second.gates.open('a');
  await second.gates.open('b');
  await expect.poll(() => second.store.database.runs.get(runId)?.status).toBe('succeeded');
  expect(eventsOf(await second.events(runId), 'node_finished').filter((event) => event.nodeId === 'a')).toHaveLength(1);
});

test('a run that was asked to stop while nobody held it is stopped when it is taken over', async () => {
  const first = new TestEngine();
  const { runId, accepted } = await first.start(chain, { n: 4 });
  await first.gates.reached('a');
  await accepted;
  first.store.database.commands.push({ commandId: 'cmd_1', runId, kind: 'stop', isAcknowledged: false });
  const second = successorOf(first);
  await second.engine.resumeLostRuns();
  await expect.poll(() => second.store.database.runs.get(runId)?.status).toBe('cancelled');
});

test('a run that cannot go on in this version ends as failed and says why', async () => {
  const first = new TestEngine();
  const { runId, accepted } = await first.start(chain, { n: 4 });
  await first.gates.reached('a');
  await accepted;
  first.store.expireLeases();
  const store = new MemoryRunStore(first.store.database);
  const second = new TestEngine({ store, nodes: {}, executors: {} });
  await second.engine.resumeLostRuns();
  await expect.poll(() => store.database.runs.get(runId)?.status).toBe('failed');
  expect(JSON.parse(store.database.runs.get(runId)?.error ?? '')).toMatchObject({ code: 'workflow-invalid' });
});

test('a server that shuts down lets go of its runs and the next one ends them', async () => {
  const first = new TestEngine();
  const { runId, outcome } = await first.start(chain, { n: 4 });
  await first.gates.open('a');
  await first.gates.reached('b');
  outcome.catch(() => {});
  await first.engine.close();
  await expect(first.start(chain, { n: 1 })).rejects.toMatchObject({ code: 'unavailable' });
  expect(first.store.database.runs.get(runId)?.status).toBe('running');
  const second = successorOf(first);
  await second.engine.resumeLostRuns();
  await second.gates.open('b');
  await expect.poll(() => second.store.database.runs.get(runId)?.status).toBe('succeeded');
  expect(endsOf(await second.events(runId)).a).toBe('succeeded');
});
