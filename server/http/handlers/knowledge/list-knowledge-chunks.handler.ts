import { listKnowledgeChunks } from '#lib/api/knowledge.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { nextCursor, readOffset } from '../../protocol/offset-cursor.ts';
import { documentNotFound, requireBase, toChunkResource } from '../../resources/knowledge-resource.ts';

export const listKnowledgeChunksHandler = defineHandler(listKnowledgeChunks, async ({ params, query, deps, workspaceId }) => {
  const { service } = deps.knowledge;
  const { baseId } = await requireBase(service, workspaceId, params.name);
  const document = await service.documents.get(baseId, params.documentId);
  if (!document) throw documentNotFound(params.documentId);
  const { limit, cursor } = query;
  const offset = readOffset(cursor);
  const rows = await service.chunks.list(params.documentId, { offset, limit: limit + 1 });
  const items = rows.slice(0, limit).map(toChunkResource);
  return { status: 200, body: { items, nextCursor: rows.length > limit ? nextCursor(offset + limit) : null } };
});
