import type { RunState } from '#lib/run/run-state.ts';

/** How long, in milliseconds, the whole run only waited for approvals; `untilMs` ends an open wait. */
export function waitedMsOf({ waitedMs, waitsSince }: Pick<RunState, 'waitedMs' | 'waitsSince'>, untilMs: number): number {
  return waitsSince === undefined ? waitedMs : waitedMs + Math.max(untilMs - Date.parse(waitsSince), 0);
}
