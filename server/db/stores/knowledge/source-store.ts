import type pg from 'pg';
import { AppError } from '#lib/errors/app-error.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import { constant, sql } from '../../database/sql.ts';

export type SourceKind = 'folder' | 'url' | 'sitemap';

export type KnowledgeSourceRow = {
  readonly sourceId: string;
  readonly workspaceId: WorkspaceId;
  readonly baseId: string;
  readonly kind: SourceKind;
  /** Path of a folder of files, or an address. */
  readonly address: string;
  /** CSS selector of what is read of pages. */
  readonly selector: string | null;
  /** Null: only when a person asks for it. */
  readonly everyHours: number | null;
  readonly nextAt: Date | null;
  readonly refreshedAt: Date | null;
  /** Documents at the last refresh. */
  readonly foundCount: number | null;
  readonly problem: string | null;
  /** `host:port` that was refused. */
  readonly privateHost: string | null;
  readonly createdAt: Date;
};
export type ListedSource = KnowledgeSourceRow & {
  /** A process reads it, or is about to. */
  readonly isReading: boolean;
  /** Of its documents that are listed, those that are stored; null before they are listed. */
  readonly storedCount: number | null;
  readonly listedCount: number | null;
  /** Its documents that are not indexed yet. */
  readonly pending: number;
};
export type ClaimedSource = KnowledgeSourceRow & {
  /** `nextAt` when it was claimed, to the microsecond. */
  readonly dueAt: string;
};
export type NewSource = Pick<KnowledgeSourceRow, 'sourceId' | 'kind' | 'address' | 'selector' | 'everyHours'>;

const columns = constant(
  `id AS "sourceId", workspace_id AS "workspaceId", base_id AS "baseId", kind, address, selector, every_hours AS "everyHours", next_at AS "nextAt",
   refreshed_at AS "refreshedAt", found_count AS "foundCount", problem, private_host AS "privateHost", created_at AS "createdAt"`,
);

