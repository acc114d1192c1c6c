import { expect, test } from 'vitest';
import { Gates } from '../support/gate-node.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { MemoryDatabase, MemoryRunStore } from '../support/memory-run-store.ts';
import { approvalWorkflow, tryApprovals } from '../support/random/random-approvals.ts';
import { endsOf, eventsOf, TEST_WORKSPACE, TestEngine, workflowOf } from '../support/test-engine.ts';

/** Fixed, so that failures are reproducible. */
const SEED = 20_261_122;

const start = ['start', { inputs: [{ name: 'text', type: 'text' }] }] as [string, Record<string, unknown>];
const ask = (title: string, config: Record<string, unknown> = {}) =>
  ['approval', { title, ...config }] as [string, Record<string, unknown>];

const oneApproval = workflowOf(
  {
    start,
    approve: ask('Send it?', { value: '{{start.text}}' }),
    sent: ['end', { outputs: { sent: '{{approve}}' } }],
    kept: ['end', { outputs: { why: '{{approve.reason}}', comment: '{{approve.comment}}' } }],
  },
  ['start -> approve', 'approve.approved -> sent', 'approve.rejected -> kept'],
);

/** A second process on the same database: the first one is gone. */
function restart(engine: TestEngine): TestEngine {
  engine.store.expireLeases();
  return new TestEngine({ store: new MemoryRunStore(engine.store.database), gates: new Gates() });
}

type Said = { isConfirmed: boolean; args?: unknown; comment?: string };

/** Like the API: stores the row, then notifies the engine. */
async function decide(engine: TestEngine, { runId, actionId }: { runId: string; actionId: string }, said: Said) {
  const answer = engine.store.database.approvals.decide({ runId, actionId, ...said, nowMs: engine.store.database.now() });
  await engine.engine.resumeWithDecisions(runId);
  return answer;
}

async function firstApproval(engine: TestEngine, runId: string): Promise<{ runId: string; actionId: string }> {
  const [asked] = eventsOf(await engine.events(runId), 'confirm_required');
  return { runId, actionId: asked?.actionId ?? 'nothing was asked' };
}

const statusOf = (engine: TestEngine, runId: string) => engine.store.database.runs.get(runId)?.status;
const outputsOf = (engine: TestEngine, runId: string) => JSON.parse(engine.store.database.runs.get(runId)?.outputs ?? 'null');

test('a waiting run lists its approvals, keeps nothing in memory, and resumes with the decision', async () => {
  const engine = new TestEngine();
  const waiting = await engine.run(oneApproval, { text: 'Dear Ada' });
  expect(waiting).toMatchObject({
    status: 'waiting',
    approvals: [{ nodeId: 'approve', kind: 'value', description: 'Send it?' }],
  });
  expect(waiting.events.at(-1)).toMatchObject({ type: 'done', status: 'waiting' });
  expect(statusOf(engine, waiting.runId)).toBe('waiting');

  await decide(engine, await firstApproval(engine, waiting.runId), { isConfirmed: true });
  await expect.poll(() => statusOf(engine, waiting.runId)).toBe('succeeded');
  expect(outputsOf(engine, waiting.runId)).toEqual({ sent: 'Dear Ada' });
  const events = await engine.events(waiting.runId);
  expect(eventsOf(events, 'run_resumed')).toMatchObject([{ reason: 'decided' }]);
  expect(eventsOf(events, 'node_started').filter(({ nodeId }) => nodeId === 'approve')).toHaveLength(1);
  expect(endsOf(events)).toEqual({ start: 'succeeded', approve: 'succeeded', sent: 'succeeded', kept: 'skipped/no_live_input' });
});

test('a decision may replace the proposed value', async () => {
  const engine = new TestEngine();
  const { runId } = await engine.run(oneApproval, { text: 'Dear Ada' });
  await decide(engine, await firstApproval(engine, runId), { isConfirmed: true, args: { edited: 'Dear Bob' } });
  await expect.poll(() => outputsOf(engine, runId)).toEqual({ sent: { edited: 'Dear Bob' } });
});

test('a rejection takes the other way and carries the comment', async () => {
  const engine = new TestEngine();
  const { runId } = await engine.run(oneApproval, { text: 'x' });
  await decide(engine, await firstApproval(engine, runId), { isConfirmed: false, comment: 'too short' });
  await expect.poll(() => outputsOf(engine, runId)).toEqual({ why: 'rejected', comment: 'too short' });
});

