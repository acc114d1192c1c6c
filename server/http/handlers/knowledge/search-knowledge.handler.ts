import { searchKnowledge } from '#lib/api/knowledge.contract.ts';
import { elapsedTime } from '#lib/async/elapsed-time.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { answeringKnowledge } from '../../resources/knowledge-resource.ts';

const SEARCH_TIMEOUT_MS = 120_000;

export const searchKnowledgeHandler = defineHandler(searchKnowledge, async ({ params: { name }, body, deps, workspaceId }) => {
  const { context, ...query } = body;
  const elapsed = elapsedTime(deps.clock);
  const { passages, retrieval } = await answeringKnowledge(() =>
    deps.knowledge.service.search(
      workspaceId,
      { ...query, base: name, hasContext: context },
      { signal: AbortSignal.timeout(SEARCH_TIMEOUT_MS), meter: deps.meters({ workspaceId, runId: undefined }) },
    ),
  );
  return {
    status: 200,
    body: { passages: passages.map((passage) => ({ ...passage })), retrieval, durationMs: Math.round(elapsed()) },
  };
});
