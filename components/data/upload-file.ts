import { apiClient } from '#components/data/api-client.ts';
import { ApiError } from '#lib/api/api-error.ts';
import type { FileResource } from '#lib/api/files.contract.ts';

/** Larger files are sent in pieces, so that a cut connection loses one piece at most. */
const SINGLE_BYTES = 16 * 1024 * 1024;
/** A multiple of the server's parts. */
const PIECE_BYTES = 32 * 1024 * 1024;
const ATTEMPTS = 5;
const FIRST_PAUSE_MS = 500;

type UploadFile = {
  readonly file: File;
  readonly path: string;
  readonly signal: AbortSignal;
  readonly onProgress: (sentBytes: number) => void;
};

/**
 * Uploads a file; a taken name gets a number. A large one continues after a lost connection.
 * @throws {ApiError} when the server refuses it, or does not answer five times
 */
export async function uploadFile({ file, path, signal, onProgress }: UploadFile): Promise<FileResource> {
  if (file.size <= SINGLE_BYTES) {
    const query = { path, onExisting: 'rename' } as const;
    const { items } = await apiClient.uploadFiles({ query, content: file }, { signal, onSent: onProgress });
    return items[0] as FileResource;
  }
  const body = { path, sizeBytes: file.size, onExisting: 'rename', ...(file.type !== '' && { mediaType: file.type }) } as const;
  const { uploadId } = await apiClient.beginUpload({ body }, { signal });
  try {
    return await sendPieces({ file, uploadId, signal, onProgress });
  } catch (error) {
    // Otherwise the server keeps its parts for a day.
    await apiClient.cancelUpload({ params: { id: uploadId } }).catch(() => {});
    throw error;
  }
}

async function sendPieces({
  file,
  uploadId,
  signal,
  onProgress,
}: Omit<UploadFile, 'path'> & { uploadId: string }): Promise<FileResource> {
  const params = { id: uploadId };
  let offset = 0;
  for (let failed = 0; ; ) {
    try {
      const content = file.slice(offset, offset + PIECE_BYTES);
      const from = offset;
      const onSent = (sentBytes: number) => onProgress(from + sentBytes);
      const upload = await apiClient.continueUpload({ params, query: { offset }, content }, { signal, onSent });
      if (upload.file) return upload.file;
      offset = upload.offsetBytes;
      failed = 0;
      onProgress(offset);
    } catch (error) {
      if (signal.aborted || !mayHelpToRepeat(error) || ++failed >= ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS * 2 ** failed));
      offset = await apiClient.getUpload({ params }, { signal }).then(
        (upload) => upload.offsetBytes,
        () => offset,
      );
      onProgress(offset);
    }
  }
}

function mayHelpToRepeat(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500 || error.code === 'revision-stale');
}
