import { expect, test, vi } from 'vitest';
import { Clock } from './clock.ts';

test('a clock ticks for all subscribers together, and stops without any', () => {
  vi.useFakeTimers();
  const clock = new Clock(100);
  const ticks: string[] = [];
  const leaves = ['a', 'b'].map((name) => clock.subscribe(() => ticks.push(name)));
  vi.advanceTimersByTime(200);
  expect(ticks).toEqual(['a', 'b', 'a', 'b']);
  leaves[0]?.();
  vi.advanceTimersByTime(100);
  expect(ticks.slice(4)).toEqual(['b']);
  leaves[1]?.();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

test('its tick may change while there are subscribers, and its time is rounded to the tick', () => {
  vi.useFakeTimers({ now: 1_000_130 });
  const clock = new Clock(100);
  let ticks = 0;
  const leave = clock.subscribe(() => ticks++);
  expect(clock.read()).toBe(1_000_100);
  clock.setTick(250);
  expect(clock.read()).toBe(1_000_000);
  vi.advanceTimersByTime(1000);
  expect(ticks).toBe(4);
  leave();
  clock.setTick(100);
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});
