import type pg from 'pg';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import { sql } from '../database/sql.ts';

/** A deployed version, as the list of tools knows it. */
export type PublishedVersion = {
  readonly slug: string;
  readonly documentHash: string;
  readonly workflowId: string;
  readonly version: number;
};

/** The deployed versions of a workspace, for those who call them as tools. */
export class PublishedWorkflowStore {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** By address; each names the content that is deployed there. */
  async list(workspaceId: WorkspaceId): Promise<readonly PublishedVersion[]> {
    const { rows } = await this.#pool.query<PublishedVersion>(
      sql`SELECT d.slug, v.document_hash AS "documentHash", d.workflow_id AS "workflowId", d.version
        FROM deployments d JOIN versions v ON v.workflow_id = d.workflow_id AND v.number = d.version
          JOIN workflows w ON w.id = d.workflow_id
        WHERE d.workspace_id = ${workspaceId} AND w.deleted_at IS NULL ORDER BY d.slug`.named('published-workflows'),
    );
    return rows;
  }
}
