import { listKnowledgeDocuments } from '#lib/api/knowledge.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { nextCursor, readOffset } from '../../protocol/offset-cursor.ts';
import { requireBase, toDocumentResource } from '../../resources/knowledge-resource.ts';

export const listKnowledgeDocumentsHandler = defineHandler(
  listKnowledgeDocuments,
  async ({ params, query, deps, workspaceId, language }) => {
    const { service } = deps.knowledge;
    const { baseId } = await requireBase(service, workspaceId, params.name);
    const { search, status, limit, cursor } = query;
    const offset = readOffset(cursor);
    const { rows, total } = await service.documents.list(baseId, { search, status, offset, limit });
    const hasMore = offset + rows.length < total;
    return {
      status: 200,
      body: {
        items: rows.map((row) => toDocumentResource(row, language)),
        nextCursor: hasMore ? nextCursor(offset + rows.length) : null,
        total,
      },
    };
  },
);
