import { streamDeployment } from '#lib/api/published.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { startDeployment } from '../../start/start-deployment.ts';

export const streamDeploymentHandler = defineHandler(streamDeployment, async ({ headers, body, ...context }) => {
  const answer = await startDeployment({ headers, body: { ...body, mode: 'stream' }, surface: 'stream' }, context);
  if (!('status' in answer)) return answer;
  if (answer.status === 204) return { status: 204 };
  throw new AppError('internal', 'A run that was started as a stream was answered otherwise.');
});
