import { expect, test } from 'vitest';
import { configSchema } from '#server/config/config-schema.ts';
import { makeModelRegistry } from '#server/models/model-registry.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { endsOf, eventsOf, TestEngine, workflowOf } from '../support/test-engine.ts';

const start = ['start', { inputs: [] }] as [string, Record<string, unknown>];

function askToStop(engine: TestEngine, runId: string): void {
  engine.store.database.commands.push({ commandId: 'cmd_1', runId, kind: 'stop', isAcknowledged: false });
}

test('a stop aborts running nodes, skips the rest, and is acknowledged once the end is stored', async () => {
  const engine = new TestEngine();
  const { outcome, runId } = await engine.start(
    workflowOf({ start, a: ['gate'], after: ['gate'] }, ['start -> a', 'a -> after']),
  );
  const { signal } = await engine.gates.reached('a');
  askToStop(engine, runId);
  expect(await engine.engine.stop(runId, { graceMs: 1000 })).toBe('stopped');
  expect(signal.aborted).toBe(true);
  expect(await outcome).toMatchObject({ status: 'cancelled', reason: 'stopped' });
  expect(endsOf(await engine.events(runId))).toMatchObject({ a: 'cancelled/run_cancelled', after: 'skipped/run_cancelled' });
  expect(engine.store.database.commands[0]?.isAcknowledged).toBe(true);
});

test('a node that ignores the abort signal delays a stop by at most five seconds', async () => {
  const clock = new ManualClock();
  const engine = new TestEngine({ clock });
  const { outcome, runId } = await engine.start(workflowOf({ start, a: ['gate', { ignoresStop: true }] }, ['start -> a']));
  await engine.gates.reached('a');
  askToStop(engine, runId);
  const answer = engine.engine.stop(runId, { graceMs: 1000 });
  await expect.poll(() => clock.waitingMs).toEqual([1000, 5000]);
  clock.advance(1000);
  expect(await answer).toBe('stopping');
  clock.advance(4000);
  expect(await outcome).toMatchObject({ status: 'cancelled' });
});

test('a process does not stop a run that it does not hold', async () => {
  expect(await new TestEngine().engine.stop('run_unknown', { graceMs: 10 })).toBe('not-held');
});

test('the step limit fails the run and names itself, and no error branch catches it', async () => {
  const engine = new TestEngine();
  const { status, reason, error, events } = await engine.run(
    workflowOf(
      { start, a: ['set', { values: { x: 1 } }], b: ['set', { values: { x: 2 } }], fix: ['set', { values: { x: 3 } }] },
      ['start -> a', 'a -> b', 'b.error -> fix'],
      { limits: { maxSteps: 2 } },
    ),
  );
  expect({ status, reason }).toEqual({ status: 'failed', reason: 'step_limit_reached' });
  expect(error).toMatchObject({ code: 'step-limit', nodeId: 'b', path: 'settings.limits.maxSteps' });
  expect(endsOf(events)).toMatchObject({ a: 'succeeded', b: 'skipped/run_failed', fix: 'skipped/run_failed' });
});

test('the time limit of a run fails it while a node is running', async () => {
  const clock = new ManualClock();
  const engine = new TestEngine({ clock });
  const { outcome } = await engine.start(workflowOf({ start, a: ['gate'] }, ['start -> a'], { limits: { maxDurationMs: 3000 } }));
  await engine.gates.reached('a');
  clock.advance(3000);
  expect(await outcome).toMatchObject({ status: 'failed', reason: 'timed_out', error: { code: 'time-limit' } });
});

test('the token limit is checked before a model is called, and names itself', async () => {
  const models = makeModelRegistry({ config: configSchema.parse({}), demoDelayMs: 0 });
  const engine = new TestEngine({ models });
  const { reason, error, usage, events } = await engine.run(
    workflowOf(
      { start, first: ['llm', { userPrompt: 'one' }], second: ['llm', { userPrompt: 'two' }] },
      ['start -> first', 'first -> second'],
      { limits: { maxTokens: 5 } },
    ),
  );
  models.close();
  expect(reason).toBe('token_limit_reached');
  expect(error).toMatchObject({ code: 'token-limit', nodeId: 'second', path: 'settings.limits.maxTokens' });
  expect(endsOf(events)).toMatchObject({ first: 'succeeded', second: 'cancelled/run_failed' });
  expect(eventsOf(events, 'llm_call')).toHaveLength(1);
  expect(usage.totalTokens).toBeGreaterThan(5);
});
