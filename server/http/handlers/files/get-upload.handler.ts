import { getUpload } from '#lib/api/files.contract.ts';
import { readerOf } from '../../../db/stores/endpoint-owner.ts';
import { loadUpload } from '../../files/load-upload.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { toUploadResource } from '../../resources/file-resource.ts';

export const getUploadHandler = defineHandler(getUpload, async ({ params, ...context }) => {
  const { deps, workspaceId, endpoint } = context;
  const upload = await loadUpload(params.id, context);
  const file =
    upload.fileId === null ? null : await deps.files.store.index.find(workspaceId, { fileId: upload.fileId }, readerOf(endpoint));
  return { status: 200, body: toUploadResource(upload, file ?? undefined) };
});
