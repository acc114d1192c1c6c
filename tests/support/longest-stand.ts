import { monitorEventLoopDelay } from 'node:perf_hooks';

/** How long anything may hold the event loop on a quiet machine, in milliseconds. */
const LIMIT_MS = 200;
/** What the machine that the limit is for takes to write and parse 250,000 values of JSON. */
const USUAL_FLOOR_MS = 25;
/** Once in a while the collector takes a turn of its own, and what is slow is slow again. */
const TRIES = 3;

/** The limit on this machine: a slow one gets as much more time as it takes for plain JSON. */
export function standLimitMs(): number {
  const values = Array.from({ length: 250_000 }, (_, index) => `value ${index}`);
  const body = JSON.stringify(values);
  const start = performance.now();
  JSON.stringify(JSON.parse(body));
  return LIMIT_MS * Math.max(1, (performance.now() - start) / USUAL_FLOOR_MS);
}

/** The longest that `work` held the event loop, in milliseconds: the best of three tries, ended early by one below `limitMs`. */
export async function longestStandMs(work: () => Promise<unknown>, limitMs: number): Promise<number> {
  const stands: number[] = [];
  while (stands.length < TRIES && !stands.some((ms) => ms < limitMs)) {
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    await work();
    delay.disable();
    stands.push(delay.max / 1e6);
  }
  return Math.min(...stands);
}
