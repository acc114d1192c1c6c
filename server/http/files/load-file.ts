import { AppError } from '#lib/errors/app-error.ts';
import type { FileRow } from '../../db/stores/file-rows.ts';
import type { FileAnswer, HandlerContext } from '../handler-kit/define-handler.ts';
import { loadRunHead } from '../resources/run-resource.ts';

/**
 * A file that the caller may read: any of the workspace, with a key those that it uploaded and those of which its own
 * runs made a version.
 * @throws {AppError} `not-found`
 */
export async function loadFile(fileId: string, context: HandlerContext): Promise<FileRow> {
  const { deps, workspaceId, endpoint } = context;
  const row = await deps.files.store.index.find(workspaceId, { fileId });
  if (row && (!endpoint || row.keyId === endpoint.keyId || (await isOfOwnRun(row, context)))) return row;
  throw new AppError('not-found', `There is no file ${fileId}.`);
}

async function isOfOwnRun({ fileId, runId }: FileRow, context: HandlerContext): Promise<boolean> {
  if (await isOwnRun(runId, context)) return true;
  const versions = await context.deps.files.store.versions(context.workspaceId, fileId);
  for (const made of new Set(versions.map((version) => version.runId))) if (await isOwnRun(made, context)) return true;
  return false;
}

async function isOwnRun(runId: string | null, context: HandlerContext): Promise<boolean> {
  if (runId === null) return false;
  return loadRunHead(runId, context).then(
    () => true,
    (error) => {
      if (AppError.is(error) && error.code === 'run-not-found') return false;
      throw error;
    },
  );
}

/** The content of a file as an answer. @throws {AppError} `not-found` for a revision that is not kept */
export async function toFileAnswer(
  row: FileRow,
  { isInline, revision = row.revision }: { isInline: boolean; revision?: number | undefined },
  { deps, workspaceId }: Pick<HandlerContext, 'deps' | 'workspaceId'>,
): Promise<FileAnswer> {
  const { store } = deps.files;
  const content =
    revision === row.revision ? row : (await store.versions(workspaceId, row.fileId)).find((one) => one.revision === revision);
  if (!content) throw new AppError('not-found', `There is no revision ${revision} of the file ${row.fileId}.`);
  return {
    file: {
      name: row.path.slice(row.path.lastIndexOf('/') + 1),
      mediaType: content.mediaType,
      sizeBytes: content.sizeBytes,
      etag: content.sha256,
      isInline,
      read: (range) => store.read(content, range),
    },
  };
}
