import { expect, test } from 'vitest';
import { createBatchClock } from './batch-clock.ts';

/** Timers that tests fire. */
function manualTimers(startMs: number) {
  let nowMs = startMs;
  const set: { atMs: number; callback: () => void }[] = [];
  return {
    set,
    now: () => nowMs,
    after: (ms: number, callback: () => void) => void set.push({ atMs: nowMs + ms, callback }),
    goTo(ms: number) {
      nowMs = ms;
      for (const timer of set.splice(0)) timer.callback();
    },
  };
}

test('all waits for one tick share a timer', () => {
  const timers = manualTimers(1003);
  const clock = createBatchClock(20, timers);
  const woken: string[] = [];
  clock.wait(() => woken.push('a'), 1);
  timers.goTo(1007);
  expect(woken).toEqual(['a']);
  clock.wait(() => woken.push('b'), 1);
  clock.wait(() => woken.push('c'), 1);
  expect(timers.set.map(({ atMs }) => atMs)).toEqual([1020]);
  timers.goTo(1020);
  expect(woken).toEqual(['a', 'b', 'c']);
});

test('ticks are at fixed times, whenever a wait begins', () => {
  const timers = manualTimers(1003);
  const clock = createBatchClock(20, timers);
  clock.wait(() => {}, 1);
  clock.wait(() => {}, 3);
  expect(timers.set.map(({ atMs }) => atMs)).toEqual([1020, 1060]);
});

test('a timer that fires slightly early repeats no tick', () => {
  const timers = manualTimers(1019.4);
  const clock = createBatchClock(20, timers);
  clock.wait(() => {}, 1);
  expect(timers.set.map(({ atMs }) => atMs)).toEqual([1040]);
});
