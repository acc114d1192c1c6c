import type { JsonValue } from '#lib/json/json-value.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import { msFromNow } from '../database/fragments.ts';
import type { Db } from '../database/make-db.ts';
import { constant, joinSql, sql } from '../database/sql.ts';
import { makePage, type Page, pageSize, readCursor } from './page-cursor.ts';

/** A value that workflows of the workspace keep between runs. */
export type StoredValueRow = {
  readonly key: string;
  readonly value: JsonValue;
  readonly updatedAt: Date;
  /** Null for one that stays. */
  readonly expiresAt: Date | null;
};

export type ValueRepository = {
  /** Last changed first; without those that have expired. */
  list(options?: {
    readonly search?: string | undefined;
    readonly cursor?: string | undefined;
    readonly limit?: number | undefined;
  }): Promise<Page<StoredValueRow>>;
  get(key: string): Promise<StoredValueRow | null>;
  /** @param value JSON that replaces what is there @param ttlMs null to keep it */
  set(key: string, value: JsonValue, ttlMs: number | null): Promise<StoredValueRow>;
  /** @returns false when there is no such value */
  remove(key: string): Promise<boolean>;
};

const COLUMNS = constant('key, value, updated_at AS "updatedAt", expires_at AS "expiresAt"');
const IS_LIVE = constant('(expires_at IS NULL OR expires_at > now())');

type Row = Omit<StoredValueRow, 'value'> & { readonly value: string };
const toValue = (row: Row): StoredValueRow => ({ ...row, value: JSON.parse(row.value) });

export function valueRepository({ query }: Db, workspaceId: WorkspaceId): ValueRepository {
  return {
    async list({ search, cursor, limit } = {}) {
      const size = pageSize(limit);
      const where = [sql`workspace_id = ${workspaceId}`, sql`${IS_LIVE}`];
      if (search !== undefined && search !== '') where.push(sql`strpos(key, ${search}) > 0`);
      if (cursor !== undefined) {
        const { at, rowId } = readCursor(cursor);
        where.push(sql`updated_at <= ${at} AND (updated_at < ${at} OR key > ${rowId})`);
      }
      const rows = await query<Row>(
        sql`SELECT ${COLUMNS} FROM stored_values WHERE ${joinSql(where, ' AND ')} ORDER BY updated_at DESC, key LIMIT ${size + 1}`,
      );
      return makePage(rows, { size, end: (row) => ({ at: row.updatedAt, rowId: row.key }), item: toValue });
    },
    async get(key) {
      const [row] = await query<Row>(
        sql`SELECT ${COLUMNS} FROM stored_values WHERE workspace_id = ${workspaceId} AND key = ${key} AND ${IS_LIVE}`,
      );
      return row ? toValue(row) : null;
    },
    async set(key, value, ttlMs) {
      const json = JSON.stringify(value);
      const amount = typeof value === 'number' ? json : null;
      const [row] = await query<Row>(sql`INSERT INTO stored_values (workspace_id, key, value, amount, expires_at)
        VALUES (${workspaceId}, ${key}, ${json}, ${amount}::numeric, ${msFromNow(ttlMs)})
        ON CONFLICT (workspace_id, key) DO UPDATE
          SET value = excluded.value, amount = excluded.amount, expires_at = excluded.expires_at, updated_at = now()
        RETURNING ${COLUMNS}`);
      return toValue(row as Row);
    },
    async remove(key) {
      const rows = await query(
        sql`DELETE FROM stored_values WHERE workspace_id = ${workspaceId} AND key = ${key} AND ${IS_LIVE} RETURNING key`,
      );
      return rows.length > 0;
    },
  };
}
