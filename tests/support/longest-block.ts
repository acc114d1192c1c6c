import { threadCpuMs } from './thread-cpu.ts';

/** How long anything may block the event loop, in milliseconds of CPU time on a reference machine. */
export const BLOCK_LIMIT_MS = 200;
/** CPU time of the reference machine for stringifying and parsing 250,000 JSON values. */
const REFERENCE_JSON_MS = 25;
/** The same for 200,000 links through memory that no cache holds. An estimate of 75 ns a read, not measured. */
const REFERENCE_LINKS_MS = 15;
/** Work that grows with the square of its input is slower than this. */
export const MOST_SLOWNESS = 8;
/** A garbage collection may slow down one attempt; slow code is slow in every attempt. */
const ATTEMPTS = 6;

const text = JSON.stringify(Array.from({ length: 250_000 }, (_, index) => `value ${index}`));

function workThroughJson(): void {
  JSON.stringify(JSON.parse(text));
}

/** Made when it is first needed, and before it is measured. */
let links: Float64Array | undefined;

/** Each read needs the one before and misses the caches, as walks through large documents do. */
function followLinks(links: Float64Array): number {
  let place = 0;
  for (let step = 0; step < 200_000; step++) place = links[place] ?? 0;
  return place;
}

/** One cycle through all places, in the order of a linear congruential generator with a full period. */
function scatterLinks(count: number): Float64Array {
  return new Float64Array(count).map((_, place) => (Math.imul(place, 1_664_525) + 12_345) & (count - 1));
}

/**
 * How many times slower than the reference machine this one is now, at least 1. Beside busy neighbours the
 * memory of a virtual machine may be three times as slow while its cores are as fast as ever.
 */
function slowness(): number {
  links ??= scatterLinks(2 ** 23);
  const scattered = links;
  const slower = [cpuMsOf(workThroughJson) / REFERENCE_JSON_MS, cpuMsOf(() => followLinks(scattered)) / REFERENCE_LINKS_MS];
  return Math.min(MOST_SLOWNESS, Math.max(1, ...slower));
}

function cpuMsOf(work: () => unknown): number {
  const start = threadCpuMs();
  work();
  return threadCpuMs() - start;
}

/**
 * CPU time of the longest turn of the event loop during `work`: the least of several attempts, ended by the
 * first below the limit. A time above the limit is scaled to the reference machine; one below it needs no
 * scaling, which costs more CPU than most work.
 */
export async function longestBlockMs(work: () => Promise<unknown>, attempts = ATTEMPTS): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  let before = 1;
  for (let left = attempts; left > 0 && least >= BLOCK_LIMIT_MS; left--) {
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
  let sinceMs = threadCpuMs();
  const look = () => {
    const nowMs = threadCpuMs();
    longestMs = Math.max(longestMs, nowMs - sinceMs);
    sinceMs = nowMs;
  };
  const looks = setInterval(look, LOOK_EVERY_MS);
  return {
    stop: () => {
      clearInterval(looks);
      return Math.max(longestMs, threadCpuMs() - sinceMs);
    },
  };
}
