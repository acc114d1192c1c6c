import { expect, test } from 'vitest';
import { SweepTimer } from './sweep-timer.ts';

/** Sleeps end when the test says so; aborted ones at once. */
function manualClock() {
  let nowMs = 1000;
  const sleeps: { untilMs: number; wake: () => void }[] = [];
  return {
    now: () => nowMs,
    sleep: (ms: number, signal: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        sleeps.push({ untilMs: nowMs + ms, wake: resolve });
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
    sleeps,
    pass: (ms: number) => {
      nowMs += ms;
      for (const { untilMs, wake } of sleeps) if (untilMs <= nowMs) wake();
    },
  };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('a run that waits for an earlier time moves the next sweep, and one that waits longer does not', async () => {
  const clock = manualClock();
  const timer = new SweepTimer(clock);
  let isOver = false;
  const next = timer.untilNext(30_000, new AbortController().signal).then(() => {
    isOver = true;
  });
  timer.moveTo(90_000);
  timer.moveTo(6000);
  await turn();
  expect(clock.sleeps.map(({ untilMs }) => untilMs)).toEqual([31_000, 6000]);
  clock.pass(4999);
  await turn();
  expect(isOver).toBe(false);
  clock.pass(1);
  await next;
});

test('a time that was stored while a sweep ran is kept, and sweeps are never closer than half a second', async () => {
  const clock = manualClock();
  const timer = new SweepTimer(clock);
  timer.begin();
  timer.moveTo(1100);
  const next = timer.untilNext(30_000, new AbortController().signal);
  expect(clock.sleeps.map(({ untilMs }) => untilMs)).toEqual([1500]);
  clock.pass(500);
  await next;
});

test('a closed engine does not wait for its next sweep', async () => {
  const closing = new AbortController();
  const next = new SweepTimer(manualClock()).untilNext(30_000, closing.signal);
  closing.abort();
  await next;
});
