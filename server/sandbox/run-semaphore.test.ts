import { expect, test } from 'vitest';
import { RunSemaphore } from './run-semaphore.ts';

const never = new AbortController().signal;

test('runs as many at once as it has permits, the rest in FIFO order', async () => {
  const semaphore = new RunSemaphore(2);
  const doors = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const entered: number[] = [];
  const all = doors.map((door, index) =>
    semaphore.within(never, async () => {
      entered.push(index);
      await door.promise;
    }),
  );
  await Promise.resolve();
  expect(entered).toEqual([0, 1]);
  doors[1]?.resolve();
  await all[1];
  await Promise.resolve();
  expect(entered).toEqual([0, 1, 2]);
  for (const door of doors) door.resolve();
  await Promise.all(all);
  expect(entered).toEqual([0, 1, 2, 3]);
});

test('an aborted waiter leaves the queue, and failed work releases its permit', async () => {
  const semaphore = new RunSemaphore(1);
  const first = Promise.withResolvers<void>();
  const work = semaphore.within(never, () => first.promise);
  const controller = new AbortController();
  const waiting = semaphore.within(controller.signal, async () => 'never');
  controller.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  first.reject(new Error('broke'));
  await expect(work).rejects.toThrow('broke');
  expect(await semaphore.within(never, async () => 'in')).toBe('in');
});

test('a full queue refuses work with a retryable error', async () => {
  const semaphore = new RunSemaphore(0);
  for (let i = 0; i < 1000; i++) void semaphore.within(never, async () => {});
  await expect(semaphore.within(never, async () => {})).rejects.toMatchObject({ code: 'sandbox-busy', isRetryable: true });
});
