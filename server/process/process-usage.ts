import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { z } from 'zod';

export const processUsageSchema = z.object({
  version: z.string(),
  /** Of one core: 1.5 is one and a half of them. */
  cpuShare: z.number().nonnegative(),
  memoryBytes: z.number().nonnegative(),
  /** The longest that the event loop was held up since the last reading. */
  loopDelayMs: z.number().nonnegative(),
});
export type ProcessUsage = z.output<typeof processUsageSchema>;

/** Each tick wakes the process, an idle one too. */
const RESOLUTION_MS = 50;

/** @returns what this process used since it was last called */
export function makeProcessUsage(version: string): () => ProcessUsage {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  let cpu = process.cpuUsage();
  let sinceMs = performance.now();
  return () => {
    const nowMs = performance.now();
    const { user, system } = process.cpuUsage(cpu);
    const usage = {
      version,
      cpuShare: Math.round((user + system) / Math.max(1, nowMs - sinceMs) / 10) / 100,
      memoryBytes: process.memoryUsage.rss(),
      // The histogram measures the time between two ticks of a timer, including its interval.
      loopDelayMs: Math.max(0, Math.round(delays.max / 1e6 - RESOLUTION_MS)),
    };
    delays.reset();
    [cpu, sinceMs] = [process.cpuUsage(), nowMs];
    return usage;
  };
}
