import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RunListItem } from '#components/data/listed.ts';
import { QueueWatch } from './queue-watch.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { visibilityState: 'visible' });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A server with these positions in turn, the last one repeated; an error is an unreachable server. */
function watch(answers: (number | null | Error)[]) {
  let asked = 0;
  const listRuns = async () => {
    const answer = answers[Math.min(asked++, answers.length - 1)];
    if (answer instanceof Error) throw answer;
    return { items: [{ queuePosition: answer } as RunListItem], nextCursor: null };
  };
  const queue = new QueueWatch('run_1', { client: { listRuns } });
  const seen: (number | undefined)[] = [];
  const leave = queue.subscribe(() => seen.push(queue.read()));
  return { seen, leave, asked: () => asked };
}

test('the position counts down, stays while the server is down, and is not polled once the run has started', async () => {
  const { seen, asked } = watch([3, new Error('away'), 3, 1, null]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(seen).toEqual([3, 1, undefined]);
  expect(asked()).toBe(5);
});

test('a hidden page is not polled, nor a closed one', async () => {
  const { leave, asked } = watch([2]);
  await vi.advanceTimersByTimeAsync(0);
  vi.stubGlobal('document', { visibilityState: 'hidden' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked()).toBe(1);
  vi.stubGlobal('document', { visibilityState: 'visible' });
  await vi.advanceTimersByTimeAsync(2000);
  expect(asked()).toBe(2);
  leave();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked()).toBe(2);
});
