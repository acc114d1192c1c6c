import type pg from 'pg';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { JsonValue } from '#lib/json/json-value.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import type { StoreResult, StoreWrite, ValueStore } from '#lib/ports/value-store.ts';
import { msFromNow } from '../database/fragments.ts';
import { constant, type Sql, sql } from '../database/sql.ts';

/** Results of writes are kept so long: a crashed run is resumed within seconds of the next start. */
const KEPT_DAYS = 30;
const UNIQUE_VIOLATION = '23505';

const IS_LIVE = constant('(v.expires_at IS NULL OR v.expires_at > now())');
const HAS_EXPIRED = constant('(stored_values.expires_at <= now())');

/** Values of workspaces in the database. The change of a value and the note of its write are one statement. */
export class PgValueStore implements ValueStore {
  readonly #pool: Pick<pg.Pool, 'query'>;

  constructor(pool: Pick<pg.Pool, 'query'>) {
    this.#pool = pool;
  }

  async read(workspaceId: WorkspaceId, key: string): Promise<{ value: JsonValue } | undefined> {
    const { rows } = await this.#pool.query<{ value: string }>(
      sql`SELECT value FROM stored_values v WHERE workspace_id = ${workspaceId} AND key = ${key} AND ${IS_LIVE}`,
    );
    return rows[0] && { value: JSON.parse(rows[0].value) };
  }

  async write(workspaceId: WorkspaceId, write: StoreWrite, { writeId }: { writeId: string }): Promise<StoreResult> {
    const statement = writeOnce(workspaceId, writeId, changeOf(workspaceId, write));
    const { rows } = await this.#pool.query<{ result: string }>(statement).catch((error: { code?: string }) => {
      // Another process of the same run wrote it in this moment: the second look finds its result.
      if (error.code === UNIQUE_VIOLATION) return this.#pool.query<{ result: string }>(statement);
      throw error;
    });
    if (rows[0]) return JSON.parse(rows[0].result);
    throw new NodeFailure('store-not-a-number', `The value of '${write.key}' is not a number`, {
      path: 'config.key',
      hint: 'Use another key, or set it to a number first',
    });
  }
}

/** Deletes values that have expired, and notes of writes that no run repeats any more. */
export async function deleteExpiredValues(pool: Pick<pg.Pool, 'query'>): Promise<void> {
  await pool.query(sql`DELETE FROM stored_values USING workspaces WHERE workspace_id = workspaces.id AND expires_at <= now()`);
  await pool.query(sql`DELETE FROM stored_value_writes USING workspaces
    WHERE workspace_id = workspaces.id AND stored_value_writes.created_at < now() - make_interval(days => ${KEPT_DAYS})`);
}

/**
 * `change` ends with a CTE `changed`: one row with `value` (JSON or null) and `was_found`, where the
 * write is possible.
 */
function writeOnce(workspaceId: WorkspaceId, writeId: string, change: Sql): Sql {
  return sql`WITH known AS (
      SELECT result FROM stored_value_writes WHERE workspace_id = ${workspaceId} AND write_id = ${writeId}),
    ${change},
    noted AS (
      INSERT INTO stored_value_writes (workspace_id, write_id, result)
      SELECT ${workspaceId}, ${writeId}, '{"wasFound":' || was_found || ',"value":' || coalesce(value, 'null') || '}' FROM changed
      RETURNING result)
    SELECT result FROM known UNION ALL SELECT result FROM noted`;
}

function changeOf(workspaceId: WorkspaceId, write: StoreWrite): Sql {
  const { key } = write;
  const before = sql`before AS (SELECT value FROM stored_values v WHERE workspace_id = ${workspaceId} AND key = ${key} AND ${IS_LIVE})`;
  const isFirst = constant('NOT EXISTS (SELECT 1 FROM known)');
  const wasFound = constant('(EXISTS (SELECT 1 FROM before))::text AS was_found');
  if (write.op === 'take')
    return sql`taken AS (DELETE FROM stored_values v WHERE workspace_id = ${workspaceId} AND key = ${key} AND ${isFirst}
        RETURNING CASE WHEN ${IS_LIVE} THEN value END AS value),
      changed AS (SELECT (SELECT value FROM taken) AS value,
        (EXISTS (SELECT 1 FROM taken WHERE value IS NOT NULL))::text AS was_found WHERE ${isFirst})`;
  const { ttlMs = null } = write;
  const until = msFromNow(ttlMs);
  if (write.op === 'set') {
    const json = JSON.stringify(write.value);
    const amount = typeof write.value === 'number' ? json : null;
    return sql`${before},
      changed AS (
        INSERT INTO stored_values (workspace_id, key, value, amount, expires_at)
        SELECT ${workspaceId}, ${key}, ${json}, ${amount}::numeric, ${until} WHERE ${isFirst}
        ON CONFLICT (workspace_id, key) DO UPDATE
          SET value = excluded.value, amount = excluded.amount, expires_at = excluded.expires_at, updated_at = now()
        RETURNING NULL::text AS value, ${wasFound})`;
  }
  if (write.op === 'seen')
    return sql`marked AS (
        INSERT INTO stored_values (workspace_id, key, value, expires_at)
        SELECT ${workspaceId}, ${key}, 'true', ${until} WHERE ${isFirst}
        ON CONFLICT (workspace_id, key) DO UPDATE
          SET value = excluded.value, amount = NULL, expires_at = excluded.expires_at, updated_at = now() WHERE ${HAS_EXPIRED}
        RETURNING 1),
      changed AS (SELECT NULL::text AS value, (NOT EXISTS (SELECT 1 FROM marked))::text AS was_found WHERE ${isFirst})`;
  const amount = JSON.stringify(write.amount);
  return sql`${before},
    changed AS (
      INSERT INTO stored_values (workspace_id, key, value, amount, expires_at)
      SELECT ${workspaceId}, ${key}, ${amount}, ${amount}::numeric, ${until} WHERE ${isFirst}
      ON CONFLICT (workspace_id, key) DO UPDATE SET
        value = CASE WHEN ${HAS_EXPIRED} THEN excluded.value ELSE (stored_values.amount + excluded.amount)::text END,
        amount = CASE WHEN ${HAS_EXPIRED} THEN excluded.amount ELSE stored_values.amount + excluded.amount END,
        expires_at = CASE WHEN ${HAS_EXPIRED} THEN excluded.expires_at ELSE stored_values.expires_at END,
        updated_at = now()
        WHERE stored_values.amount IS NOT NULL OR ${HAS_EXPIRED}
      RETURNING value, ${wasFound})`;
}
