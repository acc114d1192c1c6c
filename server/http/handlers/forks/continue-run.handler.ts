import { continueRun } from '#lib/api/forks.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { isTerminal } from '#lib/run/run-status.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

export const continueRunHandler = defineHandler(continueRun, async ({ params: { id: runId }, body, repos, deps }) => {
  const status = await repos.runs.requestContinue(runId, body);
  if (isTerminal(status)) throw new AppError('run-ended', `Run ${runId} has ended already: ${status}.`, { details: { status } });
  // The command is stored: should this process end before it is applied, the next one applies it.
  await deps.runs.resumeWithDecisions(runId);
  return { status: 202, body: { status: 'continuing' } };
});
