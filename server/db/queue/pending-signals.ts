import { ENDED } from '../database/fragments.ts';
import { param, type Sql, sql } from '../database/sql.ts';

/** Ids of runs with a pending signal: a decision or a command that the run has not applied yet. */
export const RUNS_WITH_PENDING_SIGNALS = sql`SELECT run_id FROM approvals WHERE status <> 'pending' AND consumed_at IS NULL
  UNION ALL SELECT run_id FROM run_commands WHERE acknowledged_at IS NULL`;

/** Whether this run has a pending signal. */
export function hasPendingSignal(runId: unknown): Sql {
  return sql`EXISTS (SELECT run_id FROM approvals WHERE status <> 'pending' AND consumed_at IS NULL AND run_id = ${runId}
    UNION ALL SELECT run_id FROM run_commands WHERE acknowledged_at IS NULL AND run_id = ${runId})`;
}

export type ExpiredRow = { readonly runIds: string[]; readonly nextAtMs: number | null };

/**
 * Expires the approvals that are due. Those of a run that has ended count as applied: no run will apply them, and
 * they would be found again.
 */
export function expireApprovals(nowMs: number): Sql {
  const now = param(new Date(nowMs));
  return sql`WITH expired AS (
      UPDATE approvals SET status = 'expired', decided_at = ${now}, consumed_at = CASE WHEN runs.status IN ${ENDED} THEN ${now}::timestamptz END
      FROM runs WHERE runs.id = run_id AND approvals.status = 'pending' AND expires_at <= ${now}
      RETURNING run_id, consumed_at IS NULL AS is_awaited)
    SELECT ARRAY(SELECT DISTINCT run_id FROM expired WHERE is_awaited ORDER BY run_id) AS "runIds",
      (SELECT (extract(epoch FROM min(expires_at)) * 1000)::float8 FROM approvals
        WHERE status = 'pending' AND expires_at > ${now}) AS "nextAtMs"`;
}

export function readDecisions(runId: string): Sql {
  return sql`SELECT action_id AS "actionId", status, decided_args AS args, comment, is_remembered AS "isRemembered"
    FROM approvals WHERE run_id = ${runId} AND status <> 'pending' ORDER BY decided_at, action_id`;
}

/**
 * Whether the engine has something to do now: an unfinished run that does not wait, a pending
 * signal, or an approval that is due.
 */
export const HAS_UNFINISHED = sql`SELECT EXISTS (SELECT 1 FROM runs WHERE status IN ('queued', 'running'))
  OR EXISTS (SELECT 1 FROM runs WHERE status = 'waiting' AND id IN (${RUNS_WITH_PENDING_SIGNALS}))
  OR EXISTS (SELECT 1 FROM approvals WHERE status = 'pending' AND expires_at <= CURRENT_TIMESTAMP) AS found`;
