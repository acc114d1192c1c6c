import { deleteKnowledgeDocument } from '#lib/api/knowledge.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { documentNotFound, requireBase } from '../../resources/knowledge-resource.ts';

export const deleteKnowledgeDocumentHandler = defineHandler(deleteKnowledgeDocument, async ({ params, deps, workspaceId }) => {
  const { service } = deps.knowledge;
  const { baseId } = await requireBase(service, workspaceId, params.name);
  if (!(await service.documents.remove(baseId, params.documentId))) throw documentNotFound(params.documentId);
  return { status: 204 };
});
