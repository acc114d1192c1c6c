import { expect, test } from 'vitest';
import type { RunPart } from '#lib/ports/run-service.ts';
import type { RunEvent } from '#lib/run/run-event.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { MemoryRunStore } from '../support/memory-run-store.ts';
import { endsOf, eventsOf, TEST_WORKSPACE, TestEngine, workflowOf } from '../support/test-engine.ts';

const start = ['start', { inputs: [] }] as [string, Record<string, unknown>];
const text = (template: string) => ['template', { template }] as [string, Record<string, unknown>];

/** All of these are synchronous, so they are fused into one step. */
const fused = workflowOf({ start, a: text('a'), b: text('b'), c: text('c'), end: ['end', { outputs: { c: '{{c.text}}' } }] }, [
  'start -> a',
  'a -> b',
  'b -> c',
  'c -> end',
]);

async function begin(workflow: Workflow, part: RunPart, engine = new TestEngine()) {
  const started = await engine.engine.start({ workspaceId: TEST_WORKSPACE, workflow, inputs: {}, mode: 'draft', part });
  return { engine, ...started };
}

let commands = 0;

/** Stores the command like the API, and notifies the engine. */
async function goOn(
  { engine, store }: TestEngine,
  runId: string,
  { step = false, breakpoints }: { step?: boolean; breakpoints?: string[] } = {},
): Promise<void> {
  const command = { commandId: `cmd_${++commands}`, runId, kind: 'continue', step, breakpoints } as const;
  store.database.commands.push({ ...command, isAcknowledged: false });
  await engine.resumeWithDecisions(runId);
}

const statusOf = ({ store }: TestEngine, runId: string) => store.database.runs.get(runId)?.status;
const pausedAt = (events: readonly RunEvent[]) => eventsOf(events, 'done').at(-1)?.breakpoints;
const waits = (engine: TestEngine, runId: string) => expect.poll(() => statusOf(engine, runId)).toBe('waiting');
const ends = (engine: TestEngine, runId: string) => expect.poll(() => statusOf(engine, runId)).toBe('succeeded');

test('a run pauses before the node, also in a fused chain, and resumes on a command', async () => {
  const { engine, runId, outcome } = await begin(fused, { breakpoints: ['b'] });
  expect(await outcome).toMatchObject({ status: 'waiting', breakpoints: ['b'], approvals: [] });
  expect(Object.keys(endsOf(await engine.events(runId)))).toEqual(['start', 'a']);
  await goOn(engine, runId);
  await ends(engine, runId);
  const events = await engine.events(runId);
  expect(eventsOf(events, 'breakpoint_reached').map(({ nodeId }) => nodeId)).toEqual(['b']);
  expect(eventsOf(events, 'run_resumed').map(({ reason }) => reason)).toEqual(['continued']);
  expect(endsOf(events)).toEqual({ start: 'succeeded', a: 'succeeded', b: 'succeeded', c: 'succeeded', end: 'succeeded' });
  expect(engine.store.database.commands.every(({ isAcknowledged }) => isAcknowledged)).toBe(true);
});

test('a step goes on to the next node and stops before it', async () => {
  const { engine, runId, outcome } = await begin(fused, { breakpoints: ['a'] });
  await outcome;
  await goOn(engine, runId, { step: true });
  await waits(engine, runId);
  expect(pausedAt(await engine.events(runId))).toEqual(['b']);
  await goOn(engine, runId, { step: true });
  await expect.poll(async () => pausedAt(await engine.events(runId))).toEqual(['c']);
  await waits(engine, runId);
  await goOn(engine, runId);
  await ends(engine, runId);
});

test('other branches continue while one is paused', async () => {
  const workflow = workflowOf({ start, a: ['gate'], b: ['gate'], both: ['merge', {}] }, [
    'start -> a',
    'start -> b',
    'a -> both',
    'b -> both',
  ]);
  const { engine, runId } = await begin(workflow, { breakpoints: ['a'] });
  await engine.gates.reached('b');
  expect(engine.gates.isWaiting('a')).toBe(false);
  await goOn(engine, runId);
  await engine.gates.open('a');
  await engine.gates.open('b');
  await ends(engine, runId);
});

