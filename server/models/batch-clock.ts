/** Timers of a batch clock; tests pass their own. */
export type BatchTimers = { now(): number; after(ms: number, callback: () => void): void };

export type BatchClock = {
  /** The time, in ticks. */
  now(): number;
  /** Calls `wake` after a number of ticks, together with all others that wait for the same tick. */
  wait(wake: () => void, ticks: number): void;
};

const systemTimers: BatchTimers = {
  now: () => performance.now(),
  after: (ms, callback) => void setTimeout(callback, ms),
};

/**
 * One clock for all streams of the process: what arrived since the last tick is handed on together,
 * so that twenty streams wake parser, log and sockets once. Timers run only during a wait.
 */
export function createBatchClock(everyMs: number, timers: BatchTimers = systemTimers): BatchClock {
  const waiting = new Map<number, (() => void)[]>();
  const now = () => timers.now() / everyMs;
  return {
    now,
    wait(wake, ticks) {
      // Rounded, because timers fire up to a millisecond early.
      const at = Math.round(now()) + ticks;
      const others = waiting.get(at);
      if (others) {
        others.push(wake);
        return;
      }
      const wakes = [wake];
      waiting.set(at, wakes);
      timers.after((at - now()) * everyMs, () => {
        waiting.delete(at);
        for (const one of wakes) one();
      });
    },
  };
}
