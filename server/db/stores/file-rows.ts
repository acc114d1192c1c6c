import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import { keyIdOf, type Owner } from '#lib/run/owner.ts';
import { ownerColumn } from '../database/owner-sql.ts';
import { constant, sql } from '../database/sql.ts';
import type { Client } from '../database/transact.ts';

/** Where the content of a file is. */
export type FileContent = {
  readonly sizeBytes: number;
  /** In hex. */
  readonly sha256: string;
  readonly mediaType: string;
  /** Keys of the blob store, each of `partBytes`, the last one shorter. */
  readonly parts: readonly string[];
  readonly partBytes: number;
};
/** What made a content of a file, and whose it is: a node of a run; null for uploads. */
export type FileSource = { readonly runId: string | null; readonly nodeId: string | null; readonly owner: Owner };
export type FileRow = FileContent &
  FileSource & {
    readonly fileId: string;
    readonly path: string;
    /** 1 for new files, one more for each change of their content. */
    readonly revision: number;
    readonly createdAt: Date;
    readonly changedAt: Date;
  };
export type FileVersionRow = FileContent & FileSource & { readonly revision: number; readonly changedAt: Date };

export type OnExisting = 'replace' | 'rename' | 'refuse';
export type PutFile = FileContent &
  FileSource & {
    readonly newFileId: string;
    readonly path: string;
    readonly onExisting: OnExisting;
    /** Only while the file has this revision. */
    readonly ifRevision?: number | undefined;
    /** The upload that becomes the file, once. */
    readonly uploadId?: string | undefined;
  };

/** What a batch names: a file by its id, or a folder by its path. */
export type FileTarget = { readonly fileId: string } | { readonly folder: string };

/** Replaced content that is kept of each file. */
const KEPT_VERSIONS = 10;
const MAX_RENAMES = 1000;

/** Columns of `files` as a `FileRow`. */
export const fileColumns = constant(
  `id AS "fileId", path, revision, size_bytes::float8 AS "sizeBytes", sha256, media_type AS "mediaType", parts, part_bytes AS "partBytes",
   run_id AS "runId", node_id AS "nodeId", ${ownerColumn('files').text}, created_at AS "createdAt", changed_at AS "changedAt"`,
);

/** What earlier builds read of an upload. */
function uploaderOf({ runId, owner }: FileSource): string | null {
  return runId === null ? keyIdOf(owner) : null;
}

export async function fileAt(client: Client, workspaceId: WorkspaceId, path: string): Promise<FileRow | undefined> {
  const { rows } = await client.query<FileRow>(
    sql`SELECT ${fileColumns} FROM files WHERE workspace_id = ${workspaceId} AND path = ${path}`,
  );
  return rows[0];
}

/** The file that an upload became; undefined before that. */
export async function fileOfUpload(client: Client, workspaceId: WorkspaceId, uploadId: string): Promise<FileRow | undefined> {
  const { rows } = await client.query<FileRow>(sql`SELECT ${fileColumns} FROM files
    WHERE workspace_id = ${workspaceId} AND id = (SELECT file_id FROM file_uploads WHERE id = ${uploadId})`);
  return rows[0];
}

/** Its parts belong to the file now. */
export async function finishUpload(client: Client, uploadId: string, fileId: string): Promise<void> {
  await client.query(
    sql`UPDATE file_uploads SET file_id = ${fileId}, parts = '{}', changed_at = CURRENT_TIMESTAMP WHERE id = ${uploadId}`,
  );
}

/**
 * The path that a target names.
 * @throws {NodeFailure} `file-not-found`
 */
export async function rootOf(client: Client, workspaceId: WorkspaceId, target: FileTarget): Promise<string> {
  if ('folder' in target) return target.folder;
  const [row] = await rowsOf(client, workspaceId, target);
  if (!row) throw new NodeFailure('file-not-found', `There is no file with the id ${target.fileId}`, { path: 'items' });
  return row.path;
}

/** The file, or all files in and below the folder, by path. */
export async function rowsOf(client: Client, workspaceId: WorkspaceId, target: FileTarget): Promise<FileRow[]> {
  const where = 'fileId' in target ? sql`id = ${target.fileId}` : sql`starts_with(path, ${`${target.folder}/`})`;
  const { rows } = await client.query<FileRow>(
    sql`SELECT ${fileColumns} FROM files WHERE workspace_id = ${workspaceId} AND ${where} ORDER BY path`,
  );
  return rows;
}

/** Whether the same node of a run stores the same content once more, as after a crash. */
export function isRepeated(existing: FileRow, { onExisting, runId, nodeId, sha256 }: PutFile): boolean {
  const isSameNode = runId !== null && existing.runId === runId && existing.nodeId === nodeId;
  return onExisting === 'replace' && isSameNode && existing.sha256 === sha256;
}

