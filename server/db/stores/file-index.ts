import type pg from 'pg';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import { MEMBER, type Reader } from '#lib/run/owner.ts';
import { ownerColumn, runCondition } from '../database/owner-sql.ts';
import { constant, joinSql, type Sql, sql } from '../database/sql.ts';
import { type Client, transact } from '../database/transact.ts';
import {
  changedSince,
  discardParts,
  existsAlready,
  type FileRow,
  type FileTarget,
  type FileVersionRow,
  fileAt,
  fileColumns,
  fileOfUpload,
  finishUpload,
  freePath,
  insertFile,
  intoItself,
  isRepeated,
  movePath,
  type PutFile,
  refuseTakenPath,
  replaceContent,
  rootOf,
  rowsOf,
} from './file-rows.ts';
import { readableContents, readableFiles } from './readable-files.ts';

/** Where files of visitors are: a folder for each, which has the name of its key. */
const VISITOR_FOLDERS = 'uploads/visitor-';

export type FolderRow = { readonly path: string; readonly files: number; readonly sizeBytes: number };

export type FileSort = 'name' | 'size' | 'changed';
export type ListFiles = {
  /** '' for the top. */
  readonly folder: string;
  /** Part of a path, in any case; lists files of all folders below. */
  readonly search?: string | undefined;
  readonly runId?: string | undefined;
  readonly isDeep?: boolean | undefined;
  /** @defaultValue a member of the workspace */
  readonly reader?: Reader | undefined;
  readonly sort: FileSort;
  readonly isDescending: boolean;
  readonly offset: number;
  readonly limit: number;
};

export type ListArtifacts = {
  readonly runId?: string | undefined;
  /** Name or id of a session. */
  readonly sessionId?: string | undefined;
  readonly reader: Reader;
  readonly offset: number;
  readonly limit: number;
};
/** `madeRevision`: the newest one that the given run made. */
export type ArtifactRow = FileRow & { readonly madeRevision: number | null };
/** An artifact with a run that made one of its versions. */
export type MadeArtifact = Pick<FileRow, 'path' | 'mediaType' | 'sizeBytes' | 'revision'> & {
  readonly artifactId: string;
  readonly runId: string;
};

const versionColumns = constant(
  `revision, size_bytes::float8 AS "sizeBytes", sha256, media_type AS "mediaType", parts, part_bytes AS "partBytes",
   run_id AS "runId", node_id AS "nodeId", ${ownerColumn('file_versions').text}, changed_at AS "changedAt"`,
);

/**
 * Which files a workspace has, and where their content is. Folders are prefixes of paths: they
 * exist while a file is in them. Changes of one workspace happen one after another.
 */
