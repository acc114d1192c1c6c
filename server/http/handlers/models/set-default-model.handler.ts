import { setDefaultModel } from '#lib/api/models.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

export const setDefaultModelHandler = defineHandler(setDefaultModel, async ({ body, deps }) => {
  await deps.modelDirectory.setDefault(body.name);
  return { status: 204 };
});
