import { readToolService } from '#lib/api/tool-services.contract.ts';
import { loadSource } from '../../../tool-services/load-source.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { toOperations } from '../../resources/tool-service-resource.ts';

export const readToolServiceHandler = defineHandler(readToolService, async ({ body, deps }) => {
  const { title, description, serverUrl, operations, skipped, suggested } = await loadSource(body, deps.toolServices.fetch);
  return {
    status: 200,
    body: {
      title,
      description,
      serverUrl,
      operations: toOperations(operations, suggested),
      skipped: skipped.map((one) => ({ ...one })),
    },
  };
});
