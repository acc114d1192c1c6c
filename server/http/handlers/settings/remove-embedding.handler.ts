import { removeEmbedding } from '#lib/api/settings.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { basesWithEmbedding, embeddingNotFound } from '../../resources/knowledge-resource.ts';

export const removeEmbeddingHandler = defineHandler(removeEmbedding, async ({ params: { name }, deps, workspaceId }) => {
  const { studioSettings, knowledge } = deps;
  if (!studioSettings.read().embeddings.some(({ value }) => value.name === name)) throw embeddingNotFound(name);
  const [base] = await basesWithEmbedding(knowledge.service, workspaceId, name);
  if (base !== undefined) {
    const message = `The knowledge base ${base} uses this embedding model: choose another one there first`;
    throw new AppError('body-invalid', `params.name: ${message}`, { details: { problems: [{ path: 'params.name', message }] } });
  }
  await studioSettings.setEmbedding(name, null);
  return { status: 200, body: studioSettings.read() };
});
