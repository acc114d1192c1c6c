import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '#lib/errors/app-error.ts';
import type { EventHub } from '#lib/ports/event-hub.ts';
import type { RunOutcome, RunService, StartedRun } from '#lib/ports/run-service.ts';
import { isTerminal } from '#lib/run/run-status.ts';
import type { RunRepository } from '../../db/repositories/run-repository.ts';

/** Poll interval for runs whose events the hub may not publish, in milliseconds. */
const LOOK_EVERY_MS = 1000;

type Sources = {
  readonly hub: Pick<EventHub, 'subscribe'>;
  readonly runs: Pick<RunService, 'readOutcome'>;
  readonly stored: Pick<RunRepository, 'get'>;
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

async function outcomeOf(runId: string, { hub, runs, stored }: Sources): Promise<RunOutcome> {
  let wake = () => {};
  const leaveHub = hub.subscribe(runId, (events) => events.at(-1)?.type === 'done' && wake());
  try {
    for (;;) {
      const published = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const run = await stored.get(runId);
      if (!run) throw new AppError('run-not-found', `Run ${runId} is kept no longer.`);
      const isOver = isTerminal(run.status) || run.status === 'waiting';
      const outcome = isOver ? await runs.readOutcome(runId) : undefined;
      if (outcome) return outcome;
      await Promise.race([published, wait(LOOK_EVERY_MS, undefined, { ref: false })]);
    }
  } finally {
    leaveHub();
  }
}
