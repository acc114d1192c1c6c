import type pg from 'pg';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import { keyIdOf, type Owner } from '#lib/run/owner.ts';
import { ownerColumn } from '../database/owner-sql.ts';
import { constant, sql } from '../database/sql.ts';
import type { OnExisting } from './file-rows.ts';

export type UploadRow = {
  readonly uploadId: string;
  readonly path: string;
  readonly mediaType: string;
  readonly onExisting: OnExisting;
  /** Of the whole file. */
  readonly sizeBytes: number;
  /** What is stored so far: where the next request continues. */
  readonly offsetBytes: number;
  readonly parts: readonly string[];
  readonly partBytes: number;
  /** The SHA-256 of what is stored so far, as the hasher saves it, in base64; null at the start. */
  readonly hashState: string | null;
  readonly owner: Owner;
  /** The file that it became. */
  readonly fileId: string | null;
};
type NewUpload = Omit<UploadRow, 'offsetBytes' | 'parts' | 'hashState' | 'fileId'>;

const columns = constant(
  `id AS "uploadId", path, media_type AS "mediaType", on_existing AS "onExisting", size_bytes::float8 AS "sizeBytes",
   offset_bytes::float8 AS "offsetBytes", parts, part_bytes AS "partBytes", hash_state AS "hashState", ${ownerColumn('file_uploads').text}, file_id AS "fileId"`,
);

/** Uploads that were begun. One request at a time may append to one: the latest that asked. */
export class UploadStore {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async create(workspaceId: WorkspaceId, upload: NewUpload): Promise<void> {
    await this.#pool.query(sql`INSERT INTO file_uploads (id, workspace_id, path, media_type, on_existing, size_bytes, parts, part_bytes, key_id, owner_kind, owner_id)
      VALUES (${upload.uploadId}, ${workspaceId}, ${upload.path}, ${upload.mediaType}, ${upload.onExisting}, ${upload.sizeBytes},
        '{}', ${upload.partBytes}, ${keyIdOf(upload.owner)}, ${upload.owner.kind}, ${upload.owner.id})`);
  }

  async find(workspaceId: WorkspaceId, uploadId: string): Promise<UploadRow | null> {
    const { rows } = await this.#pool.query<UploadRow>(
      sql`SELECT ${columns} FROM file_uploads WHERE workspace_id = ${workspaceId} AND id = ${uploadId}`,
    );
    return rows[0] ?? null;
  }

  /**
   * From now on only `writer` appends; an earlier request of the same upload fails at its next
   * part.
   */
  async claim(workspaceId: WorkspaceId, uploadId: string, writer: string): Promise<UploadRow | null> {
    const { rows } =
      await this.#pool.query<UploadRow>(sql`UPDATE file_uploads SET writer = ${writer}, changed_at = CURRENT_TIMESTAMP
      WHERE workspace_id = ${workspaceId} AND id = ${uploadId} RETURNING ${columns}`);
    return rows[0] ?? null;
  }

  /** @returns false when another request appends meanwhile, or the upload was cancelled */
  async append(
    uploadId: string,
    {
      writer,
      part,
      offsetBytes,
      partSizeBytes,
      hashState,
    }: { writer: string; part: string; offsetBytes: number; partSizeBytes: number; hashState: string },
  ): Promise<boolean> {
    const { rowCount } = await this.#pool.query(sql`UPDATE file_uploads SET parts = parts || ${part}::text,
        offset_bytes = ${offsetBytes + partSizeBytes}::bigint, hash_state = ${hashState}, changed_at = CURRENT_TIMESTAMP
      WHERE id = ${uploadId} AND writer = ${writer} AND offset_bytes = ${offsetBytes}::bigint`);
    return rowCount === 1;
  }

  /** @returns its parts; null when there is no such upload */
  async remove(workspaceId: WorkspaceId, uploadId: string): Promise<string[] | null> {
    const { rows } = await this.#pool.query<{ parts: string[] }>(
      sql`DELETE FROM file_uploads WHERE workspace_id = ${workspaceId} AND id = ${uploadId} RETURNING parts`,
    );
    return rows[0]?.parts ?? null;
  }

  /** Deletes uploads that nothing was appended to since `before`. @returns their parts */
  async removeIdle(before: Date): Promise<string[]> {
    const { rows } = await this.#pool.query<{ parts: string[] }>(
      sql`DELETE FROM file_uploads USING workspaces WHERE file_uploads.workspace_id = workspaces.id AND changed_at < ${before} RETURNING parts`,
    );
    return rows.flatMap(({ parts }) => parts);
  }
}
