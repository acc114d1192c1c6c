import { deleteA2aService } from '#lib/api/a2a-services.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { a2aServiceNotFound } from '../../resources/a2a-service-resource.ts';

export const deleteA2aServiceHandler = defineHandler(deleteA2aService, async ({ params, repos, deps, workspaceId }) => {
  if (!(await repos.a2aServices.remove(params.id))) throw a2aServiceNotFound(params.id);
  deps.a2aServices.invalidate(workspaceId);
  return { status: 204 };
});
