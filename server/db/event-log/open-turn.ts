import { type Sql, sql } from '../database/sql.ts';

/**
 * Makes a run the latest turn of its session and keeps which run it follows, once: a later process finds that. The lock
 * on the session orders turns that two processes open.
 */
export function openTurn(runId: string): Sql {
  return sql`WITH turn AS (
      SELECT r.id, r.workspace_id, r.session_key, s.skill_id, r.turn_parent IS NULL AS is_new,
        CASE WHEN r.turn_parent IS NULL THEN nullif(coalesce(r.turn_after, s.head_run_id), 'none')
          ELSE nullif(r.turn_parent, 'none') END AS parent
      FROM runs r JOIN sessions s ON s.id = r.session_key AND s.workspace_id = r.workspace_id
      WHERE r.id = ${runId} FOR UPDATE OF s),
    kept AS (UPDATE runs SET turn_parent = coalesce(turn.parent, 'none') FROM turn WHERE runs.id = turn.id AND turn.is_new),
    moved AS (UPDATE sessions SET head_run_id = turn.id, updated_at = CURRENT_TIMESTAMP,
        expires_at = CURRENT_TIMESTAMP + keep_days * interval '1 day'
      FROM turn WHERE sessions.id = turn.session_key AND turn.is_new)
    SELECT turn.parent AS "afterRunId", turn.skill_id AS skill, before.session_state AS state
    FROM turn LEFT JOIN runs before ON before.id = turn.parent AND before.workspace_id = turn.workspace_id`;
}
