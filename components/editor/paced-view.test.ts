import { expect, test, vi } from 'vitest';
import { PacedView } from '#components/editor/paced-view.ts';
import { emptyRunView, type RunView } from '#components/run/run-feed.ts';
import { initialRunState, type RunState } from '#lib/run/run-state.ts';

type Shown = ConstructorParameters<typeof PacedView>[0];

const viewOf = (run: Partial<RunState>): RunView => ({
  ...emptyRunView,
  connection: 'live',
  run: { ...initialRunState, ...run },
});

/** A run that is shown by hand, and a clock that ticks by hand. */
function setUp() {
  let view = viewOf({ status: 'running', lastSeq: 1 });
  const onView = new Set<() => void>();
  const onTick = new Set<() => void>();
  const join = (listeners: Set<() => void>) => (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const shown = { readView: () => view, subscribeToView: join(onView) } as Shown;
  const paced = new PacedView(shown, join(onTick));
  const listener = vi.fn();
  const stop = paced.subscribe(listener);
  const show = (run: Partial<RunState>) => {
    view = viewOf(run);
    for (const tell of onView) tell();
  };
  const tick = () => {
    for (const tell of onTick) tell();
  };
  return { paced, listener, show, tick, stop, onTick, onView };
}

test('what comes in between two ticks is told once, with the tick', () => {
  const { paced, listener, show, tick } = setUp();
  show({ status: 'running', lastSeq: 2 });
  show({ status: 'running', lastSeq: 3 });
  expect(listener).not.toHaveBeenCalled();
  expect(paced.read().run.lastSeq).toBe(1);
  tick();
  expect(listener).toHaveBeenCalledTimes(1);
  expect(paced.read().run.lastSeq).toBe(3);
});

test('that the run has ended is told at once, and nothing more with the tick', () => {
  const { paced, listener, show, tick, onTick } = setUp();
  show({ status: 'running', lastSeq: 2 });
  show({ status: 'succeeded', lastSeq: 3 });
  expect(paced.read().run.status).toBe('succeeded');
  tick();
  expect(listener).toHaveBeenCalledTimes(1);
  expect(onTick.size).toBe(0);
});

test('nobody is listened to, and no clock runs, once nobody looks', () => {
  const { show, stop, onTick, onView } = setUp();
  show({ status: 'running', lastSeq: 2 });
  expect(onTick.size).toBe(1);
  stop();
  expect(onTick.size + onView.size).toBe(0);
});
