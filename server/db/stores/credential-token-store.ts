import type pg from 'pg';
import { msFromNow } from '../database/fragments.ts';
import { sql } from '../database/sql.ts';

export type StoredTokens = { readonly sealed: string | null; readonly expiresAt: Date | null };
type Owner = { readonly credentialId: string; readonly workspaceId: string };
type SealedTokens = { readonly sealed: string; readonly expiresAt: Date | null };
export type PendingAuthorization = Owner & { readonly sealed: string };

/** Tokens of OAuth 2 credentials, and the sign-ins that are in progress. */
export class CredentialTokenStore {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async find({ credentialId, workspaceId }: Owner): Promise<StoredTokens | null> {
    const { rows } = await this.#pool.query<StoredTokens>(
      sql`SELECT sealed, expires_at AS "expiresAt" FROM credential_tokens
        WHERE credential_id = ${credentialId} AND workspace_id = ${workspaceId}`.named('find-credential-tokens'),
    );
    return rows[0] ?? null;
  }

  /**
   * Claims the renewal, for one process at a time. A claim that is older than `leaseMs` is taken over.
   * @param by names the claim @returns false while another one renews
   */
  async beginRenewal({ credentialId, workspaceId }: Owner, { by, leaseMs }: { by: string; leaseMs: number }): Promise<boolean> {
    const until = msFromNow(leaseMs);
    const { rowCount } = await this.#pool.query(
      sql`INSERT INTO credential_tokens AS t (credential_id, workspace_id, renewed_by, renewed_until)
        VALUES (${credentialId}, ${workspaceId}, ${by}, ${until})
        ON CONFLICT (credential_id) DO UPDATE SET renewed_by = excluded.renewed_by, renewed_until = excluded.renewed_until
        WHERE t.workspace_id = excluded.workspace_id AND (t.renewed_until IS NULL OR t.renewed_until < now())`,
    );
    return rowCount === 1;
  }

  /** Stores what the claim `by` got; another one that took over has newer tokens. */
  async endRenewal({ credentialId, workspaceId }: Owner, by: string, tokens: SealedTokens): Promise<void> {
    await this.#pool.query(
      sql`UPDATE credential_tokens
        SET sealed = ${tokens.sealed}, expires_at = ${tokens.expiresAt}, renewed_by = NULL, renewed_until = NULL
        WHERE credential_id = ${credentialId} AND workspace_id = ${workspaceId} AND renewed_by = ${by}`,
    );
  }

  /** @param isRefused the tokens are of no use any more: a person has to sign in again */
  async abandonRenewal({ credentialId, workspaceId }: Owner, by: string, { isRefused }: { isRefused: boolean }): Promise<void> {
    await this.#pool.query(
      sql`UPDATE credential_tokens
        SET sealed = CASE WHEN ${isRefused} THEN NULL ELSE sealed END, renewed_by = NULL, renewed_until = NULL
        WHERE credential_id = ${credentialId} AND workspace_id = ${workspaceId} AND renewed_by = ${by}`,
    );
  }

  /** After a sign-in: replaces all earlier tokens, and ends a renewal of them. */
  async replace({ credentialId, workspaceId }: Owner, { sealed, expiresAt }: SealedTokens): Promise<void> {
    await this.#pool.query(
      sql`INSERT INTO credential_tokens AS t (credential_id, workspace_id, sealed, expires_at)
        VALUES (${credentialId}, ${workspaceId}, ${sealed}, ${expiresAt})
        ON CONFLICT (credential_id) DO UPDATE
        SET sealed = excluded.sealed, expires_at = excluded.expires_at, renewed_by = NULL, renewed_until = NULL
        WHERE t.workspace_id = excluded.workspace_id`,
    );
  }

  async remove({ credentialId, workspaceId }: Owner): Promise<void> {
    await this.#pool.query(
      sql`DELETE FROM credential_tokens WHERE credential_id = ${credentialId} AND workspace_id = ${workspaceId}`,
    );
  }

  /** Also removes expired ones. */
  async beginAuthorization(
    { credentialId, workspaceId, sealed }: PendingAuthorization,
    { stateHash, lifeMs }: { stateHash: string; lifeMs: number },
  ): Promise<void> {
    await this.#pool.query(sql`DELETE FROM credential_authorizations WHERE expires_at < now()`);
    await this.#pool.query(
      sql`INSERT INTO credential_authorizations (state_hash, workspace_id, credential_id, sealed, expires_at)
        VALUES (${stateHash}, ${workspaceId}, ${credentialId}, ${sealed}, ${msFromNow(lifeMs)})`,
    );
  }

  /** Once: the row is removed. @returns null when it is unknown, of another workspace, or expired */
  async takeAuthorization(stateHash: string, workspaceId: string): Promise<PendingAuthorization | null> {
    const { rows } = await this.#pool.query<PendingAuthorization & { isLive: boolean }>(
      sql`DELETE FROM credential_authorizations WHERE state_hash = ${stateHash} AND workspace_id = ${workspaceId}
        RETURNING credential_id AS "credentialId", workspace_id AS "workspaceId", sealed, expires_at > now() AS "isLive"`,
    );
    const [found] = rows;
    return found?.isLive ? found : null;
  }
}
