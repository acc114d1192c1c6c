import { updateToolService } from '#lib/api/tool-services.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { assertCredential, assertOperations, loadToolService } from '../../resources/load-tool-service.ts';
import { toToolServiceResource } from '../../resources/tool-service-resource.ts';

export const updateToolServiceHandler = defineHandler(
  updateToolService,
  async ({ params: { id }, body, repos, deps, workspaceId }) => {
    const { operations } = await loadToolService(repos, id);
    const { operations: chosen, title, serverUrl, credentialId, isEnabled } = body;
    if (chosen) assertOperations(operations, chosen);
    if (credentialId !== undefined) await assertCredential(repos, credentialId);
    await repos.toolServices.change(id, {
      ...(title !== undefined && { title }),
      ...(serverUrl !== undefined && { serverUrl }),
      ...(credentialId !== undefined && { credentialId }),
      ...(isEnabled !== undefined && { isEnabled }),
      ...(chosen && { chosen }),
    });
    deps.toolServices.invalidate(workspaceId);
    return { status: 200, body: toToolServiceResource(await loadToolService(repos, id)) };
  },
);