test('an approval without a decision in time is rejected as expired', async () => {
  const clock = new ManualClock();
  const engine = new TestEngine({ clock, store: new MemoryRunStore(new MemoryDatabase({ now: () => clock.now() })) });
  const { runId } = await engine.run(oneApproval, { text: 'x' });
  expect(await engine.engine.sweepApprovals()).toBe(30_000);
  clock.advance(30 * 24 * 60 * 60 * 1000);
  await engine.engine.sweepApprovals();
  await expect.poll(() => outputsOf(engine, runId)).toEqual({ why: 'expired', comment: null });
});

test('a second click changes nothing and gets the first answer', async () => {
  const engine = new TestEngine();
  const { runId } = await engine.run(oneApproval, { text: 'x' });
  const approval = await firstApproval(engine, runId);
  expect(await decide(engine, approval, { isConfirmed: true })).toEqual({ status: 'confirmed', isFirst: true });
  expect(await decide(engine, approval, { isConfirmed: false })).toEqual({ status: 'confirmed', isFirst: false });
  await expect.poll(() => outputsOf(engine, runId)).toEqual({ sent: 'x' });
  expect(eventsOf(await engine.events(runId), 'approval_decided')).toHaveLength(1);
});

test('a decision that its process could not apply is found by the next one', async () => {
  const first = new TestEngine();
  const { runId } = await first.run(oneApproval, { text: 'x' });
  const { actionId } = await firstApproval(first, runId);
  first.store.database.approvals.decide({ runId, actionId, isConfirmed: true, nowMs: 0 });
  const second = restart(first);
  expect(await second.resumeLost()).toBe(0);
  await second.sweep();
  await expect.poll(() => outputsOf(second, runId)).toEqual({ sent: 'x' });
});

test('a waiting branch blocks only its dependents, and its decision is applied while its siblings still run', async () => {
  const engine = new TestEngine();
  const workflow = workflowOf(
    {
      start,
      approve: ask('Go?'),
      approved: ['set', { values: { a: 1 } }],
      slow: ['gate'],
      next: ['gate'],
      join: ['merge', { mode: 'list' }],
      end: ['end', { outputs: { both: '{{join.value}}' } }],
    },
    [
      'start -> approve',
      'approve.approved -> approved',
      'approved -> join',
      'start -> slow',
      'slow -> next',
      'next -> join',
      'join -> end',
    ],
  );
  const { runId, outcome } = await engine.start(workflow);
  await engine.gates.reached('slow');
  await expect.poll(async () => eventsOf(await engine.events(runId), 'confirm_required')).toHaveLength(1);
  await decide(engine, await firstApproval(engine, runId), { isConfirmed: true });
  await expect.poll(async () => endsOf(await engine.events(runId))).toMatchObject({ approved: 'succeeded' });
  expect(statusOf(engine, runId)).toBe('running');
  await engine.gates.open('slow');
  await engine.gates.open('next');
  expect(await outcome).toMatchObject({ status: 'succeeded', outputs: { both: [{ a: 1 }, { passed: 'next' }] } });
  expect(engine.gates.calls).toEqual(
    new Map([
      ['slow', 1],
      ['next', 1],
    ]),
  );
});

test('siblings of a branch that waits run to their end before the run waits', async () => {
  const engine = new TestEngine();
  const workflow = workflowOf({ start, approve: ask('Go?'), slow: ['gate'], next: ['gate'] }, [
    'start -> approve',
    'start -> slow',
    'slow -> next',
  ]);
  const { outcome } = await engine.start(workflow);
  await engine.gates.open('slow');
  await engine.gates.open('next');
  const { status, runId } = await outcome;
  expect(status).toBe('waiting');
  expect(endsOf(await engine.events(runId))).toEqual({ start: 'succeeded', slow: 'succeeded', next: 'succeeded' });
});

test('a container that was suspended after all its other nodes had ended applies a decision while its siblings still run', async () => {
  const engine = new TestEngine();
  const workflow = workflowOf(
    { start, both: ['parallel', { concurrency: 2 }], approve: ask('Go?', { value: 1 }), quick: ['gate'], slow: ['gate'] },
    ['start -> both', 'start -> slow'],
  );
  for (const node of workflow.nodes) if (['approve', 'quick'].includes(node.id)) node.parentId = 'both';
  const { runId, outcome } = await engine.start(workflow);
  await expect.poll(async () => eventsOf(await engine.events(runId), 'confirm_required')).toHaveLength(1);
  await engine.gates.open('both[0]/quick');
  await expect.poll(async () => endsOf(await engine.events(runId))).toMatchObject({ 'both[0]/quick': 'succeeded' });
  await decide(engine, await firstApproval(engine, runId), { isConfirmed: true });
  await expect.poll(async () => endsOf(await engine.events(runId))).toMatchObject({ both: 'succeeded' });
  await engine.gates.open('slow');
  expect(await outcome).toMatchObject({ status: 'succeeded' });
});

