import type pg from 'pg';
import { AppError } from '#lib/errors/app-error.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import { constant, type Sql, sql } from '../database/sql.ts';

/** A request to start a run, identified by its caller's idempotency key. */
export type KeyedStart = {
  readonly workspaceId: WorkspaceId;
  /** The endpoint, workflow or run it is for; keys are unique within a scope. */
  readonly scope: string;
  readonly key: string;
  /** Hash of the whole request body. */
  readonly bodyHash: string;
};

/** `mine`: start it under this id. `stored`: the run exists. `pending`: another request is starting it. */
export type StartClaim = { readonly is: 'mine' | 'stored' | 'pending'; readonly runId: string };

/** A start that takes longer counts as abandoned by its process. */
const START_TIMEOUT = constant("interval '10 seconds'");
/** How long an idempotency key is kept. */
const KEY_LIFE_HOURS = 24;
const IS_OLD = sql`s.created_at < CURRENT_TIMESTAMP - ${constant(`interval '${KEY_LIFE_HOURS} hours'`)}`;

/**
 * An abandoned start is claimed under the same run id: should its process still live, only one of
 * the two can store the run.
 */
function claimStart({ workspaceId, scope, key, bodyHash }: KeyedStart, newRunId: string): Sql {
  return sql`INSERT INTO run_starts AS s (workspace_id, scope, key, body_hash, run_id)
    VALUES (${workspaceId}, ${scope}, ${key}, ${bodyHash}, ${newRunId})
    ON CONFLICT (workspace_id, scope, key) DO UPDATE SET
      body_hash = excluded.body_hash,
      run_id = CASE WHEN ${IS_OLD} THEN excluded.run_id ELSE s.run_id END,
      created_at = CASE WHEN ${IS_OLD} THEN CURRENT_TIMESTAMP ELSE s.created_at END,
      claimed_at = CURRENT_TIMESTAMP
    WHERE ${IS_OLD} OR (s.body_hash = excluded.body_hash AND s.claimed_at < CURRENT_TIMESTAMP - ${START_TIMEOUT}
      AND NOT EXISTS (SELECT FROM runs WHERE runs.id = s.run_id))
    RETURNING run_id AS "runId"`;
}

/** Starts by idempotency key. */
export class StartStore {
  readonly #pool: Pick<pg.Pool, 'query'>;

  constructor(pool: Pick<pg.Pool, 'query'>) {
    this.#pool = pool;
  }

  /**
   * Of concurrent claims of one start, in any processes, one gets it.
   * @param newRunId the id of the run if it is new
   * @throws {AppError} `idempotency-key-reused` when the key came with another body before
   */
  async claim(start: KeyedStart, newRunId: string): Promise<StartClaim> {
    const { workspaceId, scope, key, bodyHash } = start;
    const claimed = await this.#pool.query<{ runId: string }>(claimStart(start, newRunId));
    if (claimed.rows[0]) return { is: 'mine', runId: claimed.rows[0].runId };
    const { rows } = await this.#pool.query<{ runId: string; bodyHash: string; isStored: boolean }>(
      sql`SELECT run_id AS "runId", body_hash AS "bodyHash", EXISTS (SELECT FROM runs WHERE runs.id = run_id) AS "isStored"
        FROM run_starts WHERE workspace_id = ${workspaceId} AND scope = ${scope} AND key = ${key}`,
    );
    const [known] = rows;
    // Released between the two statements.
    if (!known) return this.claim(start, newRunId);
    if (known.bodyHash === bodyHash) return { is: known.isStored ? 'stored' : 'pending', runId: known.runId };
    throw new AppError(
      'idempotency-key-reused',
      `The Idempotency-Key ${key} came with another body within the last ${KEY_LIFE_HOURS} hours and started run ${known.runId}. Send the body of then, or a new key for a new run.`,
      { details: { runId: known.runId } },
    );
  }

  /** Names the run of a request before it starts, for those that repeat it; replaces the run of an earlier one. */
  async note({ workspaceId, scope, key, bodyHash }: KeyedStart, runId: string): Promise<void> {
    await this.#pool.query(sql`INSERT INTO run_starts (workspace_id, scope, key, body_hash, run_id)
      VALUES (${workspaceId}, ${scope}, ${key}, ${bodyHash}, ${runId})
      ON CONFLICT (workspace_id, scope, key) DO UPDATE SET
        run_id = excluded.run_id, created_at = CURRENT_TIMESTAMP, claimed_at = CURRENT_TIMESTAMP`);
  }

  /** Deletes a key that is older. */
  async forget({ workspaceId, scope, key }: KeyedStart, olderThanS: number): Promise<void> {
    await this.#pool.query(sql`DELETE FROM run_starts WHERE workspace_id = ${workspaceId} AND scope = ${scope} AND key = ${key}
      AND created_at < CURRENT_TIMESTAMP - make_interval(secs => ${olderThanS})`);
  }

  /** Deletes a claim that started nothing. Does nothing once the run exists. */
  async release(workspaceId: WorkspaceId, runId: string): Promise<void> {
    await this.#pool.query(sql`DELETE FROM run_starts WHERE workspace_id = ${workspaceId} AND run_id = ${runId}
      AND NOT EXISTS (SELECT FROM runs WHERE runs.id = ${runId})`);
  }
}

/** Deletes expired keys. @returns how many */
export async function deleteOldStarts(pool: Pick<pg.Pool, 'query'>): Promise<number> {
  const { rowCount } = await pool.query(sql`DELETE FROM run_starts AS s WHERE ${IS_OLD}`);
  return rowCount ?? 0;
}
