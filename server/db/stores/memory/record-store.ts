import type pg from 'pg';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import { MAX_USER_RECORDS } from '#lib/ports/user-memory.ts';
import { constant, sql } from '../../database/sql.ts';
import type { Client } from '../../database/transact.ts';
import { deleteRuns } from './delete-runs.ts';

export type MemoryRecordRow = {
  readonly recordId: string;
  readonly userId: string;
  /** `session:…`, `run:…`, `node:…` or `own:…`. */
  readonly key: string;
  readonly text: string;
  /** The run that it is from; null for one that a person wrote. */
  readonly runId: string | null;
  readonly isEdited: boolean;
  /** Model of the config file that made `vector`; null without one. */
  readonly embedding: string | null;
  readonly vector: readonly number[];
  readonly createdAt: Date;
  readonly changedAt: Date;
  readonly expiresAt: Date;
};
export type PutRecord = Pick<MemoryRecordRow, 'recordId' | 'key' | 'text' | 'runId' | 'embedding' | 'vector'> & {
  readonly keepDays: number;
};
type OfUser = { readonly workspaceId: WorkspaceId; readonly userId: string };

const columns =
  constant(`id AS "recordId", user_id AS "userId", key, text, run_id AS "runId", is_edited AS "isEdited", embedding, vector,
  created_at AS "createdAt", changed_at AS "changedAt", expires_at AS "expiresAt"`);
const alive = constant('expires_at > CURRENT_TIMESTAMP');

/**
 * Stores a record, instead of the one with the same key, and deletes the user's oldest ones beyond the limit.
 * @returns null when the user was forgotten
 */
export async function putRecord(
  client: Client,
  { workspaceId, userId }: OfUser,
  record: PutRecord,
): Promise<MemoryRecordRow | null> {
  const { recordId, key, text, runId, embedding, vector, keepDays } = record;
  const { rows } = await client.query<MemoryRecordRow>(sql`INSERT INTO memory_records
      (id, workspace_id, user_id, key, text, run_id, embedding, vector, expires_at)
    SELECT ${recordId}, workspace_id, id, ${key}, ${text}, ${runId}, ${embedding}, ${vector}::real[],
      CURRENT_TIMESTAMP + ${keepDays}::int * interval '1 day'
    FROM memory_users WHERE workspace_id = ${workspaceId} AND id = ${userId} FOR KEY SHARE
    ON CONFLICT (user_id, key) DO UPDATE SET text = excluded.text, run_id = excluded.run_id, is_edited = false,
      embedding = excluded.embedding, vector = excluded.vector, changed_at = CURRENT_TIMESTAMP, expires_at = excluded.expires_at
    RETURNING ${columns}`);
  await client.query(sql`DELETE FROM memory_records WHERE id IN (SELECT id FROM memory_records
    WHERE workspace_id = ${workspaceId} AND user_id = ${userId} ORDER BY changed_at DESC, id DESC OFFSET ${MAX_USER_RECORDS})`);
  return rows[0] ?? null;
}

/** What is kept about users. */
export class MemoryRecordStore {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Latest change first. */
  async list({ workspaceId, userId }: OfUser): Promise<MemoryRecordRow[]> {
    const { rows } = await this.#pool.query<MemoryRecordRow>(sql`SELECT ${columns} FROM memory_records
      WHERE workspace_id = ${workspaceId} AND user_id = ${userId} AND ${alive} ORDER BY changed_at DESC, id DESC`);
    return rows;
  }

  async get(workspaceId: WorkspaceId, recordId: string): Promise<MemoryRecordRow | null> {
    const { rows } = await this.#pool.query<MemoryRecordRow>(
      sql`SELECT ${columns} FROM memory_records WHERE workspace_id = ${workspaceId} AND id = ${recordId} AND ${alive}`,
    );
    return rows[0] ?? null;
  }

  async find({ workspaceId, userId }: OfUser, key: string): Promise<MemoryRecordRow | null> {
    const { rows } = await this.#pool.query<MemoryRecordRow>(sql`SELECT ${columns} FROM memory_records
      WHERE workspace_id = ${workspaceId} AND user_id = ${userId} AND key = ${key} AND ${alive}`);
    return rows[0] ?? null;
  }

  /** @returns null when the user was forgotten */
  put(user: OfUser, record: PutRecord): Promise<MemoryRecordRow | null> {
    return putRecord(this.#pool, user, record);
  }

  /** A person's correction. @returns null when there is no such record */
  async change(
    workspaceId: WorkspaceId,
    recordId: string,
    { text, embedding, vector }: Pick<MemoryRecordRow, 'text' | 'embedding' | 'vector'>,
  ): Promise<MemoryRecordRow | null> {
    const { rows } = await this.#pool.query<MemoryRecordRow>(sql`UPDATE memory_records SET text = ${text}, is_edited = true,
        embedding = ${embedding}, vector = ${vector}::real[], changed_at = CURRENT_TIMESTAMP
      WHERE workspace_id = ${workspaceId} AND id = ${recordId} AND ${alive} RETURNING ${columns}`);
    return rows[0] ?? null;
  }

  /** With the runs that wrote it. @returns false when there is no such record */
  async remove(workspaceId: WorkspaceId, recordId: string): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      sql`DELETE FROM memory_records WHERE workspace_id = ${workspaceId} AND id = ${recordId}`,
    );
    if (rowCount !== 1) return false;
    const { rows } = await this.#pool.query<{ runId: string | null }>(
      sql`SELECT summary_run_id AS "runId" FROM memory_tasks WHERE workspace_id = ${workspaceId} AND record_id = ${recordId}`,
    );
    await deleteRuns(
      this.#pool,
      workspaceId,
      rows.flatMap(({ runId }) => runId ?? []),
    );
    return true;
  }
}
