type Callback = () => void;
/** Calls back with every tick until it is stopped. */
type Ticks = (callback: Callback) => () => void;

/**
 * When what has arrived is drawn: after a rest with the very next picture, and from then on with the ticks of the clock that moves the times anyway,
 * for as long as something comes. A page that is drawn with every event is kept from everything else, and nobody reads faster than that clock.
 * Takes one callback at a time.
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
