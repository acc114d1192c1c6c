import { describe, expect, test } from 'vitest';
import { ManualClock } from '../support/manual-clock.ts';
import { MemoryRunStore } from '../support/memory-run-store.ts';
import { eventsOf, TestEngine, workflowOf } from '../support/test-engine.ts';

const HOUR_MS = 3_600_000;
const start = ['start', { inputs: [] }] as [string, Record<string, unknown>];
const waiting = (config: Record<string, unknown>) =>
  workflowOf({ start, pause: ['wait', config], end: ['end', { outputs: { early: '{{pause.isEarly}}' } }] }, [
    'start -> pause',
    'pause -> end',
  ]);

function engineAt(clock: ManualClock, store = new MemoryRunStore()): TestEngine {
  return new TestEngine({ clock, store });
}

const lastOf = async (engine: TestEngine, runId: string) => (await engine.events(runId)).at(-1);
const actionsOf = async (engine: TestEngine, runId: string) =>
  eventsOf(await engine.events(runId), 'confirm_required').map(({ actionId }) => actionId);

describe('a wait', () => {
  test('of hours suspends the run, and ends in whichever process runs at that time', async () => {
    const clock = new ManualClock();
    const engine = engineAt(clock);
    const { runId, status, approvals } = await engine.run(waiting({ forMs: 2 * HOUR_MS }));
    const resumesAt = new Date(clock.now() + 2 * HOUR_MS).toISOString();
    expect({ status, approvals }).toEqual({ status: 'waiting', approvals: [] });
    expect(await lastOf(engine, runId)).toMatchObject({ type: 'done', status: 'waiting', approvals: [], resumesAt });
    const other = engineAt(clock, new MemoryRunStore(engine.store.database));
    clock.advance(HOUR_MS);
    await other.sweep();
    expect(await lastOf(other, runId)).toMatchObject({ status: 'waiting' });
    clock.advance(HOUR_MS);
    await other.sweep();
    await expect.poll(() => lastOf(other, runId)).toMatchObject({ status: 'succeeded', outputs: { early: false } });
    expect(await actionsOf(other, runId)).toHaveLength(1);
  });

  test('continues with the rest of its time after a crash', async () => {
    const clock = new ManualClock();
    const engine = engineAt(clock);
    const { runId } = await engine.start(waiting({ forMs: 4000 }));
    await expect.poll(() => actionsOf(engine, runId)).toHaveLength(1);
    clock.advance(3000);
    engine.store.expireLeases();
    const other = engineAt(clock, new MemoryRunStore(engine.store.database));
    await other.resumeLost();
    await expect.poll(() => clock.waitingMs).toContain(1000);
    clock.advance(1000);
    await expect.poll(() => lastOf(other, runId)).toMatchObject({ status: 'succeeded', outputs: { early: false } });
    expect(await actionsOf(other, runId)).toHaveLength(1);
  });

  test('of a few seconds stays in the process, so that its caller gets the result', async () => {
    const clock = new ManualClock();
    const engine = engineAt(clock);
    const { outcome } = await engine.start(waiting({ forMs: 5000 }));
    await expect.poll(() => clock.waitingMs).toContain(5000);
    clock.advance(5000);
    expect(await outcome).toMatchObject({ status: 'succeeded', outputs: { early: false } });
  });

  test('ends early when a person continues it', async () => {
    const engine = engineAt(new ManualClock());
    const { runId } = await engine.run(waiting({ forMs: HOUR_MS }));
    const [actionId = ''] = await actionsOf(engine, runId);
    engine.store.database.approvals.decide({ runId, actionId, isConfirmed: true, nowMs: 0 });
    await engine.engine.resumeWithDecisions(runId);
    await expect.poll(() => lastOf(engine, runId)).toMatchObject({ status: 'succeeded', outputs: { early: true } });
  });

  test('until a date in a time zone ends then, and at once when that has passed', async () => {
    const clock = new ManualClock();
    const engine = engineAt(clock);
    const until = (text: string) => waiting({ mode: 'until', until: text, timeZone: 'Asia/Shanghai' });
    const { runId } = await engine.run(until('2026-01-02 08:00'));
    expect(await lastOf(engine, runId)).toMatchObject({ resumesAt: '2026-01-02T00:00:00.000Z' });
    expect(await engine.run(until('2025-12-31'))).toMatchObject({ status: 'succeeded', outputs: { early: false } });
  });

  test.each([
    [{ until: 'soon' }, { path: 'config.until', message: "'soon' is not a date" }],
    [{ until: '2028-01-01' }, { path: 'config.until', message: '2028-01-01 is more than a year from now' }],
    [
      { until: '2026-01-02', timeZone: 'Mars' },
      { path: 'config.timeZone', message: "There is no time zone 'Mars'" },
    ],
  ])('until %j fails, and says why', async (config, expected) => {
    const { error } = await engineAt(new ManualClock()).run(waiting({ mode: 'until', ...config }));
    expect(error).toMatchObject({ code: 'wait-date-invalid', ...expected });
  });

  test('does not keep its siblings from running, and is withdrawn when the run fails', async () => {
    const engine = engineAt(new ManualClock());
    const wrong = ['set', { values: { a: '{{= json("{") }}' } }] as [string, Record<string, unknown>];
    const flow = workflowOf({ start, pause: ['wait', { forMs: HOUR_MS }], short: ['wait', { forMs: 0 }], wrong }, [
      'start -> pause',
      'start -> short',
      'short -> wrong',
    ]);
    const { runId, status, events } = await engine.run(flow);
    expect(status).toBe('failed');
    expect(eventsOf(events, 'node_finished').find(({ nodeId }) => nodeId === 'pause')).toMatchObject({ status: 'cancelled' });
    expect(engine.store.database.approvals.hasNews(runId)).toBe(false);
  });

  test('is watched for by the process that suspended it, to the moment', async () => {
    const clock = new ManualClock();
    const engine = engineAt(clock);
    const watching = engine.engine.watchApprovals({ onError: () => {} });
    await expect.poll(() => clock.waitingMs).toEqual([30_000]);
    const { runId } = await engine.run(waiting({ forMs: 7000 }));
    await expect.poll(() => clock.waitingMs).toEqual([7000]);
    clock.advance(7000);
    await expect.poll(() => lastOf(engine, runId)).toMatchObject({ status: 'succeeded' });
    await engine.engine.close();
    await watching;
  });
});

