import { updateKnowledgeBase } from '#lib/api/knowledge.contract.ts';
import { pickDefined } from '#lib/run/pick-defined.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { readBase } from '../../resources/knowledge-resource.ts';

const keys = ['title', 'description', 'isEnabled', 'embedding', 'reranker', 'chunkChars'] as const;

export const updateKnowledgeBaseHandler = defineHandler(
  updateKnowledgeBase,
  async ({ params: { name }, body, deps: { knowledge }, workspaceId }) => {
    await knowledge.service.changeBase(workspaceId, name, pickDefined(body, ...keys));
    knowledge.invalidate(workspaceId);
    return { status: 200, body: await readBase(knowledge.service, workspaceId, name) };
  },
);
