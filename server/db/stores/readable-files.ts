import type { WorkspaceId } from '#lib/ports/run-store.ts';
import type { FileGrants, Reader } from '#lib/run/owner.ts';
import { ownerCondition, runCondition } from '../database/owner-sql.ts';
import { constant, joinSql, type Sql, sql } from '../database/sql.ts';

const CONTENT = 'revision, size_bytes, sha256, media_type, parts, part_bytes, run_id, node_id, owner_kind, owner_id, changed_at';

/** Everything that a file has contained and that is kept, the current content too. `id`: SQL of the id of the file. */
function contentsOf(id: Sql): Sql {
  return sql`(SELECT ${constant(CONTENT)}, key_id FROM files WHERE id = ${id}
    UNION ALL SELECT ${constant(CONTENT)}, NULL::text AS key_id FROM file_versions WHERE file_id = ${id})`;
}

/** The contents of a file that the reader may read, as `content`. */
export function readableContents(workspaceId: WorkspaceId, reader: Reader, id: Sql): Sql {
  return sql`SELECT content.* FROM ${contentsOf(id)} AS content WHERE ${isReadable(workspaceId, reader)}`;
}

/**
 * What takes the place of the table `files` for a reader: files with the newest content that it may read, without
 * those of which it may read none.
 */
export function readableFiles(workspaceId: WorkspaceId, reader: Reader): Sql {
  if (reader.isMember) return sql`files`;
  const contents = readableContents(workspaceId, reader, constant('file.id'));
  const newest = sql`SELECT * FROM (${contents}) AS readable ORDER BY revision DESC LIMIT 1`;
  const granted = isGranted(reader.granted);
  const current = constant(['key_id', ...CONTENT.split(', ')].map((column) => `file.${column}`).join(', '));
  const others = sql`SELECT file.id, file.workspace_id, file.path, file.created_at,
      newest.key_id, ${constant(
        CONTENT.split(', ')
          .map((column) => `newest.${column}`)
          .join(', '),
      )}
    FROM files AS file CROSS JOIN LATERAL (${newest}) AS newest WHERE file.workspace_id = ${workspaceId}`;
  if (!granted) return sql`(${others})`;
  return sql`(${others} AND NOT (${granted}) UNION ALL
    SELECT file.id, file.workspace_id, file.path, file.created_at, ${current}
    FROM files AS file WHERE file.workspace_id = ${workspaceId} AND (${granted}))`;
}

/**
 * A content belongs to its owner, one that a run made also to its endpoint. In rows of earlier builds, a content
 * has the owner of its run.
 */
function isReadable(workspaceId: WorkspaceId, reader: Reader): Sql {
  if (reader.isMember) return sql`true`;
  const { slug, workflowId, runId } = reader;
  const run = sql`SELECT 1 FROM runs AS made WHERE made.id = content.run_id AND made.workspace_id = ${workspaceId}`;
  const isAt = sql`made.slug = ${slug} AND made.workflow_id = ${workflowId}`;
  const ways = [
    sql`(${ownerCondition(reader, 'files', 'content')} AND (content.run_id IS NULL OR EXISTS (${run} AND ${isAt})))`,
    sql`(content.owner_kind IS NULL AND EXISTS (${run} AND ${runCondition(reader, 'made')}))`,
    ...(runId === undefined ? [] : [sql`content.run_id = ${runId}`]),
  ];
  return sql`(${joinSql(ways, ' OR ')})`;
}

/** Undefined where nothing is granted. */
function isGranted({ fileIds, paths, folders }: FileGrants = { fileIds: [], paths: [], folders: [] }): Sql | undefined {
  const ways = [
    ...(fileIds.length === 0 ? [] : [sql`file.id = ANY(${[...fileIds]}::text[])`]),
    ...(paths.length === 0 ? [] : [sql`file.path = ANY(${[...paths]}::text[])`]),
    ...folders.map((folder) => (folder === '' ? sql`true` : sql`starts_with(file.path, ${`${folder}/`})`)),
  ];
  return ways.length === 0 ? undefined : joinSql(ways, ' OR ');
}
