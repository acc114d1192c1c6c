import { deleteKnowledgeSource } from '#lib/api/knowledge-sources.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { requireBase, sourceNotFound } from '../../resources/knowledge-resource.ts';

export const deleteKnowledgeSourceHandler = defineHandler(deleteKnowledgeSource, async ({ params, deps, workspaceId }) => {
  const { service } = deps.knowledge;
  const { baseId } = await requireBase(service, workspaceId, params.name);
  if (!(await service.sources.remove(baseId, params.sourceId))) throw sourceNotFound(params.sourceId);
  return { status: 204 };
});
