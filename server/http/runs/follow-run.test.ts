import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RunOutcome } from '#lib/ports/run-service.ts';
import type { StoredEvent } from '#lib/run/run-event.ts';
import type { RunStatus } from '#lib/run/run-status.ts';
import type { RunHead } from '../../db/repositories/run-repository.ts';
import { MemoryHub } from '../../stream/memory-hub.ts';
import { followRun } from './follow-run.ts';

/** Without them, a poll would hide that an event was missed. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const eventOf = (type: StoredEvent['type']): StoredEvent => ({ seq: 1, type, json: '{}' });

/** A stored run with a status that tests change, and how often it was read. */
function storedRun() {
  const hub = new MemoryHub({ onListenerError: (error) => expect.unreachable(String(error)) });
  const run = { status: 'running' as RunStatus, reads: 0 };
  const sources = {
    hub,
    runs: { readOutcome: async (runId: string) => ({ runId, status: run.status }) as RunOutcome },
    stored: {
      async getHead(runId: string) {
        run.reads++;
        return { runId, status: run.status } as RunHead;
      },
    },
  };
  return { hub, run, sources };
}

test('the outcome of a stored run comes with the event that ends it', async () => {
  const { hub, run, sources } = storedRun();
  const { outcome } = followRun('run_1', sources);
  await vi.advanceTimersByTimeAsync(0);
  expect(run.reads).toBe(1);
  hub.publish('run_1', [eventOf('node_finished')]);
  run.status = 'succeeded';
  hub.publish('run_1', [eventOf('done')]);
  expect(await outcome).toEqual({ runId: 'run_1', status: 'succeeded' });
  expect(run.reads).toBe(2);
  expect(hub.watchedRuns).toBe(0);
});

test('an end that is published while the run is read is not missed', async () => {
  const { hub, run, sources } = storedRun();
  const { getHead } = sources.stored;
  let publish = () => {
    run.status = 'succeeded';
    hub.publish('run_1', [eventOf('done')]);
  };
  const stored = {
    async getHead(runId: string) {
      const head = await getHead(runId);
      publish();
      publish = () => {};
      return head;
    },
  };
  await followRun('run_1', { ...sources, stored }).outcome;
  expect(run.reads).toBe(2);
});

test('a run whose events the hub does not publish is looked at every second', async () => {
  const { run, sources } = storedRun();
  const { outcome } = followRun('run_1', sources);
  await vi.advanceTimersByTimeAsync(999);
  expect(run.reads).toBe(1);
  run.status = 'failed';
  await vi.advanceTimersByTimeAsync(1);
  expect(await outcome).toMatchObject({ status: 'failed' });
});

test('the wait ends with its signal: nothing listens, and nothing is read any more', async () => {
  const { hub, run, sources } = storedRun();
  const gone = new AbortController();
  const { outcome } = followRun('run_1', { ...sources, signal: gone.signal });
  await vi.advanceTimersByTimeAsync(0);
  gone.abort();
  await expect(outcome).rejects.toMatchObject({ code: 'unavailable' });
  expect(hub.watchedRuns).toBe(0);
  await expect(followRun('run_1', { ...sources, signal: gone.signal }).outcome).rejects.toMatchObject({ code: 'unavailable' });
  expect(run.reads).toBe(1);
});
