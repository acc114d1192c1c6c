import { updateKnowledgeDocument } from '#lib/api/knowledge.contract.ts';
import { pickDefined } from '#lib/run/pick-defined.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { documentNotFound, requireBase, toDocumentResource } from '../../resources/knowledge-resource.ts';

export const updateKnowledgeDocumentHandler = defineHandler(
  updateKnowledgeDocument,
  async ({ params, body, deps, workspaceId, language }) => {
    const { service } = deps.knowledge;
    const { baseId } = await requireBase(service, workspaceId, params.name);
    await service.documents.change(baseId, params.documentId, pickDefined(body, 'isEnabled', 'metadata'));
    const document = await service.documents.get(baseId, params.documentId);
    if (!document) throw documentNotFound(params.documentId);
    return { status: 200, body: toDocumentResource(document, language) };
  },
);
