import { listA2aServices } from '#lib/api/a2a-services.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { toA2aServiceResource } from '../../resources/a2a-service-resource.ts';
import { publishedSlugs } from './shown-service.ts';

export const listA2aServicesHandler = defineHandler(listA2aServices, async (context) => {
  const [services, published] = await Promise.all([context.repos.a2aServices.list(), publishedSlugs(context)]);
  return { status: 200, body: { items: services.map((service) => toA2aServiceResource(service, published)) } };
});
