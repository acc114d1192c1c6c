import { retryMemoryTask } from '#lib/api/memory.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

export const retryMemoryTaskHandler = defineHandler(retryMemoryTask, async ({ params: { runId }, deps, workspaceId }) => {
  const { service, wake } = deps.memory;
  if (!(await service.tasks.retry(workspaceId, runId))) throw new AppError('not-found', `No task of run ${runId} has failed.`);
  wake();
  return { status: 204 };
});
