import { listOfferedModels } from '#lib/api/models.contract.ts';
import { wordError } from '#lib/i18n/word-error.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { assertCredential } from '../../workflows/assert-credential.ts';

export const listOfferedModelsHandler = defineHandler(listOfferedModels, async ({ params, body, repos, deps, language }) => {
  await assertCredential(body.credentialId, repos);
  const { items, problem } = await deps.modelDirectory.listOffered(params.name, body);
  return { status: 200, body: { items: items.slice(), problem: problem && wordError(problem, language) } };
});
