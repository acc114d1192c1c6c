import { deleteToolService } from '#lib/api/tool-services.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { toolServiceNotFound } from '../../resources/load-tool-service.ts';

export const deleteToolServiceHandler = defineHandler(deleteToolService, async ({ params: { id }, repos, deps, workspaceId }) => {
  if (!(await repos.toolServices.remove(id))) throw toolServiceNotFound(id);
  deps.toolServices.invalidate(workspaceId);
  return { status: 204 };
});
