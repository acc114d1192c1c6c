import { getKnowledgeBase } from '#lib/api/knowledge.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { readBase } from '../../resources/knowledge-resource.ts';

export const getKnowledgeBaseHandler = defineHandler(getKnowledgeBase, async ({ params, deps, workspaceId }) => ({
  status: 200,
  body: await readBase(deps.knowledge.service, workspaceId, params.name),
}));
