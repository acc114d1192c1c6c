import { saveModel } from '#lib/api/models.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

export const saveModelHandler = defineHandler(saveModel, async ({ params, body, deps }) => ({
  status: 200,
  body: await deps.modelDirectory.save(params.name, body),
}));
