import { AppError } from '#lib/errors/app-error.ts';
import type { Logger } from '#lib/ports/logger.ts';
import type { StartedRun } from '#lib/ports/run-service.ts';

/**
 * Logs the run whose outcome could not be recorded and that no caller waits for. The outcome of a run that another
 * process executes is not read: that would make this process wait for it.
 */
export function logLostOutcome(started: StartedRun, log: Pick<Logger, 'error'>): void {
  if (started.isElsewhere) return;
  const { runId, outcome } = started;
  outcome.catch(async (error: unknown) => {
    // This process is shutting down; the run resumes at the next start.
    if (AppError.is(error) && error.code === 'unavailable') return;
    // A second start of the same event: the first one has stored the run and executes it.
    if (AppError.is(error) && error.code === 'lease-lost' && !(await isAccepted(started))) return;
    log.error('a run could not be recorded to its end', { runId, error });
  });
}

function isAccepted({ accepted }: StartedRun): Promise<boolean> {
  return accepted.then(
    () => true,
    () => false,
  );
}
