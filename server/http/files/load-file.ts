import { AppError } from '#lib/errors/app-error.ts';
import { readerOf } from '../../db/stores/endpoint-owner.ts';
import type { FileContent, FileRow, FileVersionRow } from '../../db/stores/file-rows.ts';
import type { FileAnswer, HandlerContext } from '../handler-kit/define-handler.ts';
import { leavingFiles } from './run-file-leaves.ts';

type FileReading = Pick<HandlerContext, 'deps' | 'workspaceId' | 'endpoint' | 'repos' | 'language'>;

/**
 * A file with the newest content that the caller may read: a member any, a key or a visitor what it uploaded and
 * what its own runs made and let out. What others wrote there is another content of the same file.
 * @throws {AppError} `not-found`
 */
export async function loadFile(fileId: string, context: FileReading): Promise<FileRow> {
  const { deps, workspaceId, endpoint } = context;
  const row = await deps.files.store.index.find(workspaceId, { fileId }, readerOf(endpoint));
  const [newest] = row ? await leavingFiles([row], context) : [];
  if (newest) return newest;
  const [earlier] = row ? await leavingVersions(row, context) : [];
  if (row && earlier) return { ...row, ...earlier };
  throw new AppError('not-found', `There is no file ${fileId}.`);
}

/** Earlier contents that the caller may read, newest first. */
export async function leavingVersions({ fileId }: Pick<FileRow, 'fileId'>, context: FileReading): Promise<FileVersionRow[]> {
  const { deps, workspaceId, endpoint } = context;
  return leavingFiles(await deps.files.store.versions(workspaceId, fileId, readerOf(endpoint)), context);
}

/** One content of a file. @throws {AppError} `not-found` for one that is not kept, or that the caller may not read */
export async function loadContent(
  row: FileRow,
  revision: number | undefined,
  context: FileReading,
): Promise<FileContent & { readonly revision: number }> {
  if (revision === undefined || revision === row.revision) return row;
  const content = (await leavingVersions(row, context)).find((one) => one.revision === revision);
  if (content) return content;
  throw new AppError('not-found', `There is no revision ${revision} of the file ${row.fileId}.`);
}

/** The content of a file as an answer. @throws {AppError} `not-found` as `loadContent` */
export async function toFileAnswer(
  row: FileRow,
  { isInline, revision }: { isInline: boolean; revision?: number | undefined },
  context: FileReading,
): Promise<FileAnswer> {
  const content = await loadContent(row, revision, context);
  return {
    file: {
      name: row.path.slice(row.path.lastIndexOf('/') + 1),
      mediaType: content.mediaType,
      sizeBytes: content.sizeBytes,
      etag: content.sha256,
      isInline,
      read: (range) => context.deps.files.store.read(content, range),
    },
  };
}
