import { listArtifacts } from '#lib/api/artifacts.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { nextCursor as cursorOf, readOffset } from '../../protocol/offset-cursor.ts';
import { toFileResource } from '../../resources/file-resource.ts';

export const listArtifactsHandler = defineHandler(listArtifacts, async ({ query, deps, workspaceId, endpoint }) => {
  const { sessionId, runId, limit, cursor } = query;
  const offset = readOffset(cursor);
  const owner = endpoint && { slug: endpoint.slug, workflowId: endpoint.workflowId, keyId: endpoint.keyId };
  // One more than is shown says whether there are more.
  const rows = await deps.files.store.index.artifacts(workspaceId, { sessionId, runId, owner, offset, limit: limit + 1 });
  const items = rows
    .slice(0, limit)
    .map((row) => ({ ...toFileResource(row), artifactId: row.fileId, madeRevision: row.madeRevision }));
  return { status: 200, body: { items, nextCursor: rows.length > limit ? cursorOf(offset + limit) : null } };
});
