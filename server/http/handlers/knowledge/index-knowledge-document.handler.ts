import { indexKnowledgeDocument } from '#lib/api/knowledge.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { documentNotFound, requireBase, toDocumentResource } from '../../resources/knowledge-resource.ts';

export const indexKnowledgeDocumentHandler = defineHandler(
  indexKnowledgeDocument,
  async ({ params, deps, workspaceId, language }) => {
    const { service } = deps.knowledge;
    const { baseId } = await requireBase(service, workspaceId, params.name);
    await service.queue(baseId, params.documentId);
    const document = await service.documents.get(baseId, params.documentId);
    if (!document) throw documentNotFound(params.documentId);
    return { status: 202, body: toDocumentResource(document, language) };
  },
);
