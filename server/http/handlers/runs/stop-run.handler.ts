import { stopRun } from '#lib/api/runs.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { isTerminal, type RunStatus } from '#lib/run/run-status.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { loadRunHead } from '../../resources/run-resource.ts';

/** How long the response waits for the run to stop. */
const STOP_GRACE_MS = 2000;

export const stopRunHandler = defineHandler(stopRun, async ({ params: { id: runId }, deps, ...context }) => {
  const { repos } = context;
  if (context.endpoint) await loadRunHead(runId, context);
  const status = await repos.runs.requestStop(runId);
  if (isTerminal(status)) throw runEnded(runId, status);
  const stopped = await deps.runs.stop(runId, { graceMs: STOP_GRACE_MS });
  if (stopped === 'stopping') return { status: 202, body: { status: 'stopping' } };
  // The run may have ended by itself before the command reached it.
  const run = await loadRunHead(runId, context);
  if (!isTerminal(run.status)) return { status: 202, body: { status: 'stopping' } };
  if (run.status !== 'cancelled') throw runEnded(runId, run.status);
  return { status: 200, body: { status: 'stopped' } };
});

function runEnded(runId: string, status: RunStatus): AppError {
  return new AppError('run-ended', `Run ${runId} has ended already: ${status}.`, { details: { status } });
}
