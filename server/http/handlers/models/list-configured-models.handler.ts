import { listConfiguredModels } from '#lib/api/models.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

export const listConfiguredModelsHandler = defineHandler(listConfiguredModels, async ({ deps }) => ({
  status: 200,
  body: { items: deps.modelDirectory.list().slice() },
}));
