import { listKnowledgeQuestions } from '#lib/api/knowledge-questions.contract.ts';
import { MAX_QUESTIONS } from '../../../knowledge/measure-base.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { requireBase, toQuestion } from '../../resources/knowledge-resource.ts';

export const listKnowledgeQuestionsHandler = defineHandler(listKnowledgeQuestions, async ({ params, deps, workspaceId }) => {
  const { service } = deps.knowledge;
  const { baseId } = await requireBase(service, workspaceId, params.name);
  return { status: 200, body: { items: (await service.questions.list(baseId, MAX_QUESTIONS)).map(toQuestion) } };
});