test('a waiting run can be stopped: the waiting node is cancelled, its dependents are skipped', async () => {
  const engine = new TestEngine();
  const { runId } = await engine.run(oneApproval, { text: 'x' });
  engine.store.database.commands.push({ commandId: 'cmd_1', runId, kind: 'stop', isAcknowledged: false });
  expect(await engine.engine.stop(runId, { graceMs: 1000 })).toBe('stopped');
  expect(statusOf(engine, runId)).toBe('cancelled');
  const events = await engine.events(runId);
  expect(endsOf(events)).toMatchObject({ approve: 'cancelled/run_cancelled', sent: 'skipped/run_cancelled' });
  expect(events.at(-1)).toMatchObject({ type: 'done', status: 'cancelled', reason: 'stopped' });
});

test('when a sibling fails, the run fails and the waiting node is cancelled', async () => {
  const engine = new TestEngine();
  const workflow = workflowOf({ start, approve: ask('Go?'), slow: ['gate'] }, ['start -> approve', 'start -> slow']);
  const { runId, outcome } = await engine.start(workflow);
  await expect.poll(async () => eventsOf(await engine.events(runId), 'confirm_required')).toHaveLength(1);
  await engine.gates.fail('slow', new Error('broken'));
  expect(await outcome).toMatchObject({ status: 'failed', reason: 'node_failed' });
  expect(endsOf(await engine.events(runId))).toMatchObject({ approve: 'cancelled/run_failed', slow: 'failed' });
});

/**
 * Two iterations of `each` with one approval each and another node concurrent to it or after it;
 * `slow` runs concurrently to both.
 */
const asksInPasses = (options: Record<string, unknown> = {}, { isBehind = false } = {}) => {
  const workflow = workflowOf(
    {
      start,
      each: ['map', { items: [1, 2], concurrency: 1 }, options],
      approve: ask('Go?', { value: 1 }),
      work: ['gate'],
      slow: ['gate'],
    },
    ['start -> each', 'start -> slow', ...(isBehind ? ['approve.approved -> work'] : [])],
  );
  for (const node of workflow.nodes) if (['approve', 'work'].includes(node.id)) node.parentId = 'each';
  return workflow;
};

test('when a sibling fails, a waiting node of an iteration is cancelled, too, while another iteration runs', async () => {
  const engine = new TestEngine();
  const { runId, outcome } = await engine.start(asksInPasses());
  await engine.gates.open('each[0]/work');
  await engine.gates.reached('each[1]/work');
  await engine.gates.fail('slow', new Error('broken'));
  expect(await outcome).toMatchObject({ status: 'failed', reason: 'node_failed' });
  expect(endsOf(await engine.events(runId))).toMatchObject({
    'each[0]/approve': 'cancelled/run_failed',
    'each[1]/approve': 'cancelled/run_failed',
    each: 'cancelled/run_failed',
  });
});

test('a waiting node of an iteration ends when its container times out', async () => {
  const engine = new TestEngine();
  const { runId, outcome } = await engine.start(asksInPasses({ timeoutMs: 300, onError: 'branch' }));
  await engine.gates.open('each[0]/work');
  await engine.gates.reached('each[1]/work');
  await expect.poll(async () => endsOf(await engine.events(runId))).toMatchObject({ each: 'failed' });
  await engine.gates.open('slow');
  expect(await outcome).toMatchObject({ status: 'succeeded' });
  expect(endsOf(await engine.events(runId))).toMatchObject({
    'each[0]/approve': 'cancelled/timed_out',
    'each[1]/approve': 'cancelled/timed_out',
  });
});

test('a waiting node of an iteration ends with its container, also in a process that has not reached that iteration', async () => {
  const engine = new TestEngine();
  const { runId } = await engine.start(asksInPasses({ onError: 'branch' }, { isBehind: true }));
  await expect.poll(async () => eventsOf(await engine.events(runId), 'confirm_required')).toHaveLength(2);
  await decide(engine, await firstApproval(engine, runId), { isConfirmed: true });
  await engine.gates.reached('each[0]/work');

  const next = restart(engine);
  await next.resumeLost();
  await next.gates.reached('each[0]/work');
  await next.gates.fail('each[0]/work', new Error('broken'));
  await next.gates.open('slow');
  await expect.poll(() => statusOf(next, runId)).toBe('succeeded');
  expect(endsOf(await next.events(runId))).toMatchObject({ 'each[1]/approve': 'cancelled/body_failed', each: 'failed' });
});

