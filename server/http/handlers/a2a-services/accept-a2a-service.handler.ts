import { acceptA2aService } from '#lib/api/a2a-services.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { hashOfCard, loadA2aService } from '../../resources/a2a-service-resource.ts';
import { shownService } from './shown-service.ts';

export const acceptA2aServiceHandler = defineHandler(acceptA2aService, async ({ params, body, ...context }) => {
  const { repos, deps, workspaceId } = context;
  const { serviceId, displayName, found } = await loadA2aService(repos, params.id);
  if (!found || hashOfCard(found) !== body.cardHash)
    throw new AppError('revision-stale', `${displayName} has changed since this was read. Look at its card again.`);
  await repos.a2aServices.change(serviceId, { approved: found, found: null });
  deps.a2aServices.invalidate(workspaceId);
  return { status: 200, body: await shownService(serviceId, context) };
});
