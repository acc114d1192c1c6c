import type pg from 'pg';
import { z } from 'zod';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import { runStatusSchema } from '#lib/run/run-status.ts';
import { sql } from '../database/sql.ts';

/** Notices that one look reads; in a rush the latest ones. */
const MAX_NOTICES = 100;

const noticeSchema = z.object({
  kind: z.enum(['run-ended', 'approval-requested']),
  id: z.string(),
  at: z.date(),
  runId: z.string(),
  workflowId: z.string().nullable(),
  workflowName: z.string(),
  sessionKey: z.string().nullable(),
  status: runStatusSchema,
  detail: z.string().nullable(),
  artifactId: z.string().nullable(),
});
/** The end of a studio run, or a requested approval. `detail`: the error, or what is to be approved. */
export type Notice = z.output<typeof noticeSchema>;

const sessionSchema = z.object({ sessionKey: z.string(), runId: z.string(), status: runStatusSchema });
/** The latest turn of a session. */
export type LatestTurn = z.output<typeof sessionSchema>;

/** What people are notified of, as the database has it, whichever process wrote it. */
export class NoticeStore {
  readonly #pool: Pick<pg.Pool, 'query'>;

  constructor(pool: Pick<pg.Pool, 'query'>) {
    this.#pool = pool;
  }

  /** The time of the database, which is that of the notices. */
  async now(): Promise<Date> {
    const { rows } = await this.#pool.query<{ now: Date }>('SELECT CURRENT_TIMESTAMP AS now');
    return rows[0]?.now ?? new Date(0);
  }

  /**
   * Oldest first. Tests of single nodes and runs that a person stopped are none.
   * @param since exclusive
   */
  async since(workspaceId: WorkspaceId, since: Date): Promise<Notice[]> {
    const { rows } = await this.#pool.query(sql`WITH found AS (
        (SELECT 'run-ended' AS kind, r.id, r.finished_at AS at, r.id AS run_id, r.workflow_id, r.workflow_name, r.session_key,
          r.status, r.error AS detail
        FROM runs r WHERE r.workspace_id = ${workspaceId} AND r.surface = 'studio' AND r.finished_at > ${since.toISOString()}::timestamptz
          AND r.node_id IS NULL AND r.reason IS DISTINCT FROM 'stopped'
        ORDER BY r.finished_at DESC LIMIT ${MAX_NOTICES})
        UNION ALL
        (SELECT 'approval-requested', a.action_id, a.created_at, a.run_id, r.workflow_id, r.workflow_name, r.session_key,
          r.status, a.description
        FROM approvals a JOIN runs r ON r.id = a.run_id AND r.workspace_id = a.workspace_id
        WHERE a.workspace_id = ${workspaceId} AND a.status = 'pending' AND a.created_at > ${since.toISOString()}::timestamptz
        ORDER BY a.created_at DESC LIMIT ${MAX_NOTICES}))
      SELECT kind, id, at, run_id AS "runId", workflow_id AS "workflowId", workflow_name AS "workflowName",
        session_key AS "sessionKey", status, detail,
        (SELECT files.id FROM files WHERE files.workspace_id = ${workspaceId} AND files.run_id = found.run_id
          AND starts_with(files.id, 'art_') ORDER BY files.changed_at DESC, files.id LIMIT 1) AS "artifactId"
      FROM found ORDER BY at, id`);
    return rows.map((row) => noticeSchema.parse(row));
  }

  /** The latest turn of each of these sessions that has one. */
  async latestTurns(workspaceId: WorkspaceId, sessionKeys: readonly string[]): Promise<LatestTurn[]> {
    if (sessionKeys.length === 0) return [];
    const { rows } = await this.#pool.query(sql`SELECT latest.session_key AS "sessionKey", latest.id AS "runId", latest.status
      FROM unnest(${[...sessionKeys]}::text[]) AS wanted (session_key)
        CROSS JOIN LATERAL (SELECT session_key, id, status FROM runs
          WHERE runs.session_key = wanted.session_key AND runs.workspace_id = ${workspaceId}
          ORDER BY created_at DESC, id DESC LIMIT 1) AS latest`);
    return rows.map((row) => sessionSchema.parse(row));
  }
}
