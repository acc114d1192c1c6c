import type pg from 'pg';
import type { CredentialType } from '#lib/credentials/credential-type.ts';
import type { CredentialUse } from '#lib/ports/runtime.ts';
import { sql } from '../database/sql.ts';

export type SealedCredential = {
  readonly credentialId: string;
  readonly name: string;
  readonly type: CredentialType;
  readonly hosts: readonly string[];
  readonly sealed: string;
};

/** Credentials by the slots that they fill, for requests of nodes. */
export class CredentialStore {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /**
   * The credential of a slot, or the named one. A document that is not saved has no slots of its own: there the
   * credential of that name fills it.
   */
  async find(use: CredentialUse): Promise<SealedCredential | null> {
    const { rows } = await this.#pool.query<SealedCredential>(statementFor(use));
    return rows[0] ?? null;
  }

  async markUsed(credentialId: string, at: Date): Promise<void> {
    await this.#pool.query(sql`UPDATE credentials SET last_used_at = ${at} WHERE id = ${credentialId}`);
  }
}

const fields = sql`c.id AS "credentialId", c.name, c.type, c.hosts, c.sealed`;

function statementFor(use: CredentialUse) {
  const { workspaceId } = use;
  if ('credentialId' in use)
    return sql`SELECT ${fields} FROM credentials c WHERE c.workspace_id = ${workspaceId} AND c.id = ${use.credentialId}`.named(
      'find-credential-by-id',
    );
  const { workflowId, slot } = use;
  if (workflowId === undefined)
    return sql`SELECT ${fields} FROM credentials c WHERE c.workspace_id = ${workspaceId} AND c.name = ${slot}`.named(
      'find-credential-by-name',
    );
  return sql`SELECT ${fields} FROM credential_slots s JOIN credentials c ON c.id = s.credential_id
    WHERE s.workflow_id = ${workflowId} AND s.slot = ${slot} AND s.workspace_id = ${workspaceId}
      AND c.workspace_id = ${workspaceId}`.named('find-credential-of-slot');
}