test('a decision for a node that was stopped before it looked keeps no container busy', async () => {
  const workflow = workflowOf(
    {
      start,
      turn: ['loop', { while: 'false', max: 1 }],
      each: ['map', { items: [1, 2], concurrency: 1 }, { onError: { continue: 'nothing' } }],
      approve: ask('Go?', { value: 1 }),
      work: ['gate'],
      later: ask('And then?'),
    },
    ['start -> turn', 'approve.approved -> work', 'each -> later'],
  );
  for (const node of workflow.nodes) {
    if (['each', 'later'].includes(node.id)) node.parentId = 'turn';
    if (['approve', 'work'].includes(node.id)) node.parentId = 'each';
  }
  const engine = new TestEngine();
  const { runId } = await engine.start(workflow);
  const asked = async (from: TestEngine) => eventsOf(await from.events(runId), 'confirm_required');
  await expect.poll(() => asked(engine)).toHaveLength(2);
  await decide(engine, await firstApproval(engine, runId), { isConfirmed: true });
  await engine.gates.reached('turn[0]/each[0]/work');

  // The second iteration has not started in this process when its decision arrives, and never does.
  const next = restart(engine);
  await next.resumeLost();
  await next.gates.reached('turn[0]/each[0]/work');
  const second = (await asked(next)).find(({ nodeId }) => nodeId === 'turn[0]/each[1]/approve');
  await decide(next, { runId, actionId: second?.actionId ?? '' }, { isConfirmed: true });
  await next.gates.fail('turn[0]/each[0]/work', new Error('broken'));
  await expect.poll(() => statusOf(next, runId)).toBe('waiting');
  const last = (await asked(next)).find(({ nodeId }) => nodeId === 'turn[0]/later');
  await decide(next, { runId, actionId: last?.actionId ?? '' }, { isConfirmed: true });
  await expect.poll(() => statusOf(next, runId)).toBe('succeeded');
});

test('time spent waiting does not count against the time limit of the run', async () => {
  const clock = new ManualClock();
  const engine = new TestEngine({ clock, store: new MemoryRunStore(new MemoryDatabase({ now: () => clock.now() })) });
  const limited = { ...oneApproval, settings: { limits: { maxDurationMs: 5000 } } };
  const { runId } = await engine.run(limited, { text: 'x' });
  clock.advance(60_000);
  await decide(engine, await firstApproval(engine, runId), { isConfirmed: true });
  await expect.poll(() => statusOf(engine, runId)).toBe('succeeded');
});

test('a node that is tested alone waits, and resumes with the decision', async () => {
  const engine = new TestEngine();
  const call = { workspaceId: TEST_WORKSPACE, workflow: oneApproval, inputs: { start: { text: 'alone' } }, nodeId: 'approve' };
  const result = await engine.engine.runNode(call);
  expect(result).toMatchObject({ success: false, output: null, approvals: [{ nodeId: 'approve' }] });
  const runId = result.runId as string;
  await decide(engine, await firstApproval(engine, runId), { isConfirmed: true });
  await expect.poll(() => statusOf(engine, runId)).toBe('succeeded');
  expect(eventsOf(await engine.events(runId), 'node_finished')).toMatchObject([{ fired: { approved: 'alone' } }]);
});

test('every decision is applied once, in any order, when sent twice or expired, and when processes die in between', async () => {
  let tried = 0;
  for (let seed = SEED; tried < 150; seed++) {
    const workflow = approvalWorkflow(seed);
    if (!workflow) continue;
    tried++;
    expect(await tryApprovals(workflow, seed), `seed ${seed}`).toEqual([]);
  }
}, 60_000);

test('a waiting run whose process died after a stop was requested is stopped by the next process', async () => {
  const first = new TestEngine();
  const { runId } = await first.run(oneApproval, { text: 'x' });
  first.store.database.commands.push({ commandId: 'cmd_1', runId, kind: 'stop', isAcknowledged: false });
  const second = restart(first);
  await second.resumeLost();
  await second.sweep();
  await expect.poll(() => statusOf(second, runId)).toBe('cancelled');
});
