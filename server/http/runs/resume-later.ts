import { AppError } from '#lib/errors/app-error.ts';
import type { Logger } from '#lib/ports/logger.ts';
import type { RunService } from '#lib/ports/run-service.ts';

type Resuming = { readonly runs: Pick<RunService, 'resumeWithDecisions'>; readonly log: Pick<Logger, 'error'> };

/** Resumes a run whose decision is stored. Should this fail, the sweep does it later. */
export function resumeLater(runId: string, { runs, log }: Resuming): void {
  runs.resumeWithDecisions(runId).catch((error: unknown) => {
    // the server is shutting down, and the next one takes it up
    if (AppError.is(error) && error.code === 'unavailable') return;
    log.error('a run could not be resumed with its decision', { runId, error });
  });
}