export async function insertFile(
  client: Client,
  workspaceId: WorkspaceId,
  file: FileContent & FileSource & { newFileId: string; path: string },
): Promise<FileRow> {
  const { rows } = await client.query<FileRow>(sql`INSERT INTO files
      (id, workspace_id, path, size_bytes, sha256, media_type, parts, part_bytes, run_id, node_id, key_id, owner_kind, owner_id)
    VALUES (${file.newFileId}, ${workspaceId}, ${file.path}, ${file.sizeBytes}, ${file.sha256}, ${file.mediaType}, ${file.parts}::text[],
      ${file.partBytes}, ${file.runId}, ${file.nodeId}, ${uploaderOf(file)}, ${file.owner.kind}, ${file.owner.id}) RETURNING ${fileColumns}`);
  return rows[0] as FileRow;
}

/** Keeps the replaced content as a version, and discards versions beyond `KEPT_VERSIONS`. */
export async function replaceContent(client: Client, existing: FileRow, file: PutFile): Promise<FileRow> {
  await client.query(sql`INSERT INTO file_versions
      (file_id, revision, size_bytes, sha256, media_type, parts, part_bytes, run_id, node_id, owner_kind, owner_id, changed_at)
    SELECT id, revision, size_bytes, sha256, media_type, parts, part_bytes, run_id, node_id, owner->>'kind', owner->>'id', changed_at
    FROM (SELECT *, ${ownerColumn('files')} FROM files) AS files WHERE id = ${existing.fileId}`);
  const { rows: gone } = await client.query<{ parts: string[] }>(sql`DELETE FROM file_versions
    WHERE file_id = ${existing.fileId} AND revision <= ${existing.revision - KEPT_VERSIONS} RETURNING parts`);
  await discardParts(
    client,
    gone.flatMap(({ parts }) => parts),
  );
  const { rows } = await client.query<FileRow>(sql`UPDATE files SET revision = revision + 1, size_bytes = ${file.sizeBytes},
      sha256 = ${file.sha256}, media_type = ${file.mediaType}, parts = ${file.parts}::text[], part_bytes = ${file.partBytes},
      run_id = ${file.runId}, node_id = ${file.nodeId}, key_id = ${uploaderOf(file)}, owner_kind = ${file.owner.kind}, owner_id = ${file.owner.id}, changed_at = CURRENT_TIMESTAMP
    WHERE id = ${existing.fileId} RETURNING ${fileColumns}`);
  return rows[0] as FileRow;
}

export async function movePath(client: Client, { fileId }: FileRow, path: string): Promise<FileRow> {
  const { rows } = await client.query<FileRow>(
    sql`UPDATE files SET path = ${path} WHERE id = ${fileId} RETURNING ${fileColumns}`,
  );
  return rows[0] as FileRow;
}

/** Parts are deleted later, unless something refers to them. */
export async function discardParts(client: Client, parts: readonly string[]): Promise<void> {
  if (parts.length > 0)
    await client.query(sql`INSERT INTO discarded_parts (part) SELECT unnest(${parts}::text[]) ON CONFLICT DO NOTHING`);
}

/**
 * A path is taken if a part of it is a file, or if it is a folder.
 * @throws {NodeFailure} `path-refused`
 */
export async function refuseTakenPath(client: Client, workspaceId: WorkspaceId, path: string): Promise<void> {
  const names = path.split('/');
  const above = names.slice(1).map((_, index) => names.slice(0, index + 1).join('/'));
  const { rows } = await client.query<{ path: string }>(sql`SELECT path FROM files
    WHERE workspace_id = ${workspaceId} AND (path = ANY (${above}::text[]) OR starts_with(path, ${`${path}/`})) LIMIT 1`);
  const [taken] = rows;
  if (!taken) return;
  const reason = above.includes(taken.path) ? `${JSON.stringify(taken.path)} is a file, not a folder` : 'it is a folder';
  throw new NodeFailure('path-refused', `The path ${JSON.stringify(path)} is not allowed: ${reason}`, { path: 'path' });
}

/** The path itself, or `report (2).pdf` if `report.pdf` exists. */
export async function freePath(client: Client, workspaceId: WorkspaceId, path: string): Promise<string> {
  const slash = path.lastIndexOf('/') + 1;
  const dot = path.lastIndexOf('.');
  const end = dot > slash ? dot : path.length;
  for (let count = 1; count <= MAX_RENAMES; count++) {
    const tried = count === 1 ? path : `${path.slice(0, end)} (${count})${path.slice(end)}`;
    if (!(await fileAt(client, workspaceId, tried))) return tried;
  }
  throw existsAlready(path);
}

export function existsAlready(path: string): NodeFailure {
  return new NodeFailure('file-exists', `There is a file ${JSON.stringify(path)} already`, {
    path: 'path',
    hint: 'Choose another name, or replace it',
  });
}

export function changedSince(path: string): NodeFailure {
  return new NodeFailure('file-changed', `The file ${JSON.stringify(path)} has been changed or deleted meanwhile`, {
    path: 'path',
  });
}

export function intoItself(from: string, to: string): NodeFailure {
  return new NodeFailure('path-refused', `The folder ${JSON.stringify(from)} cannot be put into itself: ${JSON.stringify(to)}`, {
    path: 'to',
  });
}
