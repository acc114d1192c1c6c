import { setKnowledgeQuestions } from '#lib/api/knowledge-questions.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { requireBase } from '../../resources/knowledge-resource.ts';

export const setKnowledgeQuestionsHandler = defineHandler(setKnowledgeQuestions, async ({ params, body, deps, workspaceId }) => {
  const { service } = deps.knowledge;
  const base = await requireBase(service, workspaceId, params.name);
  const rows = body.items.map((item) => ({ ...item, questionId: deps.newId('kq') }));
  await service.questions.replaceAll(base, rows);
  return { status: 200, body };
});