/** Where documents of knowledge bases are read again from. */
export class KnowledgeSourceStore {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** It is read at once. @throws {AppError} `name-taken` */
  async create({ workspaceId, baseId }: { workspaceId: WorkspaceId; baseId: string }, source: NewSource): Promise<void> {
    const { sourceId, kind, address, selector, everyHours } = source;
    const { rowCount } = await this.#pool.query(sql`INSERT INTO knowledge_sources
        (id, workspace_id, base_id, kind, address, selector, every_hours, next_at)
      VALUES (${sourceId}, ${workspaceId}, ${baseId}, ${kind}, ${address}, ${selector}, ${everyHours}, CURRENT_TIMESTAMP)
      ON CONFLICT (base_id, kind, address) DO NOTHING`);
    if (rowCount === 0) throw new AppError('name-taken', `The base has the source ${address} already.`);
  }

  async list(baseId: string): Promise<ListedSource[]> {
    const { rows } = await this.#pool.query<ListedSource>(
      sql`SELECT ${columns}, stored_count AS "storedCount", listed_count AS "listedCount",
          coalesce(next_at <= CURRENT_TIMESTAMP OR lease_until > CURRENT_TIMESTAMP, false) AS "isReading",
          (SELECT count(*)::int FROM knowledge_documents d WHERE d.base_id = knowledge_sources.base_id
            AND d.source_id = knowledge_sources.id AND d.status IN ('queued', 'indexing')) AS pending
        FROM knowledge_sources WHERE base_id = ${baseId} ORDER BY created_at, id`,
    );
    return rows;
  }

  /** Reads it as soon as possible. @returns false when there is no such source */
  async refresh(baseId: string, sourceId: string): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      sql`UPDATE knowledge_sources SET next_at = CURRENT_TIMESTAMP WHERE base_id = ${baseId} AND id = ${sourceId}`,
    );
    return rowCount === 1;
  }

  /** Its documents stay. @returns false when there is no such source */
  async remove(baseId: string, sourceId: string): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      sql`DELETE FROM knowledge_sources WHERE base_id = ${baseId} AND id = ${sourceId}`,
    );
    return rowCount === 1;
  }

  /** The selector of a source; null without one. */
  async selectorOf(sourceId: string): Promise<string | null> {
    const { rows } = await this.#pool.query<{ selector: string | null }>(
      sql`SELECT selector FROM knowledge_sources WHERE id = ${sourceId}`,
    );
    return rows[0]?.selector ?? null;
  }

  /** The next source that is due, for `leaseMs`; null when there is none. */
  async claim(token: string, leaseMs: number): Promise<ClaimedSource | null> {
    const { rows } =
      await this.#pool.query<ClaimedSource>(sql`UPDATE knowledge_sources SET lease_token = ${token}, stored_count = NULL, listed_count = NULL,
        lease_until = CURRENT_TIMESTAMP + ${leaseMs}::float8 * interval '1 millisecond'
      WHERE id = (SELECT id FROM knowledge_sources WHERE next_at <= CURRENT_TIMESTAMP
        AND (lease_until IS NULL OR lease_until < CURRENT_TIMESTAMP) ORDER BY next_at LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING ${columns}, next_at::text AS "dueAt"`);
    return rows[0] ?? null;
  }

  /** @returns false when another process has it, or it was deleted */
  async renew(sourceId: string, token: string, leaseMs: number): Promise<boolean> {
    const { rowCount } = await this.#pool.query(sql`UPDATE knowledge_sources
      SET lease_until = CURRENT_TIMESTAMP + ${leaseMs}::float8 * interval '1 millisecond'
      WHERE id = ${sourceId} AND lease_token = ${token}`);
    return rowCount === 1;
  }

  /** How many of its documents are stored. Nothing if the lease was lost. */
  async setProgress(
    { sourceId, token }: { readonly sourceId: string; readonly token: string },
    { stored, listed }: { readonly stored: number; readonly listed: number },
  ): Promise<void> {
    await this.#pool.query(
      sql`UPDATE knowledge_sources SET stored_count = ${stored}, listed_count = ${listed} WHERE id = ${sourceId} AND lease_token = ${token}`,
    );
  }

  /** Until the next source is due, in milliseconds; undefined without any. */
  async nextDueMs(): Promise<number | undefined> {
    const { rows } = await this.#pool.query<{ ms: number | null }>(
      `SELECT min(extract(epoch FROM greatest(next_at, lease_until) - CURRENT_TIMESTAMP) * 1000)::float8 AS ms FROM knowledge_sources
        WHERE next_at IS NOT NULL`,
    );
    return rows[0]?.ms ?? undefined;
  }

  async releaseAll(): Promise<void> {
    await this.#pool.query('UPDATE knowledge_sources SET lease_until = NULL WHERE lease_until IS NOT NULL');
  }

  /**
   * A refresh that was requested meanwhile comes next.
   * @param outcome `found`: documents; null when it could not be read
   */
  async finish(
    { sourceId, token, dueAt }: Pick<ClaimedSource, 'sourceId' | 'dueAt'> & { readonly token: string },
    {
      found,
      problem,
      privateHost,
    }: { readonly found: number | null; readonly problem: string | null; readonly privateHost: string | null },
  ): Promise<void> {
    await this.#pool.query(sql`UPDATE knowledge_sources SET lease_token = NULL, lease_until = NULL, stored_count = NULL, listed_count = NULL, problem = ${problem},
        private_host = ${privateHost}, found_count = coalesce(${found}, found_count), refreshed_at = CURRENT_TIMESTAMP,
        next_at = CASE WHEN next_at IS DISTINCT FROM ${dueAt}::timestamptz THEN next_at
          ELSE CURRENT_TIMESTAMP + every_hours * interval '1 hour' END
      WHERE id = ${sourceId} AND lease_token = ${token}`);
  }
}
