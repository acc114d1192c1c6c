import { setEmbedding } from '#lib/api/settings.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { basesWithEmbedding } from '../../resources/knowledge-resource.ts';

export const setEmbeddingHandler = defineHandler(setEmbedding, async ({ params: { name }, body, deps, workspaceId }) => {
  const { studioSettings, knowledge } = deps;
  const stored = studioSettings.read().embeddings.find(({ value }) => value.name === name)?.value;
  const isOther = stored && (stored.model !== body.model || stored.dimensions !== (body.dimensions ?? null));
  const [base] = isOther ? await basesWithEmbedding(knowledge.service, workspaceId, name) : [];
  if (base !== undefined) {
    const message = `The knowledge base ${base} has vectors of this model: give another model another name`;
    throw new AppError('body-invalid', `body.model: ${message}`, { details: { problems: [{ path: 'body.model', message }] } });
  }
  await studioSettings.setEmbedding(name, body);
  return { status: 200, body: studioSettings.read() };
});
