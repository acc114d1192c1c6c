import { listModels } from '#lib/api/models.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

export const listModelsHandler = defineHandler(listModels, async ({ deps }) => ({
  status: 200,
  body: { items: deps.models.list() },
}));
