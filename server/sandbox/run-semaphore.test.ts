import { expect, test } from 'vitest';
import { RunSemaphore } from './run-semaphore.ts';

const never = new AbortController().signal;

test('lets in so many at once, the others in their order', async () => {
  const places = new RunSemaphore(2);
  const doors = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const entered: number[] = [];
  const all = doors.map((door, index) =>
    places.within(never, async () => {
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

test('who gives up while waiting leaves the line, and a place whose work failed is free', async () => {
  const places = new RunSemaphore(1);
  const first = Promise.withResolvers<void>();
  const work = places.within(never, () => first.promise);
  const controller = new AbortController();
  const waiting = places.within(controller.signal, async () => 'never');
  controller.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  first.reject(new Error('broke'));
  await expect(work).rejects.toThrow('broke');
  expect(await places.within(never, async () => 'in')).toBe('in');
});

test('a line that is too long is refused, and another attempt may help', async () => {
  const places = new RunSemaphore(0);
  for (let i = 0; i < 1000; i++) void places.within(never, async () => {});
  await expect(places.within(never, async () => {})).rejects.toMatchObject({ code: 'sandbox-busy', isRetryable: true });
});
