import { createHash, randomUUID } from 'node:crypto';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import { mediaTypeOf, parseMediaType } from '#lib/run/media-type.ts';
import { type Reader, WORKSPACE_OWNER } from '#lib/run/owner.ts';
import type { FileIndex, FolderRow, ListFiles } from '../../db/stores/file-index.ts';
import type {
  FileContent,
  FileRow,
  FileSource,
  FileTarget,
  FileVersionRow,
  OnExisting,
  PutFile,
} from '../../db/stores/file-rows.ts';
import { blobFailure } from '../blobs/blob-failure.ts';
import { type BlobStore, type ByteRange, PART_BYTES } from '../blobs/blob-store.ts';
import { confinedNames } from '../confined-path.ts';
import { cutIntoParts } from './cut-into-parts.ts';
import { idNotFound, notFound, tooLarge } from './file-failure.ts';

export type FileStoreOptions = {
  readonly index: FileIndex;
  readonly blobs: BlobStore;
  /** Of one file. */
  readonly maxBytes: number;
  readonly newFileId: (prefix: 'file' | 'art') => string;
};

export type WriteFile = {
  readonly path: string;
  readonly content: AsyncIterable<Uint8Array>;
  /** @defaultValue by the ending of the path */
  readonly mediaType?: string | undefined;
  readonly source?: Partial<FileSource> | undefined;
  /** What happens where there is a file at the path. @defaultValue 'replace' */
  readonly onExisting?: OnExisting | undefined;
  readonly ifRevision?: number | undefined;
  /** @defaultValue the limit of the store */
  readonly maxBytes?: number | undefined;
};

const NO_SOURCE: FileSource = { runId: null, nodeId: null, owner: WORKSPACE_OWNER };

/**
 * The files of all workspaces: an index in the database, and content in a blob store. Nothing is
 * held in memory but one part of a stream. Content is complete before the index names it.
 * @throws {NodeFailure} `path-refused`, `file-not-found`, `file-too-large`, `file-exists`,
 * `file-changed`, `file-failed`
 */
export class FileStore {
  readonly index: FileIndex;
  readonly blobs: BlobStore;
  readonly maxBytes: number;
  readonly #newFileId: FileStoreOptions['newFileId'];

  constructor({ index, blobs, maxBytes, newFileId }: FileStoreOptions) {
    this.index = index;
    this.blobs = blobs;
    this.maxBytes = maxBytes;
    this.#newFileId = newFileId;
  }

  async write(workspaceId: WorkspaceId, file: WriteFile): Promise<{ row: FileRow; isNew: boolean }> {
    const path = pathOf(file.path);
    const content = await this.#store(workspaceId, path, file);
    try {
      return await this.put(workspaceId, path, { ...file, content });
    } catch (error) {
      await this.#undo(error, content.parts);
      throw error;
    }
  }

