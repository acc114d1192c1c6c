import type { A2aServiceResource } from '#lib/api/a2a-services.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import type { HandlerContext } from '../../handler-kit/define-handler.ts';
import { loadA2aService, toA2aServiceResource } from '../../resources/a2a-service-resource.ts';

type Shown = Pick<HandlerContext, 'repos' | 'deps' | 'workspaceId'>;

/** Addresses of the published workflows of a workspace. */
export async function publishedSlugs({ deps, workspaceId }: Pick<Shown, 'deps' | 'workspaceId'>): Promise<ReadonlySet<string>> {
  return new Set((await deps.a2aServices.published(workspaceId)).map(({ slug }) => slug));
}

/** A service as it is now. @throws {AppError} `not-found` */
export async function shownService(serviceId: string, context: Shown): Promise<A2aServiceResource> {
  const [record, published] = await Promise.all([loadA2aService(context.repos, serviceId), publishedSlugs(context)]);
  return toA2aServiceResource(record, published);
}

/** @throws {AppError} `not-found` for an address without a published workflow of the workspace */
export async function assertPublished(slug: string | null, context: Shown): Promise<void> {
  if (slug === null || (await publishedSlugs(context)).has(slug)) return;
  throw new AppError('not-found', `There is no published workflow ${slug}.`);
}
