import type pg from 'pg';
import { findCheckpointTables, quoteTable } from '../database/checkpoint-tables.ts';
import { ENDED } from '../database/fragments.ts';
import { constant, sql } from '../database/sql.ts';
import { deleteGone } from '../stores/delete-gone.ts';

/** The latest turn of a session has what the next one begins with. */
const IS_NO_HEAD = constant('NOT EXISTS (SELECT 1 FROM sessions WHERE head_run_id = runs.id)');

type Pool = Pick<pg.Pool, 'query'>;

type Counted = { readonly count: number };

/**
 * Deletes runs that ended before `before` with everything that belongs to them, oldest first,
 * `atMost` at a time.
 * @returns how many were deleted
 */
export async function deleteEndedRuns(pool: Pool, { before, atMost }: { before: Date; atMost: number }): Promise<number> {
  // By workspace and creation, which has an index: what ended before then was created before then.
  const gone = sql`SELECT old.id FROM workspaces, LATERAL (
      SELECT id FROM runs WHERE workspace_id = workspaces.id AND created_at < ${before} AND finished_at < ${before} AND status IN ${ENDED} AND ${IS_NO_HEAD}
      ORDER BY created_at LIMIT ${atMost} FOR UPDATE SKIP LOCKED) AS old
    LIMIT ${atMost}`;
  const { rows } = await pool.query<Counted>(deleteGone(gone).named('delete-ended-runs'));
  return rows[0]?.count ?? 0;
}

/** Deletes the ended runs of each workflow except for the newest `keep`. @returns how many were deleted */
export async function deleteRunsBeyond(pool: Pool, { keep, atMost }: { keep: number; atMost: number }): Promise<number> {
  const gone = sql`SELECT old.id FROM workflows, LATERAL (
      SELECT id FROM runs WHERE workspace_id = workflows.workspace_id AND workflow_id = workflows.id AND status IN ${ENDED} AND ${IS_NO_HEAD}
      ORDER BY created_at DESC, id DESC OFFSET ${keep} LIMIT ${atMost}) AS old
    LIMIT ${atMost}`;
  const { rows } = await pool.query<Counted>(deleteGone(gone).named('delete-runs-beyond'));
  return rows[0]?.count ?? 0;
}

/**
 * Deletes payloads that no run refers to: those saved before the oldest run was created. The margin
 * of a day covers payloads that were saved again (see `PgRunStore.savePayload`).
 * @returns how many were deleted
 */
export async function deleteOrphanedPayloads(pool: Pool): Promise<number> {
  const { rowCount } = await pool.query(sql`DELETE FROM payloads USING workspaces
    WHERE payloads.workspace_id = workspaces.id AND payloads.created_at < coalesce(
      (SELECT min(runs.created_at) FROM runs WHERE runs.workspace_id = workspaces.id), CURRENT_TIMESTAMP) - interval '1 day'`);
  return rowCount ?? 0;
}

/**
 * Deletes the checkpoints of graphs whose runs were deleted. Their threads are named after run and
 * node; the tables are made when the first graph is run.
 */
export async function deleteOrphanedCheckpoints(pool: Pool): Promise<void> {
  for (const table of await findCheckpointTables(pool))
    await pool.query(`DELETE FROM ${quoteTable(table)}
      WHERE starts_with(thread_id, 'run_') AND NOT EXISTS (SELECT 1 FROM runs WHERE id = split_part(thread_id, ':', 1))`);
}

/** Deletes sessions that had no turn for as long as they are kept. Their runs are deleted like others. */
export async function deleteExpiredSessions(pool: Pool): Promise<void> {
  await pool.query(
    sql`DELETE FROM sessions USING workspaces WHERE workspace_id = workspaces.id AND expires_at < CURRENT_TIMESTAMP`,
  );
}

/** Deletes call counts of the monitor before `before`. */
export async function deleteOldCallCounts(pool: Pool, before: Date): Promise<void> {
  await pool.query(sql`DELETE FROM call_counts USING workspaces WHERE workspace_id = workspaces.id AND at < ${before}`);
}

/** The embedded database has no autovacuum: without this the space of deleted rows is not used again. */
export async function reclaimSpace(pool: Pool): Promise<void> {
  for (const table of ['run_events', 'run_nodes', 'runs', 'approvals', 'payloads']) await pool.query(`VACUUM ${table}`);
}
