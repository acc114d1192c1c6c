import { deleteKnowledgeBase } from '#lib/api/knowledge.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { requireBase } from '../../resources/knowledge-resource.ts';

export const deleteKnowledgeBaseHandler = defineHandler(
  deleteKnowledgeBase,
  async ({ params: { name }, deps: { knowledge }, workspaceId }) => {
    await requireBase(knowledge.service, workspaceId, name);
    await knowledge.service.removeBase(workspaceId, name);
    knowledge.invalidate(workspaceId);
    return { status: 204 };
  },
);
