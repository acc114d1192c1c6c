import { continueUpload } from '#lib/api/files.contract.ts';
import { loadUpload } from '../../files/load-upload.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { answering, toUploadResource } from '../../resources/file-resource.ts';

export const continueUploadHandler = defineHandler(continueUpload, async ({ params, query, ...context }) => {
  const { deps, workspaceId } = context;
  const { uploadId } = await loadUpload(params.id, context);
  const appended = await answering(() =>
    deps.files.uploads.append(workspaceId, uploadId, { offsetBytes: query.offset, content: context.upload.bytes }),
  );
  return { status: 200, body: toUploadResource(appended.upload, appended.file) };
});
