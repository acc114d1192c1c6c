import type { RunOutcome, StartedRun } from '#lib/ports/run-service.ts';
import { isShortWait, SILENT_WAIT_MS } from '#lib/run/short-wait.ts';
import { followRun } from './follow-run.ts';

type Sources = Omit<Parameters<typeof followRun>[1], 'isPassing'>;

/** Whether a run that waits continues so soon that its caller gets the result instead. */
export function isPassing(outcome: RunOutcome): boolean {
  return isShortWait(outcome, { nowMs: Date.now(), mostMs: SILENT_WAIT_MS });
}

/** The end of a run for a request that is answered in one piece: short waits for a time are no end. */
export async function answeredOutcome(started: StartedRun, sources: Sources): Promise<RunOutcome> {
  const outcome = await started.outcome;
  return isPassing(outcome) ? followRun(started.runId, { ...sources, isPassing }).outcome : outcome;
}
