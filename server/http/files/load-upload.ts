import { AppError } from '#lib/errors/app-error.ts';
import { canRead } from '#lib/run/owner.ts';
import { readerOf } from '../../db/stores/endpoint-owner.ts';
import type { UploadRow } from '../../db/stores/upload-store.ts';
import type { HandlerContext } from '../handler-kit/define-handler.ts';

/** An upload of the workspace, with a key one that it began. @throws {AppError} `not-found` */
export async function loadUpload(uploadId: string, { deps, workspaceId, endpoint }: HandlerContext): Promise<UploadRow> {
  const upload = await deps.files.uploads.get(workspaceId, uploadId);
  if (canRead(readerOf(endpoint), upload.owner)) return upload;
  throw new AppError('not-found', `There is no upload ${uploadId}; it may have been idle for too long. Begin it again.`);
}
