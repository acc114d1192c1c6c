/**
 * Crash counts of a run whose process died before the run made progress. A possible poison run is
 * executed apart from others. The next crash adds one, or confirms it where the process had no other
 * run. A confirmed one fails.
 */
export const POISON_CRASH_COUNT = { possible: 2, confirmed: 4 } as const;

/**
 * Uptime of a process before it executes a possible poison run. A process that crashes sooner has
 * another cause, so repeated kills of a process fail none of its runs.
 */
export const POISON_RUN_MIN_UPTIME_MS = 3000;
