import type pg from 'pg';
import { readScopes, type Scope } from '#lib/api/scope.ts';
import { type WorkspaceId, workspaceId } from '#lib/ports/run-store.ts';
import { sql } from '../database/sql.ts';

/** A key of a workspace as requests are checked with it. */
export type WorkspaceKey = {
  readonly keyId: string;
  /** SHA-256 of its secret. */
  readonly hash: string;
  readonly workspaceId: WorkspaceId;
  readonly scopes: readonly Scope[];
  /** Requests a minute; null for no limit. */
  readonly ratePerMinute: number | null;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
};
type Row = Omit<WorkspaceKey, 'workspaceId' | 'scopes'> & { readonly workspaceId: string; readonly scopes: readonly string[] };

/** Keys of all workspaces: the key decides the workspace. */
export class WorkspaceKeyStore {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Null when there is no such key. Expiry and revocation are for the caller to check. */
  async find(keyId: string): Promise<WorkspaceKey | null> {
    const { rows } = await this.#pool.query<Row>(
      sql`SELECT id AS "keyId", hash, workspace_id AS "workspaceId", scopes, rate_per_minute AS "ratePerMinute",
        expires_at AS "expiresAt", revoked_at AS "revokedAt" FROM workspace_keys WHERE id = ${keyId}`.named('find-workspace-key'),
    );
    const [row] = rows;
    return row ? { ...row, workspaceId: workspaceId(row.workspaceId), scopes: readScopes(row.scopes) } : null;
  }

  async markUsed(keyId: string, at: Date): Promise<void> {
    await this.#pool.query(sql`UPDATE workspace_keys SET last_used_at = ${at} WHERE id = ${keyId}`);
  }
}
