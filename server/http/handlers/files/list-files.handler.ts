import { listFiles } from '#lib/api/files.contract.ts';
import { folderOf } from '../../../storage/files/file-store.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { nextCursor as cursorOf, readOffset } from '../../protocol/offset-cursor.ts';
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
  const nextCursor = rows.length > 0 && end < total ? cursorOf(end) : null;
  return { status: 200, body: { items: rows.map(toFileResource), nextCursor, total, version } };
});
