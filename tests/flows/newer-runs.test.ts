import { expect, test } from 'vitest';
import { MemoryDatabase, MemoryRunStore } from '../support/memory-run-store.ts';
import { eventsOf, TestEngine, workflowOf } from '../support/test-engine.ts';

const start = ['start', { inputs: [] }] as [string, Record<string, unknown>];
const approval = workflowOf({ start, ask: ['approval', { title: 'Go?' }] }, ['start -> ask']);

/** Engines of several processes on one database, which hand over runs that they cannot resume. */
function makeProcesses() {
  const database = new MemoryDatabase();
  return {
    database,
    join() {
      return new TestEngine({ store: new MemoryRunStore(database), isAlone: false });
    },
  };
}

type Processes = ReturnType<typeof makeProcesses>;

/** A run that waits for an approval and whose log has an event of a newer build. */
async function makeNewerRun({ database, join }: Processes): Promise<{ runId: string; toNow: () => void }> {
  const { runId, outcome } = await join().start(approval);
  await outcome;
  const batches = database.runs.get(runId)?.batches ?? [];
  const rewrite = (from: string, to: string) => {
    for (const [index, batch] of batches.entries())
      batches[index] = batch.map((event) => ({ ...event, json: event.json.replace(from, to) }));
  };
  rewrite('"v":1,"type":"node_started"', '"v":99,"type":"node_started"');
  return { runId, toNow: () => rewrite('"v":99', '"v":1') };
}

const tellToStop = ({ database }: Processes, runId: string) =>
  void database.commands.push({ commandId: `stop-${runId}`, runId, kind: 'stop', isAcknowledged: false });

test('a process that cannot read a run of a newer build does not stop it, writes nothing and leaves it to the newer one', async () => {
  const processes = makeProcesses();
  const { runId, toNow } = await makeNewerRun(processes);
  const older = processes.join();
  const before = await older.store.readEvents(runId, 0);
  tellToStop(processes, runId);
  expect(await older.engine.stop(runId, { graceMs: 1000 })).toBe('not-held');
  // A second attempt right after does not query the database.
  expect(await older.engine.stop(runId, { graceMs: 1000 })).toBe('not-held');
  expect(await older.store.readEvents(runId, 0)).toEqual(before);
  expect(await older.store.readCommands(runId)).toHaveLength(1);
  expect(processes.database.runs.get(runId)?.status).toBe('queued');

  toNow();
  const newer = processes.join();
  expect(await newer.engine.stop(runId, { graceMs: 1000 })).toBe('stopped');
  expect((await newer.events(runId)).at(-1)).toMatchObject({ type: 'done', status: 'cancelled' });
});

test('a decision for a run of a newer build is left to the newer one, which resumes the run', async () => {
  const processes = makeProcesses();
  const { runId, toNow } = await makeNewerRun(processes);
  const older = processes.join();
  const [asked] = eventsOf(await older.events(runId), 'confirm_required');
  processes.database.approvals.decide({ runId, actionId: asked?.actionId ?? '', isConfirmed: true, nowMs: 0 });
  await older.engine.resumeWithDecisions(runId);
  await expect.poll(() => processes.database.runs.get(runId)?.status).toBe('queued');
  expect(eventsOf(await older.events(runId), 'run_resumed')).toEqual([]);

  toNow();
  const newer = processes.join();
  await newer.sweep();
  await expect.poll(() => processes.database.runs.get(runId)?.status).toBe('succeeded');
  expect(eventsOf(await newer.events(runId), 'approval_decided')).toHaveLength(1);
});

test('a failover skips runs of a newer build, however many there are', async () => {
  const processes = makeProcesses();
  const lost = processes.join();
  const document = workflowOf({ start, gate: ['gate', {}] }, ['start -> gate']);
  for (let index = 0; index < 60; index++) await (await lost.start(document)).accepted;
  for (const run of processes.database.runs.values())
    for (const [index, batch] of run.batches.entries())
      run.batches[index] = batch.map((event) => ({
        ...event,
        json: event.json.replace('"v":1,"type":"run_s', '"v":99,"type":"run_s'),
      }));
  lost.store.expireLeases();
  const older = processes.join();
  expect(await older.resumeLost()).toBe(60);
  // Handed over, and not claimed again at once.
  const tokens = () => [...processes.database.runs.values()].map(({ leaseToken }) => leaseToken);
  const before = tokens();
  await older.sweep();
  expect(tokens()).toEqual(before);
  expect([...processes.database.runs.values()].filter(({ status }) => status === 'queued')).toHaveLength(60);
});
