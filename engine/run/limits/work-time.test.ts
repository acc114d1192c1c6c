import { describe, expect, test } from 'vitest';
import { ManualClock } from '#tests/support/manual-clock.ts';
import { WorkTime } from './work-time.ts';

const SECOND = 1000;

function setUp() {
  const clock = new ManualClock();
  const run = new WorkTime(clock);
  const start = (time = run) => {
    const node = time.node();
    node.begin();
    return node;
  };
  return { clock, run, start };
}

describe('the time of work', () => {
  test('counts while one node works and another one waits for several things at once', () => {
    const { clock, run, start } = setUp();
    start();
    const other = start();
    const waits = [other.wait(), other.wait(), other.wait()];
    clock.advance(SECOND);
    expect(run.workedMs).toBe(SECOND);
    for (const end of waits) end();
    clock.advance(SECOND);
    expect(run.workedMs).toBe(2 * SECOND);
  });

  test('does not count while the only node waits for several things, until all have come', () => {
    const { clock, run, start } = setUp();
    const node = start();
    const waits = [node.wait(), node.wait()];
    clock.advance(SECOND);
    waits[0]?.();
    waits[0]?.();
    clock.advance(SECOND);
    expect(run.workedMs).toBe(0);
    waits[1]?.();
    clock.advance(SECOND);
    expect(run.workedMs).toBe(SECOND);
  });

  test('counts after a node has ended in the middle of a wait, which may end later', () => {
    const { clock, run, start } = setUp();
    const left = start();
    const end = left.wait();
    left.end();
    const next = start();
    clock.advance(SECOND);
    end();
    next.wait();
    clock.advance(SECOND);
    expect(run.workedMs).toBe(SECOND);
  });

  test('of a part counts for what is around it', () => {
    const { clock, run, start } = setUp();
    const part = run.part();
    const [inside, wait] = [start(part), start().wait()];
    clock.advance(SECOND);
    inside.wait();
    clock.advance(SECOND);
    expect([part.workedMs, run.workedMs]).toEqual([SECOND, SECOND]);
    wait();
  });
});
