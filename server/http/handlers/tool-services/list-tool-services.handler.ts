import { listToolServices } from '#lib/api/tool-services.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { toToolServiceResource } from '../../resources/tool-service-resource.ts';

export const listToolServicesHandler = defineHandler(listToolServices, async ({ repos }) => {
  const services = await repos.toolServices.list();
  return { status: 200, body: { items: services.map(toToolServiceResource) } };
});
