import { expect, test } from 'vitest';
import type { RunBatch } from '#lib/ports/run-store.ts';
import { MemoryRunStore } from '../support/memory-run-store.ts';
import { endsOf, eventsOf, TestEngine, workflowOf } from '../support/test-engine.ts';

const workflow = workflowOf({ start: ['start', { inputs: [] }], a: ['gate'], b: ['gate'] }, ['start -> a', 'a -> b']);

/** A database whose connection breaks a number of times, before or after the write. */
class FlakyRunStore extends MemoryRunStore {
  failures = 0;
  readonly #when: 'before' | 'after';

  constructor(when: 'before' | 'after') {
    super();
    this.#when = when;
  }

  override async append(batches: readonly RunBatch[]): Promise<ReadonlySet<string>> {
    if (this.failures === 0) return super.append(batches);
    this.failures--;
    if (this.#when === 'after') await super.append(batches);
    throw new Error('Connection terminated unexpectedly');
  }
}

test.each(['before', 'after'] as const)('a run survives a short database failure %s its events are stored', async (when) => {
  const store = new FlakyRunStore(when);
  const engine = new TestEngine({ store, commitRetryDelaysMs: [0, 0] });
  const { runId, outcome } = await engine.start(workflow);
  await engine.gates.reached('a');
  store.failures = 3;
  await engine.gates.open('a');
  await engine.gates.open('b');
  expect(await outcome).toMatchObject({ status: 'succeeded' });
  const events = await engine.events(runId);
  expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1));
  expect(eventsOf(events, 'node_finished')).toHaveLength(3);
});

test('a run without a database ends in this process and can be resumed by the next', async () => {
  const store = new FlakyRunStore('before');
  const engine = new TestEngine({ store, commitRetryDelaysMs: [0] });
  const { runId, outcome, accepted } = await engine.start(workflow);
  await accepted;
  await engine.gates.reached('a');
  store.failures = Number.POSITIVE_INFINITY;
  await engine.gates.open('a');
  await expect(outcome).rejects.toThrow('Connection terminated');
  expect(engine.gates.isWaiting('b')).toBe(false);
  expect(store.database.runs.get(runId)?.status).toBe('running');
  expect(endsOf(await engine.events(runId))).not.toHaveProperty('a');
});

test('a run that waits for its large values to be stored ends when the database is lost', async () => {
  const store = new FlakyRunStore('before');
  const engine = new TestEngine({ store, commitRetryDelaysMs: [0] });
  const large = workflowOf(
    {
      start: ['start', { inputs: [] }],
      gate: ['gate', { effects: 'none' }],
      long: ['template', { template: '{{gate}}' }],
      last: ['template', { template: '{{long.text}}' }],
    },
    ['start -> gate', 'gate -> long', 'long -> last'],
  );
  const { outcome, accepted } = await engine.start(large);
  await accepted;
  await engine.gates.reached('gate');
  store.failures = Number.POSITIVE_INFINITY;
  await engine.gates.open('gate', 'x'.repeat(3_000_000));
  await expect(outcome).rejects.toThrow('Connection terminated');
});

/** A database that refuses writes that contain a certain word. */
class RefusingRunStore extends MemoryRunStore {
  override async append(batches: readonly RunBatch[]): Promise<ReadonlySet<string>> {
    if (batches.some(({ rows }) => rows.some((row) => row.result?.includes('indigestible'))))
      throw new Error('value out of range');
    return super.append(batches);
  }
}

test('a run that cannot be stored does not affect other runs', async () => {
  const engine = new TestEngine({ store: new RefusingRunStore(), commitRetryDelaysMs: [] });
  const one = (id: string) => workflowOf({ start: ['start', { inputs: [] }], [id]: ['gate'] }, [`start -> ${id}`]);
  const [bad, good] = await Promise.all([engine.start(one('bad')), engine.start(one('good'))]);
  await Promise.all([engine.gates.reached('bad'), engine.gates.reached('good')]);
  await Promise.all([engine.gates.open('bad', 'indigestible'), engine.gates.open('good')]);
  await expect(bad.outcome).rejects.toThrow('value out of range');
  expect(await good.outcome).toMatchObject({ status: 'succeeded' });
});
