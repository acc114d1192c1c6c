import { createKnowledgeBase } from '#lib/api/knowledge.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { readBase } from '../../resources/knowledge-resource.ts';

export const createKnowledgeBaseHandler = defineHandler(
  createKnowledgeBase,
  async ({ body, deps: { knowledge }, workspaceId }) => {
    await knowledge.service.createBase(workspaceId, body);
    knowledge.invalidate(workspaceId);
    return { status: 201, body: await readBase(knowledge.service, workspaceId, body.name) };
  },
);
