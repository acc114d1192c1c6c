import type pg from 'pg';
import { sql } from '../../database/sql.ts';

/**
 * Deletes records after their time, ended tasks from before `before`, waiting tasks of runs that
 * were never stored or are deleted, and users without records and tasks.
 */
export async function deleteOldMemory(pool: Pick<pg.Pool, 'query'>, before: Date | undefined): Promise<void> {
  await pool.query(
    sql`DELETE FROM memory_records USING workspaces WHERE workspace_id = workspaces.id AND expires_at < CURRENT_TIMESTAMP`,
  );
  if (before)
    await pool.query(sql`DELETE FROM memory_tasks USING workspaces WHERE workspace_id = workspaces.id
      AND status <> 'waiting' AND finished_at < ${before}`);
  await pool.query(sql`DELETE FROM memory_tasks t USING workspaces WHERE t.workspace_id = workspaces.id AND t.status = 'waiting'
    AND t.created_at < CURRENT_TIMESTAMP - interval '1 hour' AND NOT EXISTS (SELECT 1 FROM runs WHERE runs.id = t.run_id)`);
  await pool.query(sql`DELETE FROM memory_users u USING workspaces WHERE u.workspace_id = workspaces.id
    AND u.changed_at < CURRENT_TIMESTAMP - interval '1 hour' AND NOT EXISTS (SELECT 1 FROM memory_records WHERE user_id = u.id)
    AND NOT EXISTS (SELECT 1 FROM memory_tasks WHERE user_id = u.id)`);
}
