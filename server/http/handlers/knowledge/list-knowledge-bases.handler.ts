import { listKnowledgeBases } from '#lib/api/knowledge.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { toBaseResource } from '../../resources/knowledge-resource.ts';

export const listKnowledgeBasesHandler = defineHandler(listKnowledgeBases, async ({ deps: { knowledge }, workspaceId }) => {
  const { service } = knowledge;
  const [bases, hasVectors] = await Promise.all([service.bases.list(workspaceId), service.hasVectors()]);
  const { embeddings, rerankers } = service.settings;
  return {
    status: 200,
    body: {
      items: bases.map(toBaseResource),
      embeddings: Object.keys(embeddings),
      rerankers: Object.keys(rerankers),
      hasVectors,
    },
  };
});
