import { listFiles } from '#lib/api/files.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { folderOf } from '../../../storage/files/file-store.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { answering, toFileResource } from '../../resources/file-resource.ts';

export const listFilesHandler = defineHandler(listFiles, async ({ query, deps, workspaceId }) => {
  const { folder, search, runId, sort, order, limit, cursor } = query;
  const offset = readOffset(cursor);
  const { store } = deps.files;
  const version = await store.index.version(workspaceId);
  const { rows, total } = await answering(async () =>
    store.list(workspaceId, { folder: folderOf(folder), search, runId, sort, isDescending: order === 'desc', offset, limit }),
  );
  const end = offset + rows.length;
  const nextCursor = rows.length > 0 && end < total ? Buffer.from(String(end)).toString('base64url') : null;
  return { status: 200, body: { items: rows.map(toFileResource), nextCursor, total, version } };
});

/** Rows are ordered by what the caller chose, so a cursor is a place in that order. */
function readOffset(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const text = Buffer.from(cursor, 'base64url').toString();
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new AppError('body-invalid', 'cursor is not one that a list has answered with. Leave it out for the first page.');
}