  /**
   * A refusal has stored nothing. After any other error, as of a connection that broke, the index may name the content:
   * it is deleted later unless it does.
   */
  async #undo(error: unknown, parts: readonly string[]): Promise<void> {
    await (NodeFailure.is(error) ? this.blobs.remove(parts) : this.index.discard(parts)).catch(() => {});
  }

  /** A file of content that is stored already. */
  async put(
    workspaceId: WorkspaceId,
    path: string,
    {
      content,
      source,
      onExisting = 'replace',
      ifRevision,
      uploadId,
    }: Pick<WriteFile, 'source' | 'onExisting' | 'ifRevision'> & Pick<PutFile, 'uploadId'> & { content: FileContent },
  ): Promise<{ row: FileRow; isNew: boolean }> {
    const from = { ...NO_SOURCE, ...source };
    const newFileId = this.#newFileId(from.runId === null ? 'file' : 'art');
    return this.index.put(workspaceId, { ...content, ...from, path: pathOf(path), onExisting, ifRevision, newFileId, uploadId });
  }

  /** @throws {NodeFailure} `file-not-found`, also for one of which the reader may read nothing */
  async get(workspaceId: WorkspaceId, which: { fileId: string } | { path: string }, reader?: Reader): Promise<FileRow> {
    const wanted = 'path' in which ? { path: pathOf(which.path) } : which;
    const row = await this.index.find(workspaceId, wanted, reader);
    if (row) return row;
    throw 'path' in wanted ? notFound(wanted.path) : idNotFound(wanted.fileId);
  }

  /**
   * The bytes of a file or of an earlier version of it. Those of a whole file are compared with its hash before the
   * last of them is given, so that a reader who gets all has what was stored.
   * @defaultValue `range`: all
   * @throws {NodeFailure} `file-failed`
   */
  async *read(content: FileContent, range?: ByteRange): AsyncGenerator<Uint8Array> {
    const start = range?.start ?? 0;
    const end = Math.min(range?.end ?? content.sizeBytes, content.sizeBytes);
    const bytes = this.#readParts(content, { start, end });
    yield* start === 0 && end === content.sizeBytes ? verified(bytes, content.sha256) : bytes;
  }

  async *#readParts({ parts, partBytes, sizeBytes }: FileContent, { start, end }: ByteRange): AsyncGenerator<Uint8Array> {
    for (const [index, part] of parts.entries()) {
      const partStart = index * partBytes;
      const partEnd = Math.min(partStart + partBytes, sizeBytes);
      if (partEnd <= start || partStart >= end) continue;
      yield* this.blobs.read(part, { start: Math.max(start - partStart, 0), end: Math.min(end, partEnd) - partStart });
    }
  }

  /** All bytes. @throws {NodeFailure} `file-too-large`, before anything is read */
  async readWhole(row: FileContent & { readonly path?: string }, maxBytes: number, setting: string): Promise<Uint8Array> {
    if (row.sizeBytes > maxBytes) throw tooLarge(row.path ?? '', { sizeBytes: row.sizeBytes, maxBytes, setting });
    const chunks: Uint8Array[] = [];
    for await (const chunk of this.read(row)) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  list(workspaceId: WorkspaceId, query: ListFiles): Promise<{ rows: FileRow[]; total: number }> {
    return this.index.list(workspaceId, query);
  }

  async tree(workspaceId: WorkspaceId): Promise<{ version: number; folders: FolderRow[] }> {
    const version = await this.index.version(workspaceId);
    return { version, folders: await this.index.folders(workspaceId) };
  }

  versions(workspaceId: WorkspaceId, fileId: string, reader?: Reader): Promise<FileVersionRow[]> {
    return this.index.versions(workspaceId, fileId, reader);
  }

  /** Moves or copies into a folder, or to a path. */
  relocate(
    workspaceId: WorkspaceId,
    targets: readonly FileTarget[],
    { to, isCopy }: { to: { folder: string } | { path: string }; isCopy: boolean },
  ) {
    const place = 'path' in to ? { path: pathOf(to.path) } : { folder: folderOf(to.folder) };
    return this.index.relocate(workspaceId, targets.map(checkTarget), {
      to: place,
      isCopy,
      newFileId: () => this.#newFileId('file'),
    });
  }

  remove(workspaceId: WorkspaceId, targets: readonly FileTarget[]): Promise<number> {
    return this.index.remove(workspaceId, targets.map(checkTarget));
  }

  async #store(
    workspaceId: WorkspaceId,
    path: string,
    { content, mediaType, maxBytes = this.maxBytes }: WriteFile,
  ): Promise<FileContent> {
    const hash = createHash('sha256');
    const parts: string[] = [];
    let sizeBytes = 0;
    try {
      for await (const part of cutIntoParts(limited(content, { path, maxBytes }), PART_BYTES)) {
        const key = newPartKey(workspaceId);
        parts.push(key);
        await this.blobs.put(key, part);
        hash.update(part);
        sizeBytes += part.byteLength;
      }
    } catch (error) {
      await this.blobs.remove(parts).catch(() => {});
      throw error;
    }
    return {
      parts,
      partBytes: PART_BYTES,
      sizeBytes,
      sha256: hash.digest('hex'),
      mediaType: parseMediaType(mediaType) ?? mediaTypeOf(path),
    };
  }
}

/** Keeps back the last bytes until the hash of all is known. */
async function* verified(content: AsyncIterable<Uint8Array>, sha256: string): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let last: Uint8Array | undefined;
  for await (const chunk of content) {
    hash.update(chunk);
    if (last) yield last;
    last = chunk;
  }
  if (!last) return;
  if (hash.digest('hex') !== sha256) throw blobFailure('other content than was stored');
  yield last;
}

/** The name that content is stored under, which only the server chooses. */
export function newPartKey(workspaceId: WorkspaceId): string {
  return `${workspaceId}/${randomUUID()}`;
}

/** A path as it is stored. @throws {NodeFailure} `path-refused` */
export function pathOf(path: string): string {
  return confinedNames(path, []).join('/');
}

/** '' for the top. */
export function folderOf(folder: string): string {
  const trimmed = folder.endsWith('/') ? folder.slice(0, -1) : folder;
  return trimmed === '' ? '' : pathOf(trimmed);
}

function checkTarget(target: FileTarget): FileTarget {
  if ('fileId' in target) return target;
  const folder = folderOf(target.folder);
  if (folder !== '') return { folder };
  throw new NodeFailure('path-refused', 'The top folder itself can be neither moved nor deleted', { path: 'items' });
}

async function* limited(
  content: AsyncIterable<Uint8Array>,
  { path, maxBytes }: { path: string; maxBytes: number },
): AsyncGenerator<Uint8Array> {
  let sizeBytes = 0;
  for await (const chunk of content) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > maxBytes) throw tooLarge(path, { maxBytes, setting: 'files.max_upload_bytes' });
    yield chunk;
  }
}
