import { cancelUpload } from '#lib/api/files.contract.ts';
import { loadUpload } from '../../files/load-upload.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

export const cancelUploadHandler = defineHandler(cancelUpload, async ({ params, ...context }) => {
  const { uploadId } = await loadUpload(params.id, context);
  await context.deps.files.uploads.cancel(context.workspaceId, uploadId);
  return { status: 204 };
});
