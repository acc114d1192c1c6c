import { monitorEventLoopDelay } from 'node:perf_hooks';

/** How long the event loop may be blocked on a quiet machine, in milliseconds. */
const LIMIT_MS = 200;
/** Milliseconds that the reference machine takes to write and parse 250,000 values of JSON. */
const USUAL_FLOOR_MS = 25;
/** A garbage collection may lengthen one try; slow code is slow in all of them. */
const TRIES = 3;

/** The limit on this machine: a slow one gets as much more time as it takes for plain JSON. */
export function blockLimitMs(): number {
  const values = Array.from({ length: 250_000 }, (_, index) => `value ${index}`);
  const body = JSON.stringify(values);
  const start = performance.now();
  JSON.stringify(JSON.parse(body));
  return LIMIT_MS * Math.max(1, (performance.now() - start) / USUAL_FLOOR_MS);
}

/** The longest event loop block during `work`, in milliseconds: the best of three tries. Stops at one below `limitMs`. */
export async function longestBlockMs(work: () => Promise<unknown>, limitMs: number): Promise<number> {
  const blocks: number[] = [];
  while (blocks.length < TRIES && !blocks.some((ms) => ms < limitMs)) {
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    await work();
    delay.disable();
    blocks.push(delay.max / 1e6);
  }
  return Math.min(...blocks);
}
