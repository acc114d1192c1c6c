import { expect, test } from 'vitest';
import { makeBeat } from './beat.ts';

/** Timers that strike when told to. */
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

test('all who wait for the same beat are woken by one timer', () => {
  const timers = manualTimers(1003);
  const beat = makeBeat(20, timers);
  const woken: string[] = [];
  beat.wait(() => woken.push('a'), 1);
  timers.goTo(1007);
  expect(woken).toEqual(['a']);
  beat.wait(() => woken.push('b'), 1);
  beat.wait(() => woken.push('c'), 1);
  expect(timers.set.map(({ atMs }) => atMs)).toEqual([1020]);
  timers.goTo(1020);
  expect(woken).toEqual(['a', 'b', 'c']);
});

test('beats are at fixed times, whenever somebody begins to wait', () => {
  const timers = manualTimers(1003);
  const beat = makeBeat(20, timers);
  beat.wait(() => {}, 1);
  beat.wait(() => {}, 3);
  expect(timers.set.map(({ atMs }) => atMs)).toEqual([1020, 1060]);
});

test('a timer that strikes a little early does not make the same beat come twice', () => {
  const timers = manualTimers(1019.4);
  const beat = makeBeat(20, timers);
  beat.wait(() => {}, 1);
  expect(timers.set.map(({ atMs }) => atMs)).toEqual([1040]);
});
