import { listFileVersions } from '#lib/api/files.contract.ts';
import { leavingVersions, loadFile } from '../../files/load-file.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

export const listFileVersionsHandler = defineHandler(listFileVersions, async ({ params, ...context }) => {
  const versions = await leavingVersions(await loadFile(params.id, context), context);
  const items = versions.map(({ revision, sizeBytes, sha256, mediaType, changedAt }) => ({
    revision,
    sizeBytes,
    sha256,
    mediaType,
    changedAt: changedAt.toISOString(),
  }));
  return { status: 200, body: { items } };
});
