import type pg from 'pg';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import { ENDED } from '../../database/fragments.ts';
import { sql } from '../../database/sql.ts';
import { deleteGone } from '../delete-gone.ts';

/** Deletes those of these runs that have ended, with everything that belongs to them. */
export async function deleteRuns(
  pool: Pick<pg.Pool, 'query'>,
  workspaceId: WorkspaceId,
  runIds: readonly string[],
): Promise<void> {
  if (runIds.length === 0) return;
  await pool.query(
    deleteGone(sql`SELECT id FROM runs WHERE workspace_id = ${workspaceId} AND id = ANY (${runIds}::text[])
      AND status IN ${ENDED}`),
  );
}
