import { type Sql, sql } from '../database/sql.ts';

/**
 * Deletes the runs of `gone` with everything that belongs to them. A run deleted by two processes
 * at once is counted once.
 */
export function deleteGone(gone: Sql): Sql {
  return sql`WITH gone AS (${gone}),
    gone_events AS (DELETE FROM run_events USING gone WHERE run_id = gone.id),
    gone_nodes AS (DELETE FROM run_nodes USING gone WHERE run_id = gone.id),
    gone_keys AS (DELETE FROM run_keys USING gone WHERE run_id = gone.id),
    gone_facts AS (DELETE FROM run_facts USING gone WHERE run_id = gone.id),
    gone_starts AS (DELETE FROM run_starts USING gone WHERE run_id = gone.id),
    gone_approvals AS (DELETE FROM approvals USING gone WHERE run_id = gone.id),
    gone_runs AS (DELETE FROM runs USING gone WHERE runs.id = gone.id RETURNING runs.id)
    SELECT count(*)::int AS count FROM gone_runs`;
}