test('a loop with an interval waits between its iterations, and through a crash', async () => {
  const clock = new ManualClock();
  const engine = engineAt(clock);
  const flow = workflowOf(
    {
      start,
      poll: ['loop', { while: 'loop.index < 2', everyMs: HOUR_MS }],
      look: ['template', { template: '{{loop.index}}' }],
      end: ['end', { outputs: { last: '{{poll.text}}' } }],
    },
    ['start -> poll', 'poll -> end'],
  );
  const nested = { ...flow, nodes: flow.nodes.map((node) => (node.id === 'look' ? { ...node, parentId: 'poll' } : node)) };
  const { runId, status } = await engine.run(nested);
  expect(status).toBe('waiting');
  let latest = engine;
  for (const index of [1, 2]) {
    latest = engineAt(clock, new MemoryRunStore(engine.store.database));
    clock.advance(HOUR_MS);
    await latest.sweep();
    const paths = async () => eventsOf(await latest.events(runId), 'node_finished').map(({ nodeId }) => nodeId);
    await expect.poll(paths).toContain(`poll[${index}]/look`);
    await expect.poll(async () => (await lastOf(latest, runId))?.type).toBe('done');
  }
  expect(await lastOf(latest, runId)).toMatchObject({ status: 'succeeded', outputs: { last: '2' } });
  expect(await actionsOf(latest, runId)).toHaveLength(2);
});

