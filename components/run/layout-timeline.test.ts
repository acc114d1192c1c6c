import { expect, test } from 'vitest';
import type { PublicEvent } from '#lib/run/public-event.ts';
import { reduceRunEvents } from '#lib/run/reduce-run.ts';
import { initialRunState } from '#lib/run/run-state.ts';
import { layoutTimeline, nodeInterval, runAxis } from './layout-timeline.ts';

const START_MS = Date.parse('2026-11-21T10:00:00.000Z');
const nodes = ['start', 'answer', 'end'].map((id) => ({
  id,
  type: id,
  version: 1,
  label: id,
  config: {},
  position: { x: 0, y: 0 },
}));

type Bare = PublicEvent extends infer E ? (E extends PublicEvent ? Omit<E, 'runId' | 'seq' | 'at'> : never) : never;
/** A run from events and the milliseconds at which they happened. */
function runOf(...events: [number, Bare][]) {
  return reduceRunEvents(
    initialRunState,
    events.map(
      ([atMs, event], index) =>
        ({ ...event, runId: 'run_1', seq: index + 1, at: new Date(START_MS + atMs).toISOString() }) as PublicEvent,
    ),
  );
}

test('before the run every node is queued and has no bar', () => {
  const { elapsedMs, rows, ticksMs } = layoutTimeline(nodes, initialRunState, START_MS);
  expect(elapsedMs).toBe(0);
  expect(ticksMs).toEqual([0]);
  expect(rows.map(({ state, bar }) => [state, bar])).toEqual([
    ['queued', undefined],
    ['queued', undefined],
    ['queued', undefined],
  ]);
});

test('a running node reaches to the present, which leaves room ahead, with the wait for its first words apart', () => {
  const run = runOf(
    [0, { type: 'run_started' }],
    [100, { type: 'node_started', nodeId: 'answer' }],
    [300, { type: 'content', nodeId: 'answer', content: 'Because' }],
  );
  const row = layoutTimeline(nodes, run, START_MS + 1000).rows[1];
  expect(row).toMatchObject({ state: 'running', durationMs: 900 });
  expect(row?.bar?.from).toBeCloseTo(0.07);
  expect(row?.bar?.firstWords).toBeCloseTo(0.21);
  expect(row?.bar?.to).toBeCloseTo(0.7);
});

test('a finished run keeps its length, whatever the time is now', () => {
  const run = runOf(
    [0, { type: 'run_started' }],
    [0, { type: 'node_started', nodeId: 'start' }],
    [50, { type: 'node_finished', nodeId: 'start', status: 'succeeded', executionTimeMs: 48 }],
    [60, { type: 'node_finished', nodeId: 'answer', status: 'skipped', reason: 'no_live_input', executionTimeMs: 0 }],
    [100, { type: 'done', status: 'succeeded', tokensUsed: 0 }],
  );
  const { elapsedMs, rows } = layoutTimeline(nodes, run, START_MS + 99_000);
  expect(elapsedMs).toBe(100);
  expect(rows[0]).toMatchObject({ state: 'succeeded', durationMs: 48, bar: { from: 0, to: 0.5 } });
  expect(rows[1]).toMatchObject({ state: 'skipped', bar: undefined });
});

test('a node that waits for another attempt says which one and when, until it starts', () => {
  const failing: [number, Bare][] = [
    [0, { type: 'run_started' }],
    [0, { type: 'node_started', nodeId: 'answer', attempt: 1 }],
    [10, { type: 'node_retried', nodeId: 'answer', attempt: 1, delayMs: 500 }],
  ];
  expect(layoutTimeline(nodes, runOf(...failing), START_MS + 20).rows[1]?.retry).toEqual({ attempt: 2, delayMs: 500 });
  const again = runOf(...failing, [510, { type: 'node_started', nodeId: 'answer', attempt: 2 }]);
  expect(layoutTimeline(nodes, again, START_MS + 520).rows[1]?.retry).toBeUndefined();
});

test('a node that the workflow no longer has is listed after the others', () => {
  const run = runOf([0, { type: 'run_started' }], [1, { type: 'node_started', nodeId: 'gone' }]);
  expect(layoutTimeline(nodes, run, START_MS + 5).rows.map(({ nodeId, node }) => [nodeId, node?.id])).toContainEqual([
    'gone',
    undefined,
  ]);
});

test('a stretch in which a person was asked is drawn apart, and counts in the time of the node', () => {
  const asked = { nodeId: 'answer', actionId: 'act_1', kind: 'value', tool: 'approval', description: 'Send it?' } as const;
  const waiting: [number, Bare][] = [
    [0, { type: 'run_started' }],
    [100, { type: 'node_started', nodeId: 'answer' }],
    [200, { type: 'confirm_required', ...asked, expiresAt: '2026-12-21T10:00:00.000Z' }],
    [200, { type: 'done', status: 'waiting', tokensUsed: 0 }],
  ];
  const before = layoutTimeline(nodes, runOf(...waiting), START_MS + 700);
  expect(before.waitedMs).toBe(500);
  expect(before.rows[1]).toMatchObject({ state: 'waiting', durationMs: 600, approvals: [{ actionId: 'act_1' }] });
  expect(before.rows[1]?.bar?.waits).toEqual([{ from: expect.closeTo(0.2), to: expect.closeTo(0.7) }]);

  const decided: [number, Bare][] = [
    [800, { type: 'run_resumed', reason: 'decided' }],
    [800, { type: 'approval_decided', nodeId: 'answer', actionId: 'act_1', status: 'confirmed' }],
    [1000, { type: 'node_finished', nodeId: 'answer', status: 'succeeded', executionTimeMs: 200 }],
    [1000, { type: 'done', status: 'succeeded', tokensUsed: 0 }],
  ];
  const after = layoutTimeline(nodes, runOf(...waiting, ...decided), START_MS + 9000);
  expect(after.waitedMs).toBe(600);
  expect(after.rows[1]).toMatchObject({ durationMs: 900, approvals: [] });
  expect(after.rows[1]?.bar?.waits).toEqual([{ from: expect.closeTo(0.2), to: expect.closeTo(0.8) }]);
});

test('the strip of a node on the canvas lies where its bar lies in the timeline', () => {
  const run = runOf(
    [0, { type: 'run_started' }],
    [0, { type: 'node_started', nodeId: 'start' }],
    [100, { type: 'node_finished', nodeId: 'start', status: 'succeeded', executionTimeMs: 98 }],
    [150, { type: 'node_started', nodeId: 'answer' }],
  );
  const nowMs = START_MS + 500;
  const rows = layoutTimeline(nodes, run, nowMs).rows;
  for (const row of rows) {
    const interval = row.run && nodeInterval(row.run, runAxis(run, nowMs));
    expect(interval).toEqual(row.bar && { from: row.bar.from, to: row.bar.to });
  }
  expect(rows.map(({ bar }) => bar?.to)).toEqual([expect.closeTo(0.14), expect.closeTo(0.7), undefined]);
});
