import { copyFiles } from '#lib/api/files.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { answering, toFileResource } from '../../resources/file-resource.ts';

export const copyFilesHandler = defineHandler(copyFiles, async ({ body, deps, workspaceId }) => {
  const { items, to } = body;
  const rows = await answering(async () => deps.files.store.relocate(workspaceId, items, { to, isCopy: true }));
  return { status: 200, body: { items: rows.map(toFileResource) } };
});
