import type pg from 'pg';
import { AppError } from '#lib/errors/app-error.ts';
import { type WorkspaceId, workspaceId } from '#lib/ports/run-store.ts';
import type { EventLevel } from '#lib/run/public-event.ts';

/** A key with the deployment it opens: all that a published request has to know. */
export type Endpoint = {
  readonly keyId: string;
  /** SHA-256 of the key's secret. */
  readonly hash: string;
  readonly ratePerMinute: number | null;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly workspaceId: WorkspaceId;
  readonly slug: string;
  readonly workflowId: string;
  readonly version: number;
  readonly documentHash: string;
  readonly events: EventLevel;
  /** How callers may narrow a run. */
  readonly allowedModels: readonly string[];
  readonly allowsToolNames: boolean;
  /** Whether its keys may decide approvals of their runs. */
  readonly allowsDecisions: boolean;
  /** Whether runs, sessions and idempotency keys belong to all of its keys, and not to the one that started them. */
  readonly sharesRuns: boolean;
  /** What its runs use of models is counted. */
  readonly hasBudget: boolean;
};

const FIND = {
  name: 'find-endpoint',
  text: `SELECT k.id AS "keyId", k.hash, k.rate_per_minute AS "ratePerMinute", k.expires_at AS "expiresAt", k.revoked_at AS "revokedAt",
      d.workspace_id AS "workspaceId", d.slug, d.workflow_id AS "workflowId", d.version, v.document_hash AS "documentHash", d.events,
      d.allowed_models AS "allowedModels", d.allows_tool_names AS "allowsToolNames", d.allows_decisions AS "allowsDecisions", d.shares_runs AS "sharesRuns",
      EXISTS (SELECT 1 FROM key_budgets b WHERE b.key_id = k.id) AS "hasBudget"
    FROM api_keys k JOIN deployments d ON d.slug = k.slug
      JOIN versions v ON v.workflow_id = d.workflow_id AND v.number = d.version
    WHERE k.id = $1`,
};

/**
 * What published requests ask the database, on the pool: they name a key and no workspace, and the key says which one it is. Nothing else may
 * look across workspaces.
 */
export class EndpointStore {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** In one prepared statement, by primary keys. Null when there is no such key; whether it still holds is for the caller to see. */
  async find(keyId: string): Promise<Endpoint | null> {
    const { rows } = await this.#pool.query<Omit<Endpoint, 'workspaceId'> & { workspaceId: string }>({
      ...FIND,
      values: [keyId],
    });
    const [row] = rows;
    return row ? { ...row, workspaceId: workspaceId(row.workspaceId) } : null;
  }

  async markUsed(keyId: string, at: Date): Promise<void> {
    await this.#pool.query('UPDATE api_keys SET last_used_at = $2 WHERE id = $1', [keyId, at]);
  }

  /** @throws {AppError} `not-found` */
  async readDocument(documentHash: string): Promise<string> {
    const { rows } = await this.#pool.query<{ document: string }>('SELECT document FROM documents WHERE hash = $1', [
      documentHash,
    ]);
    if (rows[0]) return rows[0].document;
    throw new AppError('not-found', `No document with the hash ${documentHash} is stored.`);
  }
}
