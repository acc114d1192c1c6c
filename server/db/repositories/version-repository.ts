import type { WorkspaceId } from '#lib/ports/run-store.ts';
import type { Db } from '../database/make-db.ts';
import { param, sql } from '../database/sql.ts';

/** A frozen workflow and the addresses that run it now. */
export type ListedVersion = {
  readonly number: number;
  readonly documentHash: string;
  readonly createdAt: Date;
  readonly slugs: readonly string[];
};

export type VersionRepository = {
  /** Newest first, from the one before `before` on. Empty for a workflow of another workspace. */
  list(workflowId: string, page: { limit: number; before?: number | undefined }): Promise<ListedVersion[]>;
  /** With the canonical text of its document; null when there is no such version in this workspace. */
  get(workflowId: string, number: number): Promise<{ readonly createdAt: Date; readonly document: string } | null>;
};

export function versionRepository({ query }: Db, workspaceId: WorkspaceId): VersionRepository {
  return {
    list: (workflowId, { limit, before }) => {
      const own = param(workspaceId);
      const isBefore = before === undefined ? sql`true` : sql`v.number < ${before}`;
      return query<ListedVersion>(sql`SELECT v.number, v.document_hash AS "documentHash", v.created_at AS "createdAt",
          coalesce((SELECT array_agg(d.slug ORDER BY d.slug) FROM deployments d
            WHERE d.workspace_id = ${own} AND d.workflow_id = v.workflow_id AND d.version = v.number), '{}') AS slugs
        FROM versions v JOIN workflows w ON w.id = v.workflow_id
        WHERE w.workspace_id = ${own} AND w.deleted_at IS NULL AND v.workflow_id = ${workflowId} AND ${isBefore}
        ORDER BY v.number DESC LIMIT ${limit}`);
    },
    async get(workflowId, number) {
      const [row] = await query<{ createdAt: Date; document: string }>(sql`SELECT v.created_at AS "createdAt", d.document
        FROM versions v JOIN workflows w ON w.id = v.workflow_id JOIN documents d ON d.hash = v.document_hash
        WHERE w.workspace_id = ${workspaceId} AND w.deleted_at IS NULL AND v.workflow_id = ${workflowId} AND v.number = ${number}`);
      return row ?? null;
    },
  };
}
