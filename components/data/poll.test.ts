import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pollWhileVisible } from './poll.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a slow call is waited for, and none follows the stop', async () => {
  const calls: PromiseWithResolvers<void>[] = [];
  const signals: AbortSignal[] = [];
  const call = (signal: AbortSignal) => {
    const answer = Promise.withResolvers<void>();
    calls.push(answer);
    signals.push(signal);
    return answer.promise;
  };
  const stop = pollWhileVisible(call, 1000, () => true);
  await vi.advanceTimersByTimeAsync(5000);
  expect(calls).toHaveLength(1);
  calls[0]?.resolve();
  await vi.advanceTimersByTimeAsync(1000);
  expect(calls).toHaveLength(2);
  stop();
  expect(signals[1]?.aborted).toBe(true);
  calls[1]?.resolve();
  await vi.advanceTimersByTimeAsync(5000);
  expect(calls).toHaveLength(2);
});

test('nothing is called while the page is hidden', async () => {
  let isVisible = false;
  const call = vi.fn(async () => {});
  const stop = pollWhileVisible(call, 1000, () => isVisible);
  await vi.advanceTimersByTimeAsync(3000);
  expect(call).not.toHaveBeenCalled();
  isVisible = true;
  await vi.advanceTimersByTimeAsync(1000);
  expect(call).toHaveBeenCalledTimes(1);
  stop();
});
