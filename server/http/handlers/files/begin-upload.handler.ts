import { beginUpload } from '#lib/api/files.contract.ts';
import { callerOwner } from '../../../db/stores/endpoint-owner.ts';
import { ownPath } from '../../files/own-path.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { answering, toUploadResource } from '../../resources/file-resource.ts';

export const beginUploadHandler = defineHandler(beginUpload, async ({ body, ...context }) => {
  const { deps, workspaceId, endpoint } = context;
  if (endpoint) await deps.publishing.keyAuthenticator.checkUploadRate(endpoint);
  const { path, sizeBytes, mediaType } = body;
  const upload = await answering(() =>
    deps.files.uploads.begin(workspaceId, {
      uploadId: deps.newId('up'),
      path: ownPath(path, context),
      sizeBytes,
      mediaType,
      onExisting: endpoint ? 'rename' : body.onExisting,
      owner: callerOwner(endpoint),
    }),
  );
  return { status: 201, body: toUploadResource(upload) };
});
