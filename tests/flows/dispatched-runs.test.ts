import { getEventListeners } from 'node:events';
import { afterEach, expect, test, vi } from 'vitest';
import { DispatchedRuns } from '#engine/queue/dispatched-runs.ts';
import type { QueuedRuns } from '#lib/ports/run-queue.ts';
import { systemClock } from '#server/process/system-clock.ts';
import { MemoryHub } from '#server/stream/memory-hub.ts';
import { TEST_WORKSPACE, TestEngine, workflowOf } from '../support/test-engine.ts';

afterEach(() => void vi.restoreAllMocks());

function dispatchedRuns() {
  const runs = new TestEngine();
  const { engine, store } = runs;
  const hub = new MemoryHub({ onListenerError: (error) => expect.unreachable(String(error)) });
  const queue = { enqueue: async () => {}, notify: () => {} };
  const queued = { nextPosition: async () => 1 } as unknown as QueuedRuns;
  const dispatched = new DispatchedRuns({ engine, store, queued, queue, hub, clock: systemClock, log: { warn: () => {} } });
  return { runs, dispatched, hub };
}

test('a wait for the end of a run leaves nothing behind, whether the run ends or the wait takes too long', async () => {
  const { runs, dispatched, hub } = dispatchedRuns();
  const signals = vi.spyOn(AbortSignal, 'any');
  const listeners = () =>
    signals.mock.results.flatMap(({ value }) => getEventListeners(value as AbortSignal, 'abort')).length + hub.watchedRuns;
  const ended = await runs.run(workflowOf({ start: ['start'] }, []));
  expect(await dispatched.stop(ended.runId, { graceMs: 60_000 })).toBe('stopped');
  expect(await dispatched.stop('run_elsewhere', { graceMs: 1 })).toBe('stopping');
  expect(signals).toHaveBeenCalledTimes(2);
  expect(listeners()).toBe(0);
});

test('a wait that begins when the process closes rejects at once', async () => {
  const { dispatched } = dispatchedRuns();
  const workflow = workflowOf({ start: ['start'] }, []);
  const started = await dispatched.start({ workspaceId: TEST_WORKSPACE, workflow, inputs: {}, mode: 'draft' });
  await dispatched.close();
  await expect(started.outcome).rejects.toMatchObject({ code: 'unavailable' });
});
