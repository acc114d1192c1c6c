import { updateKnowledgeChunk } from '#lib/api/knowledge.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { requireBase, toChunkResource } from '../../resources/knowledge-resource.ts';

export const updateKnowledgeChunkHandler = defineHandler(updateKnowledgeChunk, async ({ params, body, deps, workspaceId }) => {
  const { service } = deps.knowledge;
  const base = await requireBase(service, workspaceId, params.name);
  await service.changeChunk(base, params.chunkId, body);
  const chunk = await service.chunks.get(base.baseId, params.chunkId);
  if (!chunk) throw new AppError('not-found', `The knowledge base has no chunk '${params.chunkId}'.`);
  return { status: 200, body: toChunkResource(chunk) };
});