export class FileIndex {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** The file with the newest content that the reader may read. */
  async find(
    workspaceId: WorkspaceId,
    which: { fileId: string } | { path: string },
    reader: Reader = MEMBER,
  ): Promise<FileRow | null> {
    const where = 'fileId' in which ? sql`id = ${which.fileId}` : sql`path = ${which.path}`;
    const { rows } = await this.#pool.query<FileRow>(
      sql`SELECT ${fileColumns} FROM ${readableFiles(workspaceId, reader)} AS files WHERE workspace_id = ${workspaceId} AND ${where}`,
    );
    return rows[0] ?? null;
  }

  /** Counts up with each change. */
  async version(workspaceId: WorkspaceId): Promise<number> {
    const { rows } = await this.#pool.query<{ version: number }>(
      sql`SELECT version::float8 AS version FROM file_trees WHERE workspace_id = ${workspaceId}`,
    );
    return rows[0]?.version ?? 0;
  }

  async list(
    workspaceId: WorkspaceId,
    { folder, search, runId, isDeep = false, reader = MEMBER, ...order }: ListFiles,
  ): Promise<{ rows: FileRow[]; total: number }> {
    const prefix = folder === '' ? '' : `${folder}/`;
    const conditions = [
      sql`workspace_id = ${workspaceId}`,
      sql`starts_with(path, ${prefix})`,
      ...(search !== undefined ? [sql`strpos(lower(path), lower(${search})) > 0`] : []),
      ...(runId !== undefined ? [sql`run_id = ${runId}`] : []),
      ...(search === undefined && runId === undefined && !isDeep
        ? [sql`strpos(substr(path, ${prefix.length + 1}::int), '/') = 0`]
        : []),
    ];
    const where = joinSql(conditions, ' AND ');
    const files = readableFiles(workspaceId, reader);
    const { rows } = await this.#pool.query<FileRow>(
      sql`SELECT ${fileColumns} FROM ${files} AS files WHERE ${where} ORDER BY ${orderOf(order)}, path LIMIT ${order.limit} OFFSET ${order.offset}`,
    );
    const { rows: counted } = await this.#pool.query<{ total: number }>(
      sql`SELECT count(*)::int AS total FROM ${files} AS files WHERE ${where}`,
    );
    return { rows, total: counted[0]?.total ?? 0 };
  }

  /**
   * Files that runs made, the newest first; of a run or of the turns of a session also those whose
   * newest content is of another run.
   */
  async artifacts(workspaceId: WorkspaceId, { runId, sessionId, reader, offset, limit }: ListArtifacts): Promise<ArtifactRow[]> {
    const sessions = sql`SELECT id FROM sessions WHERE workspace_id = ${workspaceId} AND (name = ${sessionId} OR id = ${sessionId})`;
    const runs = sql`SELECT id FROM runs WHERE workspace_id = ${workspaceId} AND (session_id = ${sessionId} OR session_key IN (${sessions}))`;
    const readable = readableFiles(workspaceId, reader);
    // A run of others says nothing about a file, even of which the reader made another content.
    const ofReader = sql`SELECT id FROM runs WHERE workspace_id = ${workspaceId} AND ${runCondition(reader)}`;
    const isFiltered = runId !== undefined || sessionId !== undefined;
    const isOf = (made: Sql) => [
      ...(reader.isMember || !isFiltered ? [] : [sql`${made} IN (${ofReader})`]),
      ...(runId === undefined ? [] : [sql`${made} = ${runId}`]),
      ...(sessionId === undefined ? [] : [sql`${made} IN (${runs})`]),
    ];
    const ofVersions = isOf(constant('version.run_id'));
    const where = joinSql(
      [
        sql`workspace_id = ${workspaceId}`,
        sql`starts_with(id, 'art_')`,
        ...(ofVersions.length === 0
          ? []
          : [
              sql`(${joinSql(isOf(constant('run_id')), ' AND ')} OR EXISTS
                (SELECT 1 FROM file_versions AS version WHERE version.file_id = files.id AND ${joinSql(ofVersions, ' AND ')}))`,
            ]),
      ],
      ' AND ',
    );
    const { rows } = await this.#pool.query<ArtifactRow>(sql`SELECT ${fileColumns},
        CASE WHEN run_id = ${runId ?? null} THEN revision ELSE
          (SELECT max(version.revision) FROM file_versions AS version
            WHERE version.file_id = files.id AND version.run_id = ${runId ?? null}) END AS "madeRevision"
      FROM ${readable} AS files WHERE ${where} ORDER BY changed_at DESC, id DESC LIMIT ${limit} OFFSET ${offset}`);
    return rows;
  }

  /** What these runs made for people, with the newest content that the reader may read, the oldest first. */
  async artifactsOfRuns(workspaceId: WorkspaceId, runIds: readonly string[], reader: Reader): Promise<MadeArtifact[]> {
    if (runIds.length === 0) return [];
    const { rows } =
      await this.#pool.query<MadeArtifact>(sql`SELECT files.id AS "artifactId", made.run_id AS "runId", path, revision,
        media_type AS "mediaType", size_bytes::float8 AS "sizeBytes"
      FROM (SELECT id, run_id FROM files WHERE workspace_id = ${workspaceId} AND run_id = ANY(${[...runIds]}::text[])
        UNION SELECT file_id, run_id FROM file_versions WHERE run_id = ANY(${[...runIds]}::text[])) AS made
        JOIN ${readableFiles(workspaceId, reader)} AS files ON files.id = made.id AND files.workspace_id = ${workspaceId}
      WHERE starts_with(files.id, 'art_') ORDER BY files.created_at, files.id`);
    return rows;
  }

  /** Every folder of a workspace with the files directly in it, by path. */
  async folders(workspaceId: WorkspaceId): Promise<FolderRow[]> {
    const { rows } =
      await this.#pool.query<FolderRow>(sql`SELECT folder AS path, count(*)::int AS files, sum(size_bytes)::float8 AS "sizeBytes"
      FROM (SELECT regexp_replace(path, '/?[^/]*$', '') AS folder, size_bytes FROM files WHERE workspace_id = ${workspaceId}) AS each
      GROUP BY folder ORDER BY folder COLLATE "C"`);
    return rows;
  }

  /** Earlier contents than the newest, of those that the reader may read. */
  async versions(workspaceId: WorkspaceId, fileId: string, reader: Reader = MEMBER): Promise<FileVersionRow[]> {
    if (!reader.isMember) {
      const contents = readableContents(workspaceId, reader, sql`${fileId}`);
      const { rows } = await this.#pool.query<FileVersionRow>(
        sql`SELECT ${versionColumns} FROM (${contents}) AS file_versions ORDER BY revision DESC OFFSET 1`,
      );
      return rows;
    }
    const { rows } = await this.#pool.query<FileVersionRow>(sql`SELECT ${versionColumns} FROM file_versions
      WHERE file_id = (SELECT id FROM files WHERE workspace_id = ${workspaceId} AND id = ${fileId}) ORDER BY revision DESC`);
    return rows;
  }

  /**
   * Makes a file, or replaces the content of the one at its path; what it had becomes a version. Content that the same
   * node of a run stores once more, as after a crash, is none. An upload that has become a file becomes no second one.
   * @throws {NodeFailure} `file-exists`, `file-changed`, `path-refused` where a part of the path is
   * a file, or it is a folder
   */
  async put(workspaceId: WorkspaceId, file: PutFile): Promise<{ row: FileRow; isNew: boolean }> {
    const { uploadId } = file;
    if (uploadId === undefined) return this.#change(workspaceId, (client) => putFile(client, workspaceId, file));
    return this.#change(workspaceId, async (client) => {
      const finished = await fileOfUpload(client, workspaceId, uploadId);
      if (finished) return { row: finished, isNew: false };
      const put = await putFile(client, workspaceId, file);
      await finishUpload(client, uploadId, put.row.fileId);
      return put;
    });
  }

  /**
   * Moves files and folders into a folder, or to a path of their own when there is one target; a
   * copy gets an id of its own.
   * @param to `folder` keeps their names, `path` renames
   * @throws {NodeFailure} `file-not-found`, `file-exists`, `path-refused`
   */
  async relocate(
    workspaceId: WorkspaceId,
    targets: readonly FileTarget[],
    { to, isCopy, newFileId }: { to: { folder: string } | { path: string }; isCopy: boolean; newFileId: () => string },
  ): Promise<FileRow[]> {
    return this.#change(workspaceId, async (client) => {
      const moved: FileRow[] = [];
      for (const target of targets) {
        const from = await rootOf(client, workspaceId, target);
        const name = from.slice(from.lastIndexOf('/') + 1);
        const root = 'path' in to ? to.path : to.folder === '' ? name : `${to.folder}/${name}`;
        if (root === from) {
          if (!isCopy) continue;
        } else if (root.startsWith(`${from}/`)) throw intoItself(from, root);
        for (const row of await rowsOf(client, workspaceId, target)) {
          const wanted = root + row.path.slice(from.length);
          const path = isCopy ? await freePath(client, workspaceId, wanted) : wanted;
          await refuseTakenPath(client, workspaceId, path);
          if (!isCopy && (await fileAt(client, workspaceId, path))) throw existsAlready(path);
          moved.push(
            isCopy
              ? await insertFile(client, workspaceId, { ...row, path, newFileId: newFileId() })
              : await movePath(client, row, path),
          );
        }
      }
      return moved;
    });
  }

  /** @returns how many files were deleted; targets that do not exist count for none */
  async remove(workspaceId: WorkspaceId, targets: readonly FileTarget[]): Promise<number> {
    return this.#change(workspaceId, async (client) => {
      let count = 0;
      for (const target of targets) {
        for (const row of await rowsOf(client, workspaceId, target)) {
          const { rows: old } = await client.query<{ parts: string[] }>(
            sql`SELECT parts FROM file_versions WHERE file_id = ${row.fileId}`,
          );
          await client.query(sql`DELETE FROM files WHERE id = ${row.fileId}`);
          await discardParts(client, [...row.parts, ...old.flatMap(({ parts }) => parts)]);
          count++;
        }
      }
      return count;
    });
  }

  /**
   * Parts that were discarded before `before` and that nothing refers to, for good: they are
   * forgotten here.
   */
  async takeDiscarded(before: Date, atMost: number): Promise<string[]> {
    const { rows } = await this.#pool.query<{ part: string; isUsed: boolean }>(sql`DELETE FROM discarded_parts WHERE part IN
      (SELECT part FROM discarded_parts WHERE discarded_at < ${before} ORDER BY discarded_at LIMIT ${atMost})
      RETURNING part, (${usedParts(sql`part`)}) AS "isUsed"`);
    return rows.filter(({ isUsed }) => !isUsed).map(({ part }) => part);
  }

  /** Of these parts the ones that no file, version or upload refers to. */
  async unused(parts: readonly string[]): Promise<string[]> {
    const { rows } = await this.#pool.query<{ part: string }>(
      sql`SELECT part FROM unnest(${parts}::text[]) AS given (part) WHERE NOT (${usedParts(sql`given.part`)})`,
    );
    return rows.map(({ part }) => part);
  }

  /** Later deleted unless something refers to them. */
  async discard(parts: readonly string[]): Promise<void> {
    await discardParts(this.#pool, parts);
  }

  /**
   * Files that an event of a trigger brought belong to its run, or to that of an earlier event with the
   * same file.
   */
  async assignToRun(workspaceId: WorkspaceId, fileIds: readonly string[], runId: string): Promise<void> {
    if (fileIds.length === 0) return;
    await this.#pool.query(sql`UPDATE files SET run_id = ${runId}
      WHERE workspace_id = ${workspaceId} AND id = ANY(${[...fileIds]}::text[]) AND starts_with(path, 'triggers/')
        AND (run_id IS NULL OR NOT EXISTS (SELECT 1 FROM trigger_events AS event WHERE event.run_id = files.run_id))`);
  }

  /**
   * Files in the folders of runs and of events of triggers, `runs/<run>/` and `triggers/…/`, of whose
   * versions all runs were deleted, and the event too. A file that was moved elsewhere is kept.
   */
  async ofDeletedRuns(before: Date, atMost: number): Promise<{ workspaceId: WorkspaceId; fileId: string }[]> {
    const { rows } = await this.#pool.query<{ workspaceId: WorkspaceId; fileId: string }>(
      sql`SELECT files.workspace_id AS "workspaceId", files.id AS "fileId"
      FROM files JOIN workspaces ON workspaces.id = files.workspace_id
      WHERE run_id IS NOT NULL AND (starts_with(path, 'runs/') OR starts_with(path, 'triggers/')) AND changed_at < ${before}
        AND NOT EXISTS (SELECT 1 FROM trigger_events AS event
          WHERE event.run_id = files.run_id AND event.workspace_id = files.workspace_id)
        AND NOT EXISTS (SELECT 1 FROM runs WHERE runs.id = files.run_id AND runs.workspace_id = files.workspace_id)
        AND NOT EXISTS (SELECT 1 FROM file_versions AS version JOIN runs ON runs.id = version.run_id
          WHERE version.file_id = files.id AND runs.workspace_id = files.workspace_id)
      LIMIT ${atMost}`.named('files-of-deleted-runs'),
    );
    return rows;
  }

  /**
   * Files that visitors sent with their runs, in `uploads/visitor-…/`: those from before `before`
   * whose visitor has no run any more, and all from before `expired`.
   */
  async ofGoneVisitors(
    { before, expired }: { before: Date; expired: Date },
    atMost: number,
  ): Promise<{ workspaceId: WorkspaceId; fileId: string }[]> {
    const { rows } = await this.#pool.query<{ workspaceId: WorkspaceId; fileId: string }>(
      sql`SELECT files.workspace_id AS "workspaceId", files.id AS "fileId"
      FROM files JOIN workspaces ON workspaces.id = files.workspace_id
      WHERE starts_with(path, ${VISITOR_FOLDERS}) AND changed_at < ${before} AND (changed_at < ${expired} OR NOT EXISTS
        (SELECT FROM runs WHERE runs.key_id = split_part(files.path, '/', 2) AND runs.workspace_id = files.workspace_id))
      LIMIT ${atMost}`.named('files-of-gone-visitors'),
    );
    return rows;
  }

  /** One change of a workspace: locks its tree, whose version counts up. */
  #change<T>(workspaceId: WorkspaceId, change: (client: Client) => Promise<T>): Promise<T> {
    return transact(this.#pool, async (client) => {
      await client.query(sql`INSERT INTO file_trees (workspace_id, version) VALUES (${workspaceId}, 1)
        ON CONFLICT (workspace_id) DO UPDATE SET version = file_trees.version + 1`);
      return change(client);
    });
  }
}

async function putFile(client: Client, workspaceId: WorkspaceId, file: PutFile): Promise<{ row: FileRow; isNew: boolean }> {
  await refuseTakenPath(client, workspaceId, file.path);
  const existing = await fileAt(client, workspaceId, file.path);
  if (file.ifRevision !== undefined && existing?.revision !== file.ifRevision) throw changedSince(file.path);
  if (existing && file.onExisting === 'refuse') throw existsAlready(file.path);
  if (existing && isRepeated(existing, file)) {
    await discardParts(client, file.parts);
    return { row: existing, isNew: false };
  }
  if (existing && file.onExisting === 'replace') return { row: await replaceContent(client, existing, file), isNew: false };
  const path = existing ? await freePath(client, workspaceId, file.path) : file.path;
  return { row: await insertFile(client, workspaceId, { ...file, path }), isNew: true };
}

function usedParts(part: Sql): Sql {
  return sql`EXISTS (SELECT 1 FROM files WHERE parts @> ARRAY[${part}]) OR EXISTS (SELECT 1 FROM file_versions WHERE parts @> ARRAY[${part}])
    OR EXISTS (SELECT 1 FROM file_uploads WHERE parts @> ARRAY[${part}])`;
}

function orderOf({ sort, isDescending }: Pick<ListFiles, 'sort' | 'isDescending'>): Sql {
  const column = { name: 'path', size: 'size_bytes', changed: 'changed_at' }[sort];
  return constant(`${column} ${isDescending ? 'DESC' : 'ASC'}`);
}
