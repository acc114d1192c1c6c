import { expect, test } from 'vitest';
import { RunPermits } from '#engine/queue/run-permits.ts';
import type { ClaimedRun } from '#lib/ports/run-store.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { MemoryDatabase, MemoryRunStore } from '../support/memory-run-store.ts';
import { eventsOf, TEST_WORKSPACE, TestEngine, workflowOf } from '../support/test-engine.ts';

const start = ['start', { inputs: [] }] as [string, Record<string, unknown>];
const oneApproval = workflowOf({ start, approve: ['approval', { title: 'Go?' }] }, ['start -> approve']);
const HOUR_MS = 3_600_000;

const statusOf = (engine: TestEngine, runId: string) => engine.store.database.runs.get(runId)?.status;
const askToStop = ({ store }: TestEngine, runId: string) =>
  void store.database.commands.push({ commandId: 'cmd_1', runId, kind: 'stop', isAcknowledged: false });

test('a sweep offers each run once, also when more are due than have a permit', async () => {
  const clock = new ManualClock();
  const store = new MemoryRunStore(new MemoryDatabase({ now: () => clock.now() }));
  const engine = new TestEngine({ clock, store, permits: new RunPermits(0) });
  const runIds: string[] = [];
  for (let index = 0; index < 60; index++) runIds.push((await engine.run(oneApproval)).runId);
  const offered: string[] = [];
  const get = engine.queued.get.bind(engine.queued);
  engine.queued.get = (runId) => {
    offered.push(runId);
    if (offered.length > 1000) throw new Error('The sweep does not end');
    return get(runId);
  };
  clock.advance(1000 * HOUR_MS);
  expect(await engine.engine.sweepApprovals()).toBe(30_000);
  expect(offered.toSorted()).toEqual(runIds.toSorted());
  expect(runIds.map((runId) => statusOf(engine, runId))).toEqual(runIds.map(() => 'waiting'));
});

/** Claims of suspended runs reach the database only when the test allows it. */
class SlowClaimStore extends MemoryRunStore {
  readonly asked = Promise.withResolvers<void>();
  readonly go = Promise.withResolvers<void>();
  override async claimWaitingRun(runId: string): Promise<ClaimedRun | undefined> {
    this.asked.resolve();
    await this.go.promise;
    return super.claimWaitingRun(runId);
  }
}

test('a run that is claimed from the queue while a stop tries to claim it is opened, and stopped', async () => {
  const store = new SlowClaimStore();
  const engine = new TestEngine({ store });
  const { runId } = await engine.run(oneApproval);
  askToStop(engine, runId);
  const stopped = engine.engine.stop(runId, { graceMs: 60_000 });
  await store.asked.promise;
  const taken = engine.engine.take({ workspaceId: TEST_WORKSPACE, runId });
  await expect.poll(() => statusOf(engine, runId)).not.toBe('waiting');
  store.go.resolve();
  expect(await taken).toBe(true);
  await stopped;
  expect(statusOf(engine, runId)).toBe('cancelled');
  expect(eventsOf(await engine.events(runId), 'run_resumed')).toMatchObject([{ reason: 'stop_requested' }]);
});

test('a run that a stop claimed and could not open is stopped by the next process that can, also when handing it over fails at first', async () => {
  const clock = new ManualClock();
  const store = new MemoryRunStore(new MemoryDatabase({ now: () => clock.now() }));
  const engine = new TestEngine({ clock, store });
  const { runId } = await engine.run(oneApproval);
  askToStop(engine, runId);
  const readEvents = store.readEvents.bind(store);
  const handOver = engine.queued.handOver.bind(engine.queued);
  const reset = async () => {
    throw new Error('The connection was reset');
  };
  store.readEvents = reset;
  engine.queued.handOver = reset;
  await expect(engine.engine.stop(runId, { graceMs: 1000 })).rejects.toThrow('reset');
  expect(statusOf(engine, runId)).toBe('running');
  store.readEvents = readEvents;
  engine.queued.handOver = handOver;
  await expect.poll(() => clock.waitingMs).toContain(1000);
  clock.advance(1000);
  await expect.poll(() => statusOf(engine, runId)).toBe('queued');
  const other = new TestEngine({ clock, store: new MemoryRunStore(store.database) });
  await other.sweep();
  await expect.poll(() => statusOf(other, runId)).toBe('cancelled');
  await expect.poll(() => store.database.commands).toMatchObject([{ isAcknowledged: true }]);
});
