const HAS_ENDED = "runs.status IN ('succeeded', 'failed', 'cancelled')";

/** Runs of which something was decided, or which were asked to stop, and nothing has come of it. */
export function toldRuns(also = ''): string {
  return `SELECT run_id FROM approvals WHERE status <> 'pending' AND consumed_at IS NULL ${also}
  UNION ALL SELECT run_id FROM run_commands WHERE acknowledged_at IS NULL ${also}`;
}
const TOLD = toldRuns();

/** Ids of at most $1 waiting runs that somebody decided about, or asked to stop, without anything having come of it. */
export const FIND_TOLD_RUNS = `SELECT id FROM runs WHERE status = 'waiting' AND id IN (${TOLD}) ORDER BY id LIMIT $1`;

/** Decides what is due at $1. Nobody will take up what belongs to a run that has ended: it counts as taken up and is not found again. */
export const EXPIRE_APPROVALS = `WITH expired AS (
    UPDATE approvals SET status = 'expired', decided_at = $1, consumed_at = CASE WHEN ${HAS_ENDED} THEN $1 END
    FROM runs WHERE runs.id = run_id AND approvals.status = 'pending' AND expires_at <= $1
    RETURNING run_id, consumed_at IS NULL AS is_awaited)
  SELECT ARRAY(SELECT DISTINCT run_id FROM expired WHERE is_awaited ORDER BY run_id) AS "runIds",
    (SELECT (extract(epoch FROM min(expires_at)) * 1000)::float8 FROM approvals
      WHERE status = 'pending' AND expires_at > $1) AS "nextAtMs"`;

export type ExpiredRow = { readonly runIds: string[]; readonly nextAtMs: number | null };

export const READ_DECISIONS = `SELECT action_id AS "actionId", status, decided_args AS args, comment, is_remembered AS "isRemembered"
  FROM approvals WHERE run_id = $1 AND status <> 'pending' ORDER BY decided_at, action_id`;

/** Whether some run wants the engine now: one that is not at its end and does not wait, one that was decided about or asked to stop, or one whose time is over. */
export const HAS_UNFINISHED = `SELECT EXISTS (SELECT 1 FROM runs WHERE status IN ('queued', 'running'))
  OR EXISTS (SELECT 1 FROM runs WHERE status = 'waiting' AND id IN (${TOLD}))
  OR EXISTS (SELECT 1 FROM approvals WHERE status = 'pending' AND expires_at <= CURRENT_TIMESTAMP) AS found`;
