import { saveModel } from '#lib/api/models.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { assertCredential } from '../../workflows/assert-credential.ts';

export const saveModelHandler = defineHandler(saveModel, async ({ params, body, repos, deps }) => {
  await assertCredential(body.credentialId, repos);
  return { status: 200, body: await deps.modelDirectory.save(params.name, body) };
});
