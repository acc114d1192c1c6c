import { expect, test } from 'vitest';
import { RunPermits } from './run-permits.ts';

test('runs of strangers have half of the permits, and wait for each other without holding up anybody else', async () => {
  const permits = new RunPermits(4);
  const begun: string[] = [];
  const endings: (() => void)[] = [];
  const run = (name: string, isStranger: boolean) =>
    permits.run(
      () => {
        begun.push(name);
        return new Promise<void>((end) => endings.push(end));
      },
      { isStranger },
    );
  const all = [...[1, 2, 3].map((at) => run(`stranger ${at}`, true)), ...[1, 2, 3].map((at) => run(`member ${at}`, false))];
  await expect.poll(() => begun.toSorted()).toEqual(['member 1', 'member 2', 'stranger 1', 'stranger 2']);
  expect([permits.free(), permits.free({ isStranger: true })]).toEqual([0, 0]);
  expect(await permits.acquire({ timeoutMs: 0, isStranger: true })).toBeUndefined();
  endings.shift()?.();
  await expect.poll(() => begun.at(-1)).toBe('member 3');
  while (endings.length > 0 || begun.length < all.length) {
    endings.shift()?.();
    await Promise.resolve();
  }
  await Promise.all(all);
});

test('a permit that a stranger acquired is released as a whole', async () => {
  const permits = new RunPermits(2);
  const release = await permits.acquire({ timeoutMs: 0, isStranger: true });
  expect([permits.free(), permits.free({ isStranger: true })]).toEqual([1, 0]);
  expect(await permits.acquire({ timeoutMs: 0, isStranger: true })).toBeUndefined();
  release?.();
  expect(await permits.acquire({ timeoutMs: 0, isStranger: true })).toBeTypeOf('function');
  expect(await permits.acquire({ timeoutMs: 0 })).toBeTypeOf('function');
  expect(await permits.acquire({ timeoutMs: 0 })).toBeUndefined();
});
