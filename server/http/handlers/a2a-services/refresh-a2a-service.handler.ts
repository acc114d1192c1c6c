import { refreshA2aService } from '#lib/api/a2a-services.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { loadA2aService } from '../../resources/a2a-service-resource.ts';
import { shownService } from './shown-service.ts';

export const refreshA2aServiceHandler = defineHandler(refreshA2aService, async ({ params, ...context }) => {
  const { repos, deps, workspaceId } = context;
  const service = await loadA2aService(repos, params.id);
  if (service.slug !== null)
    throw new AppError(
      'body-invalid',
      `${service.displayName} is a published workflow of this workspace, which has no card to read.`,
    );
  await deps.a2aServices.refresh(workspaceId, service);
  return { status: 200, body: await shownService(service.serviceId, context) };
});
