import type pg from 'pg';
import { AppError } from '#lib/errors/app-error.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';

/** One request to start a run, told from others by the key that its caller gave it. */
export type KeyedStart = {
  readonly workspaceId: WorkspaceId;
  /** The endpoint, workflow or run that is asked: the same key is another one elsewhere. */
  readonly scope: string;
  readonly key: string;
  /** Of everything that was asked for. */
  readonly bodyHash: string;
};

/** `mine` is for the caller to start under this id, `stored` is a run already, and `pending` is somebody else's who has not come so far. */
export type StartClaim = { readonly is: 'mine' | 'stored' | 'pending'; readonly runId: string };

/** How long a start may take before it counts as left by its process. */
const PATIENCE = "interval '10 seconds'";
/** How long a key is remembered. */
const KEY_LIFE_HOURS = 24;
const KEY_LIFE = `interval '${KEY_LIFE_HOURS} hours'`;
const IS_OLD = `s.created_at < CURRENT_TIMESTAMP - ${KEY_LIFE}`;

// A start that its process left is taken up under the same run id: should that process still live, only one of the two can store the run.
const CLAIM = `INSERT INTO run_starts AS s (workspace_id, scope, key, body_hash, run_id) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (workspace_id, scope, key) DO UPDATE SET
    body_hash = excluded.body_hash,
    run_id = CASE WHEN ${IS_OLD} THEN excluded.run_id ELSE s.run_id END,
    created_at = CASE WHEN ${IS_OLD} THEN CURRENT_TIMESTAMP ELSE s.created_at END,
    claimed_at = CURRENT_TIMESTAMP
  WHERE ${IS_OLD} OR (s.body_hash = excluded.body_hash AND s.claimed_at < CURRENT_TIMESTAMP - ${PATIENCE}
    AND NOT EXISTS (SELECT FROM runs WHERE runs.id = s.run_id))
  RETURNING run_id AS "runId"`;

const READ = `SELECT run_id AS "runId", body_hash AS "bodyHash", EXISTS (SELECT FROM runs WHERE runs.id = run_id) AS "isStored"
  FROM run_starts WHERE workspace_id = $1 AND scope = $2 AND key = $3`;

const GIVE_UP = `DELETE FROM run_starts WHERE workspace_id = $1 AND run_id = $2 AND NOT EXISTS (SELECT FROM runs WHERE runs.id = $2)`;

/** Which starts were asked for under which key. */
export class StartStore {
  readonly #pool: Pick<pg.Pool, 'query'>;

  constructor(pool: Pick<pg.Pool, 'query'>) {
    this.#pool = pool;
  }

  /**
   * Of any number who claim the same start, in any processes, one gets it.
   * @param newRunId what the run is called if nobody has asked for it before
   * @throws {AppError} `idempotency-key-reused` when something else was asked for under this key
   */
  async claim(start: KeyedStart, newRunId: string): Promise<StartClaim> {
    const { workspaceId, scope, key, bodyHash } = start;
    const claimed = await this.#pool.query<{ runId: string }>(CLAIM, [workspaceId, scope, key, bodyHash, newRunId]);
    if (claimed.rows[0]) return { is: 'mine', runId: claimed.rows[0].runId };
    const { rows } = await this.#pool.query<{ runId: string; bodyHash: string; isStored: boolean }>(READ, [
      workspaceId,
      scope,
      key,
    ]);
    const [known] = rows;
    // Given up between the two statements.
    if (!known) return this.claim(start, newRunId);
    if (known.bodyHash === bodyHash) return { is: known.isStored ? 'stored' : 'pending', runId: known.runId };
    throw new AppError(
      'idempotency-key-reused',
      `The Idempotency-Key ${key} came with another body within the last ${KEY_LIFE_HOURS} hours and started run ${known.runId}. Send the body of then, or a new key for a new run.`,
      { details: { runId: known.runId } },
    );
  }

  /** Nothing was started: who asks again begins anew. Does nothing once there is the run. */
  async giveUp(workspaceId: WorkspaceId, runId: string): Promise<void> {
    await this.#pool.query(GIVE_UP, [workspaceId, runId]);
  }
}

/** Forgets keys whose time is over. @returns how many */
export async function deleteOldStarts(pool: Pick<pg.Pool, 'query'>): Promise<number> {
  const { rowCount } = await pool.query(`DELETE FROM run_starts AS s WHERE ${IS_OLD}`);
  return rowCount ?? 0;
}
