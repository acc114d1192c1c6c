import { tryModel } from '#lib/api/models.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

export const tryModelHandler = defineHandler(tryModel, async ({ params, body, deps }) => ({
  status: 200,
  body: await deps.modelDirectory.tryEntry(params.name, body),
}));
