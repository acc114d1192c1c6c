import { listFileVersions } from '#lib/api/files.contract.ts';
import { loadFile } from '../../files/load-file.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

export const listFileVersionsHandler = defineHandler(listFileVersions, async ({ params, ...context }) => {
  const { fileId } = await loadFile(params.id, context);
  const versions = await context.deps.files.store.versions(context.workspaceId, fileId);
  const items = versions.map(({ revision, sizeBytes, sha256, mediaType, changedAt }) => ({
    revision,
    sizeBytes,
    sha256,
    mediaType,
    changedAt: changedAt.toISOString(),
  }));
  return { status: 200, body: { items } };
});
