import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { BLOCK_LIMIT_MS, longestBlockMs, MOST_SLOWNESS } from './longest-block.ts';

function spendCpu(ms: number): void {
  const before = process.threadCpuUsage();
  for (;;) {
    const { user, system } = process.threadCpuUsage(before);
    if ((user + system) / 1000 >= ms) return;
  }
}

test('one long turn between waits is found', { timeout: 60_000 }, async () => {
  const work = async () => {
    await wait(10);
    spendCpu(BLOCK_LIMIT_MS * MOST_SLOWNESS * 1.1);
    await wait(10);
  };
  expect(await longestBlockMs(work, 1)).toBeGreaterThan(BLOCK_LIMIT_MS);
});

test('many short turns are no long one', async () => {
  const work = async () => {
    for (let count = 0; count < 50; count++) {
      spendCpu(8);
      await nextTurn();
    }
  };
  expect(await longestBlockMs(work)).toBeLessThan(BLOCK_LIMIT_MS / 2);
});
