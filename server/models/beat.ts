export type Beat = {
  readonly everyMs: number;
  /** Runs `flush` at the next beat, with all others that wait for it. */
  wait(flush: () => void): void;
};

/**
 * One beat for all streams of the process: what arrived since the last one goes on together, so twenty streams wake parser, log and
 * sockets once. The timer runs only while someone waits.
 */
export function makeBeat(everyMs: number): Beat {
  let due = new Set<() => void>();
  const strike = () => {
    const flushes = due;
    due = new Set();
    for (const flush of flushes) flush();
  };
  return {
    everyMs,
    wait(flush) {
      due.add(flush);
      if (due.size === 1) setTimeout(strike, everyMs);
    },
  };
}
