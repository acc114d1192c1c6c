import { removeModel } from '#lib/api/models.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

export const removeModelHandler = defineHandler(removeModel, async ({ params, deps }) => {
  await deps.modelDirectory.remove(params.name);
  return { status: 204 };
});
