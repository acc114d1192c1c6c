import { getKnowledgeDocument } from '#lib/api/knowledge.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { documentNotFound, requireBase, toDocumentResource } from '../../resources/knowledge-resource.ts';

export const getKnowledgeDocumentHandler = defineHandler(
  getKnowledgeDocument,
  async ({ params, deps, workspaceId, language }) => {
    const { service } = deps.knowledge;
    const { baseId } = await requireBase(service, workspaceId, params.name);
    const document = await service.documents.get(baseId, params.documentId);
    if (!document) throw documentNotFound(params.documentId);
    return { status: 200, body: toDocumentResource(document, language) };
  },
);
