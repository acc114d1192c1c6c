import { listArtifacts } from '#lib/api/artifacts.contract.ts';
import { readerOf } from '../../../db/stores/endpoint-owner.ts';
import { leavingFiles } from '../../files/run-file-leaves.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { nextCursor as cursorOf, readOffset } from '../../protocol/offset-cursor.ts';
import { toFileResource } from '../../resources/file-resource.ts';

export const listArtifactsHandler = defineHandler(listArtifacts, async ({ query, ...context }) => {
  const { deps, workspaceId, endpoint } = context;
  const { sessionId, runId, limit, cursor } = query;
  const offset = readOffset(cursor);
  const reader = readerOf(endpoint);
  // One more than is shown says whether there are more.
  const rows = await deps.files.store.index.artifacts(workspaceId, { sessionId, runId, reader, offset, limit: limit + 1 });
  const leaving = await leavingFiles(rows.slice(0, limit), context);
  const items = leaving.map((row) => ({ ...toFileResource(row), artifactId: row.fileId, madeRevision: row.madeRevision }));
  return { status: 200, body: { items, nextCursor: rows.length > limit ? cursorOf(offset + limit) : null } };
});
