import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { BackgroundWorker } from './background-worker.ts';

function makeWorker({ dueMs = undefined as number | undefined, isAlone = true } = {}) {
  const seen = { works: 0, errors: [] as unknown[], fails: 0 };
  const worker = new BackgroundWorker({
    work: async () => {
      seen.works++;
      if (seen.works <= seen.fails) throw new Error(`work ${seen.works}`);
    },
    nextDueMs: async () => dueMs,
    isAlone,
    onError: (error) => seen.errors.push(error),
  });
  return { worker, seen };
}

test('a worker works at its start, when it is woken, and not after it is closed', async () => {
  const { worker, seen } = makeWorker();
  worker.start();
  await expect.poll(() => seen.works).toBe(1);
  worker.wake();
  await expect.poll(() => seen.works).toBe(2);
  await worker.close();
  worker.wake();
  expect(seen.works).toBe(2);
});

test('a worker works again when something comes due, also after work that failed', async () => {
  const { worker, seen } = makeWorker({ dueMs: 1 });
  seen.fails = 1;
  worker.start(() => Promise.reject(new Error('prepare')));
  await expect.poll(() => seen.works).toBeGreaterThan(2);
  await worker.close();
  expect(seen.errors).toEqual([new Error('prepare'), new Error('work 1')]);
});

test('being woken while it works makes a worker work once more', async () => {
  const gate = Promise.withResolvers<void>();
  let works = 0;
  const worker = new BackgroundWorker({
    work: async () => {
      works++;
      if (works === 1) await gate.promise;
    },
    nextDueMs: async () => undefined,
    isAlone: true,
    onError: () => {},
  });
  worker.start();
  await expect.poll(() => works).toBe(1);
  worker.wake();
  gate.resolve();
  await expect.poll(() => works).toBe(2);
  await worker.close();
});

test('being woken ends the pause: no timer of it remains', async () => {
  const seen: AbortSignal[] = [];
  const worker = new BackgroundWorker({
    work: async (signal) => seen.push(signal),
    nextDueMs: async () => undefined,
    isAlone: true,
    onError: () => {},
  });
  worker.start();
  for (let woken = 0; woken < 5; woken++) {
    await expect.poll(() => seen.length).toBe(woken + 1);
    worker.wake();
  }
  await expect.poll(() => seen.length).toBe(6);
  expect(getEventListeners(seen[0] as AbortSignal, 'abort').length).toBeLessThanOrEqual(1);
  await worker.close();
});
