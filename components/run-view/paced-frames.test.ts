import { expect, test } from 'vitest';
import { pacedFrames } from '#components/run-view/paced-frames.ts';

function setUp() {
  const frames: (() => void)[] = [];
  const ticks = new Set<() => void>();
  const drawn: string[] = [];
  const soon = pacedFrames(
    (callback) => frames.push(callback),
    (callback) => {
      ticks.add(callback);
      return () => ticks.delete(callback);
    },
  );
  const tick = () => {
    for (const callback of [...ticks]) callback();
  };
  return { soon: (what: string) => soon(() => drawn.push(what)), frame: () => frames.shift()?.(), tick, ticks, drawn };
}

test('a change after an idle interval is drawn in the next frame', () => {
  const { soon, frame, drawn } = setUp();
  soon('first');
  frame();
  expect(drawn).toEqual(['first']);
});

test('further changes are drawn at clock ticks, not in the frames between', () => {
  const { soon, frame, tick, drawn } = setUp();
  soon('first');
  frame();
  soon('second');
  frame();
  expect(drawn).toEqual(['first']);
  tick();
  expect(drawn).toEqual(['first', 'second']);
});

test('after a tick without a change it stops, and unsubscribes from the clock', () => {
  const { soon, frame, tick, ticks, drawn } = setUp();
  soon('first');
  frame();
  tick();
  expect(ticks.size).toBe(0);
  soon('second');
  frame();
  expect(drawn).toEqual(['first', 'second']);
});