describe('a time limit counts work, and not', () => {
  const inside = (workflow: ReturnType<typeof workflowOf>, id: string) => ({
    ...workflow,
    nodes: workflow.nodes.map((node) => (node.id === id ? { ...node, parentId: 'box' } : node)),
  });
  const boxed = (forMs: number, options: Record<string, unknown> = {}) =>
    inside(
      workflowOf({ start, box: ['map', { items: [1] }, options], pause: ['wait', { forMs }], end: ['end'] }, [
        'start -> box',
        'box -> end',
      ]),
      'pause',
    );
  const timed = { timeoutMs: 1000 };
  const limited = { limits: { maxDurationMs: 1000 } };

  test.each<[string, (forMs: number) => ReturnType<typeof workflowOf>]>([
    ['a wait with a limit', (forMs) => workflowOf({ start, pause: ['wait', { forMs }, timed] }, ['start -> pause'])],
    ['a wait in a map with a limit', (forMs) => boxed(forMs, timed)],
    ['a wait in a run with a limit', (forMs) => ({ ...waiting({ forMs }), settings: limited })],
    [
      'iterations of a loop with a limit',
      (forMs) =>
        inside(
          workflowOf(
            { start, box: ['loop', { while: 'loop.index < 1', everyMs: forMs }, timed], pause: ['template', { template: 'x' }] },
            ['start -> box'],
          ),
          'pause',
        ),
    ],
  ])('the time of %s, short or long', async (_, workflowFor) => {
    for (const forMs of [4000, 9000]) {
      const clock = new ManualClock();
      const engine = engineAt(clock);
      const { runId } = await engine.start(workflowFor(forMs));
      await expect.poll(() => actionsOf(engine, runId)).toHaveLength(1);
      if (forMs > 5000) await expect.poll(() => lastOf(engine, runId)).toMatchObject({ status: 'waiting' });
      else await expect.poll(() => clock.waitingMs).toContain(forMs);
      clock.advance(forMs);
      await engine.sweep();
      await expect.poll(() => lastOf(engine, runId)).toMatchObject({ type: 'done', status: 'succeeded' });
    }
  });

  test('a short wait counts in no later process', async () => {
    const clock = new ManualClock();
    const engine = engineAt(clock);
    const workflow = workflowOf({ start, short: ['wait', { forMs: 4000 }], long: ['wait', { forMs: 9000 }], end: ['end'] }, [
      'start -> short',
      'short -> long',
      'long -> end',
    ]);
    const { runId } = await engine.start({ ...workflow, settings: limited });
    await expect.poll(() => clock.waitingMs).toContain(4000);
    clock.advance(4000);
    await expect.poll(() => lastOf(engine, runId)).toMatchObject({ status: 'waiting' });
    clock.advance(9000);
    await engine.sweep();
    await expect.poll(() => lastOf(engine, runId)).toMatchObject({ type: 'done', status: 'succeeded' });
  });

  test('the time until a suspended run resumes: what is left of its limit is left for its work', async () => {
    const clock = new ManualClock();
    const engine = engineAt(clock);
    const workflow = workflowOf({ start, pause: ['wait', { forMs: 9000 }], work: ['gate'] }, ['start -> pause', 'pause -> work']);
    const { runId } = await engine.start({ ...workflow, settings: limited });
    await expect.poll(() => lastOf(engine, runId)).toMatchObject({ status: 'waiting' });
    clock.advance(9000);
    await engine.sweep();
    await engine.gates.reached('work');
    expect(clock.waitingMs).toContain(1000);
    await engine.gates.open('work');
    await expect.poll(() => lastOf(engine, runId)).toMatchObject({ status: 'succeeded' });
  });

  test('but the work beside a wait counts', async () => {
    const clock = new ManualClock();
    const engine = engineAt(clock);
    const workflow = workflowOf({ start, pause: ['wait', { forMs: 4000 }], work: ['gate'] }, ['start -> pause', 'start -> work']);
    const { runId } = await engine.start({ ...workflow, settings: limited });
    await engine.gates.reached('work');
    await expect.poll(() => clock.waitingMs).toContain(4000);
    clock.advance(1000);
    await expect.poll(() => lastOf(engine, runId)).toMatchObject({ status: 'failed', reason: 'timed_out' });
  });
});
