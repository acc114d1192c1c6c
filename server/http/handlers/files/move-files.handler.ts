import { moveFiles } from '#lib/api/files.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { answering, toFileResource } from '../../resources/file-resource.ts';

export const moveFilesHandler = defineHandler(moveFiles, async ({ body, deps, workspaceId }) => {
  const { items, to } = body;
  const rows = await answering(async () => deps.files.store.relocate(workspaceId, items, { to, isCopy: false }));
  return { status: 200, body: { items: rows.map(toFileResource) } };
});
