import type { WorkspaceId } from '#lib/ports/run-store.ts';
import { ENDED } from '../database/fragments.ts';
import type { Db } from '../database/make-db.ts';
import { sql } from '../database/sql.ts';

/** An endpoint with its last failed run. `error` and `document` are JSON as they are stored. */
export type FailingRow = {
  readonly slug: string;
  readonly workflowId: string | null;
  readonly workflowName: string;
  readonly failed: number;
  readonly of: number;
  readonly runId: string;
  readonly reason: string | null;
  readonly error: string | null;
  readonly document: string | null;
  readonly at: Date;
};
export type WaitingRow = { readonly id: string; readonly title: string; readonly since: Date; readonly runId: string };

export type AttentionRepository = {
  /** Endpoints whose last run since then failed, or a tenth of them; most failures first. */
  findFailing(since: Date, limit: number): Promise<FailingRow[]>;
  /** Approvals that a person can decide, oldest first, and how many there are in all. */
  findWaiting(now: Date, limit: number): Promise<{ items: WaitingRow[]; count: number }>;
};

export function attentionRepository({ query }: Db, workspaceId: WorkspaceId): AttentionRepository {
  return {
    findFailing: (since, limit) =>
      query<FailingRow>(sql`WITH failed AS (
          SELECT slug, count(*)::int AS failed, max(finished_at) AS at FROM runs
          WHERE workspace_id = ${workspaceId} AND status = 'failed' AND finished_at >= ${since} AND slug IS NOT NULL
            AND slug IN (SELECT slug FROM deployments WHERE workspace_id = ${workspaceId}) GROUP BY slug),
        ended AS (SELECT slug, count(*)::int AS "of", max(finished_at) AS last FROM runs
          WHERE workspace_id = ${workspaceId} AND created_at >= ${since} AND status IN ${ENDED}
            AND slug IN (SELECT slug FROM failed) GROUP BY slug)
        SELECT f.slug, f.failed, greatest(coalesce(e."of", 0), f.failed) AS "of", f.at, r.id AS "runId",
          r.workflow_id AS "workflowId", coalesce(w.name, r.workflow_name) AS "workflowName", r.reason, r.error, d.document
        FROM failed f LEFT JOIN ended e ON e.slug = f.slug
          CROSS JOIN LATERAL (SELECT * FROM runs WHERE workspace_id = ${workspaceId} AND status = 'failed'
            AND finished_at = f.at AND runs.slug = f.slug ORDER BY id LIMIT 1) r
          LEFT JOIN workflows w ON w.id = r.workflow_id AND w.workspace_id = ${workspaceId}
          LEFT JOIN documents d ON d.hash = r.document_hash
        WHERE f.at >= coalesce(e.last, f.at) OR f.failed * 10 >= coalesce(e."of", 0)
        ORDER BY f.failed DESC, f.at DESC, f.slug LIMIT ${limit}`),
    async findWaiting(now, limit) {
      const rows = await query<WaitingRow & { count: number }>(sql`SELECT action_id AS id, description AS title,
          a.created_at AS since, run_id AS "runId", (count(*) OVER ())::int AS count
        FROM approvals a JOIN runs ON runs.id = run_id
        WHERE a.workspace_id = ${workspaceId} AND a.status = 'pending' AND kind NOT IN ('wait', 'caller')
          AND expires_at > ${now} AND runs.status NOT IN ${ENDED}
        ORDER BY a.created_at, action_id LIMIT ${limit}`);
      return { items: rows.map(({ count: _, ...row }) => row), count: rows[0]?.count ?? 0 };
    },
  };
}
