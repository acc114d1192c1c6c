import type { FileResource, UploadResource } from '#lib/api/files.contract.ts';
import { AppError, type ErrorCode } from '#lib/errors/app-error.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import { keyIdOf } from '#lib/run/owner.ts';
import type { FileRow } from '../../db/stores/file-rows.ts';
import type { UploadRow } from '../../db/stores/upload-store.ts';

export function toFileResource(row: FileRow): FileResource {
  const { fileId, path, mediaType, sizeBytes, sha256, revision, createdAt, changedAt, runId, nodeId, owner } = row;
  return {
    fileId,
    name: path.slice(path.lastIndexOf('/') + 1),
    path,
    mediaType,
    sizeBytes,
    sha256,
    revision,
    createdAt: createdAt.toISOString(),
    changedAt: changedAt.toISOString(),
    source: { runId, nodeId, keyId: runId === null ? keyIdOf(owner) : null },
  };
}

export function toUploadResource(
  { uploadId, path, sizeBytes, offsetBytes, partBytes }: UploadRow,
  file?: FileRow,
): UploadResource {
  return { uploadId, path, sizeBytes, offsetBytes, partBytes, file: file ? toFileResource(file) : null };
}

/** Errors of the API for those of files; others are errors of the server. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  'path-refused': 'body-invalid',
  'file-not-found': 'not-found',
  'file-too-large': 'body-too-large',
  'file-exists': 'name-taken',
  'file-changed': 'revision-stale',
  'file-failed': 'unavailable',
};

/** Runs work on files, whose failures become errors of the API. @throws {AppError} */
export async function answering<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = NodeFailure.is(error) ? CODES[error.code] : undefined;
    if (code === undefined) throw error;
    const { message, hint, path = 'path' } = error as NodeFailure;
    const problems = [{ path, message, ...(hint !== undefined && { hint }) }];
    throw new AppError(code, `${message}.${hint === undefined ? '' : ` ${hint}.`}`, { cause: error, details: { problems } });
  }
}
