import { testEmbedding } from '#lib/api/settings.contract.ts';
import { elapsedTime } from '#lib/async/elapsed-time.ts';
import { embedTexts } from '../../../knowledge/embed-texts.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { answeringKnowledge, embeddingNotFound } from '../../resources/knowledge-resource.ts';

const TIMEOUT_MS = 60_000;

export const testEmbeddingHandler = defineHandler(testEmbedding, async ({ params: { name }, deps, workspaceId }) => {
  const { embeddings } = deps.knowledge.service.settings;
  const config = Object.hasOwn(embeddings, name) ? embeddings[name] : undefined;
  if (!config) throw embeddingNotFound(name);
  const meter = deps.meters({ workspaceId, runId: undefined });
  const elapsed = elapsedTime(deps.clock);
  const [vector = []] = await answeringKnowledge(() =>
    embedTexts(['Hello'], { name, config, purpose: 'query', signal: AbortSignal.timeout(TIMEOUT_MS), meter }),
  );
  return { status: 200, body: { dimensions: vector.length, durationMs: Math.round(elapsed()) } };
});
