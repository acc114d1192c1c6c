import { createToolService } from '#lib/api/tool-services.contract.ts';
import { loadSource } from '../../../tool-services/load-source.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { assertCredential, assertOperations, invalidService, loadToolService } from '../../resources/load-tool-service.ts';
import { toToolServiceResource } from '../../resources/tool-service-resource.ts';

export const createToolServiceHandler = defineHandler(createToolService, async ({ body, repos, deps, workspaceId }) => {
  const { id, credentialId = null } = body;
  const source = await loadSource(body, deps.toolServices.fetch);
  const { operations, recipe, failure, suggested } = source;
  const serverUrl = body.serverUrl ?? source.serverUrl;
  if (serverUrl === null) throw invalidService('serverUrl', 'The document does not say where its API is: give the address');
  if (serverUrl.includes('{')) throw invalidService('serverUrl', `Replace the words in braces by your own: ${serverUrl}`);
  const chosen = body.operations ?? suggested;
  assertOperations(operations, chosen);
  await assertCredential(repos, credentialId);
  const title = body.title ?? source.title;
  await repos.toolServices.create({ id, title, serverUrl, credentialId, recipe, failure, operations, chosen });
  deps.toolServices.invalidate(workspaceId);
  return { status: 201, body: toToolServiceResource(await loadToolService(repos, id)) };
});