test('a node that is skipped is not stopped at', async () => {
  const workflow = workflowOf({ start, ask: ['condition', { when: 'false' }], yes: text('yes'), no: text('no') }, [
    'start -> ask',
    'ask.true -> yes',
    'ask.false -> no',
  ]);
  const { outcome } = await begin(workflow, { breakpoints: ['yes'] });
  expect(await outcome).toMatchObject({ status: 'succeeded' });
});

test('a paused run survives its process, keeps nothing in memory and resumes elsewhere', async () => {
  const first = await begin(fused, { breakpoints: ['a', 'c'] });
  await first.outcome;
  first.engine.store.expireLeases();
  const second = new TestEngine({ store: new MemoryRunStore(first.engine.store.database) });
  await second.resumeLost();
  expect(statusOf(second, first.runId)).toBe('waiting');
  await goOn(second, first.runId);
  await expect.poll(async () => pausedAt(await second.events(first.runId))).toEqual(['c']);
  await goOn(second, first.runId);
  await ends(second, first.runId);
});

test('the next process does not apply a command a second time', async () => {
  const { engine, runId, outcome } = await begin(fused, { breakpoints: ['a', 'b'] });
  await outcome;
  await goOn(engine, runId);
  await expect.poll(async () => pausedAt(await engine.events(runId))).toEqual(['b']);
  await waits(engine, runId);
  // The process ended before it could log that the command was applied.
  for (const command of engine.store.database.commands) command.isAcknowledged = false;
  const second = new TestEngine({ store: new MemoryRunStore(engine.store.database) });
  await second.sweep();
  await waits(second, runId);
  expect(pausedAt(await second.events(runId))).toEqual(['b']);
  await expect.poll(() => engine.store.database.commands.every(({ isAcknowledged }) => isAcknowledged)).toBe(true);
});

test('two resume commands at once resume the run once', async () => {
  const { engine, runId, outcome } = await begin(fused, { breakpoints: ['a', 'c'] });
  await outcome;
  const command = { commandId: 'cmd_same', runId, kind: 'continue', step: false, isAcknowledged: false } as const;
  engine.store.database.commands.push({ ...command });
  await Promise.all([engine.engine.resumeWithDecisions(runId), engine.engine.resumeWithDecisions(runId)]);
  await waits(engine, runId);
  expect(pausedAt(await engine.events(runId))).toEqual(['c']);
});

test('a breakpoint inside a container pauses every iteration', async () => {
  const workflow = workflowOf({ start, each: ['map', { items: [1, 2] }], say: text('{{map.item}}') }, ['start -> each']);
  const inside = { ...workflow, nodes: workflow.nodes.map((node) => (node.id === 'say' ? { ...node, parentId: 'each' } : node)) };
  const { engine, runId, outcome } = await begin(inside, { breakpoints: ['say'] });
  expect(await outcome).toMatchObject({ status: 'waiting', breakpoints: ['each[0]/say', 'each[1]/say'] });
  await goOn(engine, runId);
  await ends(engine, runId);
  const events = await engine.events(runId);
  expect(eventsOf(events, 'node_started').filter(({ nodeId }) => nodeId === 'each')).toHaveLength(1);
  expect(eventsOf(events, 'done').at(-1)?.outputs).toEqual({ each: [{ text: '1' }, { text: '2' }] });
});

test('a resume command may set other breakpoints', async () => {
  const { engine, runId, outcome } = await begin(fused, { breakpoints: ['a', 'b'] });
  await outcome;
  await goOn(engine, runId, { breakpoints: ['c'] });
  await expect.poll(async () => pausedAt(await engine.events(runId))).toEqual(['c']);
  await goOn(engine, runId, { breakpoints: [] });
  await ends(engine, runId);
});

test('a paused run that is stopped is cancelled, and the node behind the breakpoint never starts', async () => {
  const { engine, runId, outcome } = await begin(fused, { breakpoints: ['b'] });
  await outcome;
  engine.store.database.commands.push({ commandId: 'cmd_stop', runId, kind: 'stop', isAcknowledged: false });
  expect(await engine.engine.stop(runId, { graceMs: 1000 })).toBe('stopped');
  expect(statusOf(engine, runId)).toBe('cancelled');
  expect(endsOf(await engine.events(runId))).toMatchObject({ a: 'succeeded', b: 'skipped/run_cancelled' });
});
