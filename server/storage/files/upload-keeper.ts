import { randomUUID } from 'node:crypto';
import type { IHasher } from 'hash-wasm';
import { AppError } from '#lib/errors/app-error.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import { mediaTypeOf, parseMediaType } from '#lib/run/media-type.ts';
import type { Owner } from '#lib/run/owner.ts';
import type { FileRow, OnExisting } from '../../db/stores/file-rows.ts';
import type { UploadRow, UploadStore } from '../../db/stores/upload-store.ts';
import { PART_BYTES } from '../blobs/blob-store.ts';
import { cutIntoParts } from './cut-into-parts.ts';
import { tooLarge } from './file-failure.ts';
import { type FileStore, newPartKey, pathOf } from './file-store.ts';

export type BeginUpload = {
  readonly uploadId: string;
  readonly path: string;
  readonly sizeBytes: number;
  readonly mediaType?: string | undefined;
  readonly onExisting: OnExisting;
  readonly owner: Owner;
};

/**
 * Uploads in several requests, to any process of the installation. What arrived of a request that
 * was cut stays, up to the last complete part. The hash continues from its saved state, so content
 * is read once.
 */
export class UploadKeeper {
  readonly #files: FileStore;
  readonly #store: UploadStore;

  constructor({ files, store }: { files: FileStore; store: UploadStore }) {
    this.#files = files;
    this.#store = store;
  }

  /** @throws {NodeFailure} `path-refused`, `file-too-large` */
  async begin(workspaceId: WorkspaceId, { path: given, mediaType, ...upload }: BeginUpload): Promise<UploadRow> {
    const path = pathOf(given);
    const { maxBytes } = this.#files;
    if (upload.sizeBytes > maxBytes)
      throw tooLarge(path, { sizeBytes: upload.sizeBytes, maxBytes, setting: 'files.max_upload_bytes' });
    const type = parseMediaType(mediaType) ?? mediaTypeOf(path);
    await this.#store.create(workspaceId, { ...upload, path, mediaType: type, partBytes: PART_BYTES });
    return this.get(workspaceId, upload.uploadId);
  }

  /** @throws {AppError} `not-found` */
  async get(workspaceId: WorkspaceId, uploadId: string): Promise<UploadRow> {
    const row = await this.#store.find(workspaceId, uploadId);
    if (!row) throw noUpload(uploadId);
    return row;
  }

  /**
   * Appends a stream at `offsetBytes`, and makes the file once all bytes are there.
   * @throws {AppError} `revision-stale` when the upload is at another offset, or another request
   * continued it meanwhile; `body-invalid` for more bytes than were announced
   */
  async append(
    workspaceId: WorkspaceId,
    uploadId: string,
    { offsetBytes, content }: { offsetBytes: number; content: AsyncIterable<Uint8Array> },
  ): Promise<{ upload: UploadRow; file: FileRow | undefined }> {
    const writer = randomUUID();
    const upload = await this.#store.claim(workspaceId, uploadId, writer);
    if (!upload) throw noUpload(uploadId);
    if (upload.fileId !== null) return { upload, file: await this.#files.get(workspaceId, { fileId: upload.fileId }) };
    if (upload.offsetBytes !== offsetBytes) throw atOtherOffset(upload);
    const hash = await openHash(upload);
    let at = offsetBytes;
    for await (const part of wholeParts(content, upload)) {
      hash.update(part);
      await this.#appendPart(workspaceId, upload, { writer, part, at, hash });
      at += part.byteLength;
    }
    const stored = await this.get(workspaceId, uploadId);
    if (stored.offsetBytes < stored.sizeBytes) return { upload: stored, file: undefined };
    return { upload: stored, file: await this.#finish(workspaceId, stored, hash.digest('hex')) };
  }

  /** @returns false when there is no such upload */
  async cancel(workspaceId: WorkspaceId, uploadId: string): Promise<boolean> {
    const parts = await this.#store.remove(workspaceId, uploadId);
    if (parts === null) return false;
    await this.#files.index.discard(parts);
    return true;
  }

  /** Forgets uploads that were begun and left. */
  async removeIdle(before: Date): Promise<void> {
    await this.#files.index.discard(await this.#store.removeIdle(before));
  }

  async #appendPart(
    workspaceId: WorkspaceId,
    { uploadId }: UploadRow,
    { writer, part, at, hash }: { writer: string; part: Uint8Array; at: number; hash: IHasher },
  ): Promise<void> {
    const key = newPartKey(workspaceId);
    const { blobs } = this.#files;
    await blobs.put(key, part);
    const hashState = Buffer.from(hash.save()).toString('base64');
    const isMine = await this.#store.append(uploadId, {
      writer,
      part: key,
      offsetBytes: at,
      partSizeBytes: part.byteLength,
      hashState,
    });
    if (isMine) return;
    await blobs.remove([key]);
    throw new AppError(
      'revision-stale',
      'Another request continued or cancelled this upload meanwhile. Ask for its offset and continue there.',
    );
  }

  async #finish(workspaceId: WorkspaceId, upload: UploadRow, sha256: string): Promise<FileRow> {
    const { uploadId, path, onExisting, parts, partBytes, sizeBytes, mediaType, owner } = upload;
    const content = { parts, partBytes, sizeBytes, sha256, mediaType };
    const { row } = await this.#files.put(workspaceId, path, { content, onExisting, source: { owner }, uploadId });
    return row;
  }
}

async function openHash({ hashState }: UploadRow): Promise<IHasher> {
  const { createSHA256 } = await import('hash-wasm');
  const hash = (await createSHA256()).init();
  return hashState === null ? hash : hash.load(Buffer.from(hashState, 'base64'));
}

/** Complete parts, and the end of the file. An incomplete part of a cut stream is dropped. */
async function* wholeParts(
  content: AsyncIterable<Uint8Array>,
  { offsetBytes, sizeBytes, partBytes }: UploadRow,
): AsyncGenerator<Uint8Array> {
  let at = offsetBytes;
  for await (const part of cutIntoParts(content, partBytes)) {
    at += part.byteLength;
    if (at > sizeBytes)
      throw new AppError('body-invalid', `The upload has more than the ${sizeBytes} bytes that were announced.`);
    if (part.byteLength === partBytes || at === sizeBytes) yield part;
  }
}

function atOtherOffset({ offsetBytes }: UploadRow): AppError {
  return new AppError('revision-stale', `The upload continues at byte ${offsetBytes}.`, { details: { offsetBytes } });
}

function noUpload(uploadId: string): AppError {
  return new AppError('not-found', `There is no upload ${uploadId}; it may have been idle for too long. Begin it again.`);
}
