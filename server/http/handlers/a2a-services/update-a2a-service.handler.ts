import { updateA2aService } from '#lib/api/a2a-services.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { a2aServiceNotFound, loadA2aService } from '../../resources/a2a-service-resource.ts';
import { assertCredential } from '../../workflows/assert-credential.ts';
import { assertPublished, shownService } from './shown-service.ts';

/** Another agent answers at another address: what was accepted does not hold there. */
const AS_NEW = { approved: null, found: null, problem: null, privateHost: null, refreshedAt: null };

export const updateA2aServiceHandler = defineHandler(updateA2aService, async ({ params, body, ...context }) => {
  const { repos, deps, workspaceId } = context;
  const service = await loadA2aService(repos, params.id);
  const other = service.url === null ? 'url' : 'slug';
  if (body[other] !== undefined)
    throw new AppError(
      'body-invalid',
      `body.${other}: ${service.name} has ${service.url === null ? 'the address of a published workflow' : 'the address of an agent'}, and no other`,
    );
  await assertCredential(body.credentialId, repos);
  if (body.slug !== undefined) await assertPublished(body.slug, context);
  const moved = body.url === undefined || body.url === service.url ? undefined : { ...AS_NEW, url: body.url };
  const { user, url: _, ...settings } = body;
  const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
  // The same address is not written: another request may have moved the service meanwhile.
  const change = { ...given, ...(user !== undefined && { endUser: user }), ...moved };
  if (!(await repos.a2aServices.change(service.serviceId, change))) throw a2aServiceNotFound(service.serviceId);
  deps.a2aServices.invalidate(workspaceId);
  return { status: 200, body: await shownService(service.serviceId, context) };
});
