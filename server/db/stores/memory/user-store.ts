import { createHash } from 'node:crypto';
import type pg from 'pg';
import { type WorkspaceId, workspaceId } from '#lib/ports/run-store.ts';
import { keyIdOf, type Owner } from '#lib/run/owner.ts';
import { ownerColumn } from '../../database/owner-sql.ts';
import { constant, joinSql, sql } from '../../database/sql.ts';
import { deleteRuns } from './delete-runs.ts';

/** Whom a memory is about: whom a caller names, within a deployment and its key, or within a draft. */
export type MemoryOwner = {
  readonly slug?: string | undefined;
  readonly workflowId?: string | undefined;
  readonly owner: Owner;
  /** Missing for the person who tries a draft. */
  readonly user?: string | undefined;
};
export type MemoryUserRow = {
  readonly userId: string;
  readonly workspaceId: WorkspaceId;
  readonly slug: string | null;
  readonly workflowId: string | null;
  readonly owner: Owner;
  readonly user: string | null;
  readonly createdAt: Date;
  readonly changedAt: Date;
};
export type ListedMemoryUser = MemoryUserRow & { readonly records: number; readonly pending: number };

const columns =
  constant(`u.id AS "userId", u.workspace_id AS "workspaceId", u.slug, u.workflow_id AS "workflowId", ${ownerColumn('memory_users', 'u').text},
  u.end_user AS "user", u.created_at AS "createdAt", u.changed_at AS "changedAt"`);

/** Users about whom something is or will be kept. */
export class MemoryUserStore {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Id of the user, who is made when there is none. */
  async open(workspace: WorkspaceId, wanted: MemoryOwner, newUserId: string): Promise<string> {
    const { slug = null, workflowId = null, owner, user = null } = wanted;
    const { rows } = await this.#pool.query<{ id: string }>(sql`INSERT INTO memory_users
        (id, workspace_id, owner_hash, slug, workflow_id, key_id, owner_kind, owner_id, end_user)
      VALUES (${newUserId}, ${workspace}, ${hashOf(wanted)}, ${slug}, ${workflowId}, ${keyIdOf(owner)}, ${owner.kind}, ${owner.id}, ${user})
      ON CONFLICT (workspace_id, owner_hash) DO UPDATE SET changed_at = CURRENT_TIMESTAMP RETURNING id`);
    return rows[0]?.id ?? newUserId;
  }

  async get(workspace: WorkspaceId, userId: string): Promise<MemoryUserRow | null> {
    const { rows } = await this.#pool.query<MemoryUserRow>(
      sql`SELECT ${columns} FROM memory_users u WHERE u.workspace_id = ${workspace} AND u.id = ${userId}`,
    );
    return rows[0] ?? null;
  }

  /** Latest first. Without those about whom nothing is kept, and nothing is to be. */
  async list(
    workspace: WorkspaceId,
    { search, limit, offset }: { readonly search?: string | undefined; readonly limit: number; readonly offset: number },
  ): Promise<ListedMemoryUser[]> {
    const where = joinSql(
      [
        sql`u.workspace_id = ${workspace}`,
        sql`(r.count > 0 OR t.count > 0)`,
        ...(search === undefined
          ? []
          : [sql`strpos(lower(coalesce(u.end_user, '') || ' ' || coalesce(u.slug, '')), lower(${search})) > 0`]),
      ],
      ' AND ',
    );
    const { rows } = await this.#pool.query<ListedMemoryUser>(sql`SELECT ${columns}, r.count AS records, t.count AS pending
      FROM memory_users u,
        LATERAL (SELECT count(*)::int AS count FROM memory_records WHERE user_id = u.id AND expires_at > CURRENT_TIMESTAMP) r,
        LATERAL (SELECT count(*)::int AS count FROM memory_tasks WHERE user_id = u.id AND status = 'waiting') t
      WHERE ${where} ORDER BY u.changed_at DESC, u.id LIMIT ${limit} OFFSET ${offset}`);
    return rows.map((row) => ({ ...row, workspaceId: workspaceId(row.workspaceId) }));
  }

  /** Forgets all about a user, with the runs that wrote summaries. @returns false when there is no such user */
  async remove(workspace: WorkspaceId, userId: string): Promise<boolean> {
    const { rows } = await this.#pool.query<{ summaryRunId: string | null }>(
      sql`SELECT t.summary_run_id AS "summaryRunId" FROM memory_tasks t WHERE t.workspace_id = ${workspace} AND t.user_id = ${userId}`,
    );
    const { rowCount } = await this.#pool.query(
      sql`DELETE FROM memory_users WHERE workspace_id = ${workspace} AND id = ${userId}`,
    );
    if (rowCount !== 1) return false;
    await deleteRuns(
      this.#pool,
      workspace,
      rows.flatMap(({ summaryRunId }) => summaryRunId ?? []),
    );
    return true;
  }
}

function hashOf({ slug, workflowId, owner, user }: MemoryOwner): string {
  const parts = [slug ?? null, slug === undefined ? (workflowId ?? null) : null, keyIdOf(owner), user ?? null];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
