import { AppError } from '#lib/errors/app-error.ts';
import type { EventHub } from '#lib/ports/event-hub.ts';
import type { RunOutcome, RunService, StartedRun } from '#lib/ports/run-service.ts';
import { isTerminal } from '#lib/run/run-status.ts';
import type { RunRepository } from '../../db/repositories/run-repository.ts';
import { wakeOnEvents } from './wake-on-events.ts';

type Sources = {
  readonly hub: Pick<EventHub, 'subscribe'>;
  readonly runs: Pick<RunService, 'readOutcome'>;
  readonly stored: Pick<RunRepository, 'getHead'>;
  /** Ends the wait for the outcome, which rejects then. @defaultValue none */
  readonly signal?: AbortSignal | undefined;
  /** Waits that are no outcome. @defaultValue none */
  readonly isPassing?: ((outcome: RunOutcome) => boolean) | undefined;
};

/** The outcome of a stored run; any process may execute it. */
export function followRun(runId: string, sources: Sources): StartedRun {
  let outcome: Promise<RunOutcome> | undefined;
  return {
    runId,
    accepted: Promise.resolve(),
    isElsewhere: true,
    // Most callers follow the events or come back later: only who waits for the end listens for it.
    get outcome() {
      outcome ??= outcomeOf(runId, sources);
      return outcome;
    },
  };
}

async function outcomeOf(runId: string, { hub, runs, stored, signal, isPassing }: Sources): Promise<RunOutcome> {
  for await (const _ of wakeOnEvents(runId, { hub, signal, concerns: (events) => events.at(-1)?.type === 'done' })) {
    const run = await stored.getHead(runId);
    if (!run) throw new AppError('run-not-found', `Run ${runId} is kept no longer.`);
    const isOver = isTerminal(run.status) || run.status === 'waiting';
    const outcome = isOver ? await runs.readOutcome(runId) : undefined;
    if (outcome && !isPassing?.(outcome)) return outcome;
  }
  throw new AppError('unavailable', `The client of run ${runId} is gone.`);
}
