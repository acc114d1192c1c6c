import { setTimeout as delay } from 'node:timers/promises';
import type { RunOutcome } from '#lib/ports/run-service.ts';
import { isPassing } from './answered-outcome.ts';
import { followRun } from './follow-run.ts';

/** Longest wait for a run that has its decision to leave what it waited for. */
const RESUME_LIMIT_MS = 30_000;
const LOOK_EVERY_MS = 100;

type Sources = Parameters<typeof followRun>[1] & {
  /** Ends the wait, which rejects then. */
  readonly signal: AbortSignal;
};

/**
 * How a run ends, or what else it waits for longer, after a decision of each of `decided`.
 * @param decided ids of actions; empty for a run of which none was just decided
 */
export async function outcomeAfter(runId: string, decided: ReadonlySet<string>, sources: Sources): Promise<RunOutcome> {
  const until = performance.now() + RESUME_LIMIT_MS;
  for (;;) {
    const end = await followRun(runId, { ...sources, isPassing }).outcome;
    const isStill = end.approvals?.some(({ actionId }) => decided.has(actionId)) === true;
    if (!isStill || performance.now() > until || sources.signal.aborted) return end;
    await delay(LOOK_EVERY_MS, undefined, { signal: sources.signal });
  }
}
