import type { LogLine, RunState } from '#lib/run/run-state.ts';

/** How long, in milliseconds, the whole run did nothing but wait for people; `untilMs` ends a wait that goes on. */
export function waitedMsOf({ log }: Pick<RunState, 'log'>, untilMs: number): number {
  let waitedMs = 0;
  let fromMs: number | undefined;
  for (const line of log) {
    const isWaiting = isStandstill(line);
    if (!isWaiting && line.type !== 'run_resumed' && line.type !== 'done') continue;
    const atMs = Date.parse(line.at);
    if (fromMs !== undefined) waitedMs += atMs - fromMs;
    fromMs = isWaiting ? atMs : undefined;
  }
  return fromMs === undefined ? waitedMs : waitedMs + Math.max(untilMs - fromMs, 0);
}

function isStandstill({ type, status }: LogLine): boolean {
  return type === 'done' && status === 'waiting';
}
