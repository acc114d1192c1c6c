import { deleteFiles } from '#lib/api/files.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { answering } from '../../resources/file-resource.ts';

export const deleteFilesHandler = defineHandler(deleteFiles, async ({ body, deps, workspaceId }) => {
  const deleted = await answering(async () => deps.files.store.remove(workspaceId, body.items));
  return { status: 200, body: { deleted } };
});
