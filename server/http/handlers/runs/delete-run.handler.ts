import { deleteRun } from '#lib/api/runs.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

export const deleteRunHandler = defineHandler(deleteRun, async ({ params: { id: runId }, repos }) => {
  const status = await repos.runs.delete(runId);
  if (status === 'deleted') return { status: 204 };
  throw new AppError('run-active', `Run ${runId} is ${status}. Stop it before you delete it.`, { details: { status } });
});
