import type { RunState } from '#lib/run/run-state.ts';

/** How long, in milliseconds, the whole run did nothing but wait for people; `untilMs` ends a wait that goes on. */
export function waitedMsOf({ waitedMs, waitsSince }: Pick<RunState, 'waitedMs' | 'waitsSince'>, untilMs: number): number {
  return waitsSince === undefined ? waitedMs : waitedMs + Math.max(untilMs - Date.parse(waitsSince), 0);
}
