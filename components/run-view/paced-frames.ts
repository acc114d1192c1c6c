type Callback = () => void;
/** Calls back with every tick until it is stopped. */
type Ticks = (callback: Callback) => () => void;

/**
 * Schedules renders of arrived events: after a pause in the next frame, then with the ticks of the clock that renders
 * times anyway. Rendering every event would block the page. Takes one callback at a time.
 */
export function pacedFrames(onNextFrame: (callback: Callback) => void, onTick: Ticks): (callback: Callback) => void {
  let isResting = true;
  let waiting: Callback | undefined;
  return (callback) => {
    if (!isResting) {
      waiting = callback;
      return;
    }
    isResting = false;
    onNextFrame(callback);
    const stop = onTick(() => {
      const due = waiting;
      waiting = undefined;
      if (due) return due();
      isResting = true;
      stop();
    });
  };
}
