import { testModel } from '#lib/api/models.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

export const testModelHandler = defineHandler(testModel, async ({ params, deps }) => ({
  status: 200,
  body: await deps.modelDirectory.tryOut(params.name),
}));
