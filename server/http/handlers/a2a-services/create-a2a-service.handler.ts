import { createA2aService } from '#lib/api/a2a-services.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { assertCredential } from '../../workflows/assert-credential.ts';
import { assertPublished, shownService } from './shown-service.ts';

export const createA2aServiceHandler = defineHandler(createA2aService, async ({ body, ...context }) => {
  const { repos, deps, workspaceId } = context;
  const { user: endUser, displayName = body.name, ...settings } = body;
  await assertCredential(body.credentialId, repos);
  await assertPublished(body.slug, context);
  const serviceId = deps.newId('a2a');
  await repos.a2aServices.create({ ...settings, serviceId, displayName, endUser });
  deps.a2aServices.invalidate(workspaceId);
  return { status: 201, body: await shownService(serviceId, context) };
});
