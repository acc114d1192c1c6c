import type pg from 'pg';
import { z } from 'zod';
import { type ApiOperation, apiOperationSchema, type FailureField, failureFieldSchema } from '#lib/openapi/api-operation.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import { sql } from '../database/sql.ts';

/** A service as its tools are made from it. */
export type StoredService = {
  readonly id: string;
  readonly title: string;
  readonly serverUrl: string;
  readonly credentialId: string | null;
  readonly isEnabled: boolean;
  readonly failure: FailureField | null;
  /** Those that are tools. */
  readonly operations: readonly ApiOperation[];
};

type Row = Omit<StoredService, 'operations' | 'failure'> & {
  readonly operations: string;
  readonly chosen: readonly string[];
  readonly failure: string | null;
};

const operationsSchema = z.array(apiOperationSchema);

/** Services of workspaces, for the tools of runs. */
export class ToolServiceStore {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Changes with every change of the workspace's services; empty without services. */
  async stampOf(workspaceId: WorkspaceId): Promise<string> {
    const statement =
      sql`SELECT coalesce(string_agg(id || ' ' || changed_at::text, ',' ORDER BY id), '') AS stamp FROM tool_services WHERE workspace_id = ${workspaceId}`.named(
        'tool-services-stamp',
      );
    const { rows } = await this.#pool.query<{ stamp: string }>(statement);
    return rows[0]?.stamp ?? '';
  }

  async list(workspaceId: WorkspaceId): Promise<StoredService[]> {
    const { rows } = await this.#pool.query<Row>(
      sql`SELECT id, title, server_url AS "serverUrl", credential_id AS "credentialId", is_enabled AS "isEnabled", failure, operations, chosen
        FROM tool_services WHERE workspace_id = ${workspaceId} ORDER BY id`,
    );
    return rows.map(({ operations, chosen, failure, ...service }) => {
      const wanted = new Set(chosen);
      const all = operationsSchema.parse(JSON.parse(operations));
      return {
        ...service,
        failure: failure === null ? null : failureFieldSchema.parse(JSON.parse(failure)),
        operations: all.filter(({ name }) => wanted.has(name)),
      };
    });
  }
}
