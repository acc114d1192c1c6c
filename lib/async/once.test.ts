import { expect, test } from 'vitest';
import { once } from './once.ts';

test('a value is made at the first call, and once', () => {
  let calls = 0;
  const value = once(() => ({ number: ++calls }));
  expect(calls).toBe(0);
  expect(value()).toBe(value());
  expect(calls).toBe(1);
});

test('calls at the same time share one load, and after a failure the next call loads again', async () => {
  let calls = 0;
  const load = once(async () => {
    if (++calls === 1) throw new Error('away');
    return calls;
  });
  const [first, second] = await Promise.allSettled([load(), load()]);
  expect([first.status, second.status, calls]).toEqual(['rejected', 'rejected', 1]);
  expect([await load(), await load(), calls]).toEqual([2, 2, 2]);
});

test('a value that cannot be made is tried again', () => {
  let calls = 0;
  const value = once(() => {
    if (++calls === 1) throw new Error('not yet');
    return calls;
  });
  expect(value).toThrow('not yet');
  expect(value()).toBe(2);
});
