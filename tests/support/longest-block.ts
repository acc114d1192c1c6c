/** How long anything may block the event loop, in milliseconds of CPU time on a reference machine. */
export const BLOCK_LIMIT_MS = 200;
/** CPU time of the reference machine for stringifying and parsing 250,000 JSON values. */
const REFERENCE_MS = 25;
/** A garbage collection may slow down one attempt; slow code is slow in every attempt. */
const ATTEMPTS = 4;

/** CPU time of this thread, in milliseconds: load by other processes hardly counts. */
const cpuMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

const text = JSON.stringify(Array.from({ length: 250_000 }, (_, index) => `value ${index}`));

/** How many times slower than the reference machine this one is now, at least 1. */
function slowness(): number {
  const start = cpuMs();
  JSON.stringify(JSON.parse(text));
  return Math.max(1, (cpuMs() - start) / REFERENCE_MS);
}

/**
 * CPU time of the longest turn of the event loop during `work`: the least of several attempts, ended by the
 * first below the limit. A time above the limit is scaled to the reference machine; one below it needs no
 * scaling, which costs more CPU than most work.
 */
export async function longestBlockMs(work: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  let before = 1;
  for (let left = ATTEMPTS; left > 0 && least >= BLOCK_LIMIT_MS; left--) {
    const watch = measureTurns();
    await work();
    const longest = watch.stop();
    if (longest < BLOCK_LIMIT_MS) return longest;
    const after = slowness();
    least = Math.min(least, longest / Math.max(before, after));
    before = after;
  }
  return least;
}

/** Looking at every turn would keep a core busy while the work waits. Between two looks is at most one long turn. */
const LOOK_EVERY_MS = 4;

function measureTurns(): { stop: () => number } {
  let longestMs = 0;
  let sinceMs = cpuMs();
  const look = () => {
    const nowMs = cpuMs();
    longestMs = Math.max(longestMs, nowMs - sinceMs);
    sinceMs = nowMs;
  };
  const looks = setInterval(look, LOOK_EVERY_MS);
  return {
    stop: () => {
      clearInterval(looks);
      return Math.max(longestMs, cpuMs() - sinceMs);
    },
  };
}
