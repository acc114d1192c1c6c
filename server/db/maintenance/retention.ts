import type pg from 'pg';

type Pool = Pick<pg.Pool, 'query'>;

const ENDED = "status IN ('succeeded', 'failed', 'cancelled')";

/** Deletes the runs that `gone` names, with all that hangs on them. Two who delete the same run at once count it once. */
const DELETE_GONE = `gone_events AS (DELETE FROM run_events USING gone WHERE run_id = gone.id),
  gone_nodes AS (DELETE FROM run_nodes USING gone WHERE run_id = gone.id),
  gone_keys AS (DELETE FROM run_keys USING gone WHERE run_id = gone.id),
  gone_starts AS (DELETE FROM run_starts USING gone WHERE run_id = gone.id),
  gone_approvals AS (DELETE FROM approvals USING gone WHERE run_id = gone.id),
  gone_runs AS (DELETE FROM runs USING gone WHERE runs.id = gone.id RETURNING runs.id)
  SELECT count(*)::int AS count FROM gone_runs`;

// By workspace and time of creation, for which there is an index: what ended before then was created before then.
const DELETE_OLD = `WITH gone AS (
    SELECT old.id FROM workspaces, LATERAL (
      SELECT id FROM runs WHERE workspace_id = workspaces.id AND created_at < $1 AND finished_at < $1 AND ${ENDED}
      ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED) AS old
    LIMIT $2),
  ${DELETE_GONE}`;

const DELETE_BEYOND = `WITH gone AS (
    SELECT old.id FROM workflows, LATERAL (
      SELECT id FROM runs WHERE workspace_id = workflows.workspace_id AND workflow_id = workflows.id AND ${ENDED}
      ORDER BY created_at DESC, id DESC OFFSET $1 LIMIT $2) AS old
    LIMIT $2),
  ${DELETE_GONE}`;

type Counted = { readonly count: number };

/**
 * Deletes runs that ended before `before`, with all that hangs on them; the oldest first, some at a time. Runs that go on or wait are never touched.
 * @returns how many were deleted
 */
export async function deleteEndedRuns(pool: Pool, { before, atMost }: { before: Date; atMost: number }): Promise<number> {
  const { rows } = await pool.query<Counted>({ name: 'delete-ended-runs', text: DELETE_OLD, values: [before, atMost] });
  return rows[0]?.count ?? 0;
}

/** The same for what ended of each workflow, but for the newest `keep`. @returns how many were deleted */
export async function deleteRunsBeyond(pool: Pool, { keep, atMost }: { keep: number; atMost: number }): Promise<number> {
  const { rows } = await pool.query<Counted>({ name: 'delete-runs-beyond', text: DELETE_BEYOND, values: [keep, atMost] });
  return rows[0]?.count ?? 0;
}

/**
 * Deletes large results that no run refers to any more: those saved before the oldest run that is left was created. Saving one again makes it
 * new; the margin is for what was saved again within it (see `PgRunStore.savePayload`).
 * @returns how many were deleted
 */
export async function deleteLonelyPayloads(pool: Pool): Promise<number> {
  const { rowCount } = await pool.query(`DELETE FROM payloads USING workspaces
    WHERE payloads.workspace_id = workspaces.id AND payloads.created_at < coalesce(
      (SELECT min(runs.created_at) FROM runs WHERE runs.workspace_id = workspaces.id), CURRENT_TIMESTAMP) - interval '1 day'`);
  return rowCount ?? 0;
}

/** Deletes what the monitor counted before `before`. */
export async function deleteOldCallCounts(pool: Pool, before: Date): Promise<void> {
  await pool.query('DELETE FROM call_counts USING workspaces WHERE workspace_id = workspaces.id AND at < $1', [before]);
}

/** Nobody else does it in the embedded database; without it the place of deleted rows is not used again. */
export async function reclaimSpace(pool: Pool): Promise<void> {
  for (const table of ['run_events', 'run_nodes', 'runs', 'approvals', 'payloads']) await pool.query(`VACUUM ${table}`);
}
