/** What a beat needs of time; tests hand in their own. */
export type BeatTimers = { now(): number; after(ms: number, callback: () => void): void };

export type Beat = {
  /** The time, in beats. */
  now(): number;
  /** Calls `wake` at a later beat, together with all others who wait for the same one. */
  wait(wake: () => void, beats: number): void;
};

const systemTimers: BeatTimers = {
  now: () => performance.now(),
  after: (ms, callback) => void setTimeout(callback, ms),
};

/**
 * One beat for all streams of the process, at fixed times of the clock: what arrived since the last one goes on together, so twenty streams
 * wake parser, log and sockets once. Timers run only while someone waits.
 */
export function makeBeat(everyMs: number, timers: BeatTimers = systemTimers): Beat {
  const waiting = new Map<number, (() => void)[]>();
  const now = () => timers.now() / everyMs;
  return {
    now,
    wait(wake, beats) {
      // The nearest beat counts as the one that is now: timers strike up to a millisecond early.
      const at = Math.round(now()) + beats;
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
