import { expect, test } from 'vitest';
import { RefusalPace, type RefusalPaceLimits } from './refusal-pace.ts';

const setUp = (limits: Partial<RefusalPaceLimits> = {}) => {
  const delays: number[] = [];
  const clock = {
    nowMs: 0,
    now: () => clock.nowMs,
    sleep: async (ms: number) => void delays.push(ms),
  };
  const pace = new RefusalPace({ clock, limits: { perSecond: 10, burst: 3, maxDelayMs: 1000, maxWaiting: 5, ...limits } });
  const refuse = (address: string) => pace.wait(address, new AbortController().signal);
  return { clock, delays, refuse };
};

test('the first refusals of an address are answered at once, further ones at a pace, and no later than the longest delay', async () => {
  const { delays, refuse } = setUp();
  for (let count = 0; count < 3; count++) await refuse('203.0.113.9');
  expect(delays).toEqual([]);
  for (let count = 0; count < 12; count++) await refuse('203.0.113.9');
  expect(delays.slice(0, 3)).toEqual([100, 200, 300]);
  expect(delays.slice(-2)).toEqual([1000, 1000]);
  delays.length = 0;
  await refuse('203.0.113.10');
  expect(delays).toEqual([]);
});

test('an address that is refused no more begins anew, and one network of IPv6 is one address', async () => {
  const { clock, delays, refuse } = setUp();
  for (let count = 0; count < 4; count++) await refuse(`2001:db8:1:2::${count}`);
  expect(delays).toEqual([100]);
  clock.nowMs = 10_000;
  for (let count = 0; count < 3; count++) await refuse('2001:db8:1:2::9');
  expect(delays).toEqual([100]);
});

test('beyond as many as may wait, refusals are answered at once, and a client that leaves frees its wait', async () => {
  let waiting = 0;
  const clock = {
    now: () => 0,
    sleep: (_: number, signal?: AbortSignal) =>
      new Promise<void>((_resolve, reject) => {
        waiting++;
        signal?.addEventListener('abort', () => {
          waiting--;
          reject(signal.reason);
        });
      }),
  };
  const pace = new RefusalPace({ clock, limits: { perSecond: 1, burst: 0, maxWaiting: 2 } });
  const gone = new AbortController();
  const waits = [1, 2].map(() => pace.wait('203.0.113.9', gone.signal));
  await pace.wait('203.0.113.9', gone.signal);
  expect(waiting).toBe(2);
  gone.abort();
  await Promise.all(waits);
  void pace.wait('203.0.113.9', new AbortController().signal);
  expect(waiting).toBe(1);
});
