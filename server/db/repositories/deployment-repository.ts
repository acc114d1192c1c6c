import { z } from 'zod';
import { AppError } from '#lib/errors/app-error.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import { eventLevelSchema } from '#lib/run/event-level.ts';
import type { Db } from '../database/make-db.ts';
import { param, type Sql, sql } from '../database/sql.ts';
import { makePage, type Page, pageSize, readCursor } from './page-cursor.ts';

const deploymentSchema = z.object({
  slug: z.string(),
  workflowId: z.string(),
  workflowName: z.string(),
  version: z.int().positive(),
  events: eventLevelSchema,
  allowedModels: z.array(z.string()),
  allowsToolNames: z.boolean(),
  allowsDecisions: z.boolean(),
  sharesRuns: z.boolean(),
  allowsCallerTools: z.boolean(),
  publishesCard: z.boolean(),
  allowedOrigins: z.array(z.string()),
  createdAt: z.date(),
  updatedAt: z.date(),
});
/** A published version with its address. */
export type Deployment = z.output<typeof deploymentSchema>;
/** A frozen workflow; its content is in the documents. */
export type WorkflowVersion = { readonly number: number; readonly documentHash: string; readonly createdAt: Date };
export type Deploy = {
  readonly slug: string;
  readonly workflowId: string;
  /** Stays what it was when left out; `summary` at first. */
  readonly events?: Deployment['events'] | undefined;
  /** Each stays what it was when left out; nothing is allowed at first. */
  readonly allowedModels?: readonly string[] | undefined;
  readonly allowsToolNames?: boolean | undefined;
  readonly allowsDecisions?: boolean | undefined;
  readonly sharesRuns?: boolean | undefined;
  readonly allowsCallerTools?: boolean | undefined;
  readonly publishesCard?: boolean | undefined;
  readonly allowedOrigins?: readonly string[] | undefined;
  /** Canonical text, and its hash. */
  readonly document: string;
  readonly documentHash: string;
};

export type DeploymentRepository = {
  /**
   * Publishes the document as a version of its workflow and points the endpoint to it. The same
   * content always has the same version number.
   * @throws {AppError} `not-found` without the workflow, `slug-taken` when the slug leads to
   * another one
   */
  deploy(deploy: Deploy): Promise<{ version: number }>;
  /** Null when there is none in this workspace. */
  get(slug: string): Promise<Deployment | null>;
  /** Last changed first. */
  /** Last changed first; with `workflowId` those of that workflow only. */
  list(options?: {
    cursor?: string | undefined;
    limit?: number | undefined;
    workflowId?: string | undefined;
  }): Promise<Page<Deployment>>;
  /** Versions of the workflow behind the endpoint, newest first, a hundred at most. */
  versions(slug: string): Promise<WorkflowVersion[]>;
  /**
   * Points the endpoint to another version of its workflow, a newer or an older one.
   * @throws {AppError} `not-found` without the deployment or the version
   */
  promote(slug: string, version: number): Promise<void>;
  /** Removes the endpoint with its keys; versions and runs stay. @returns false when there was none */
  remove(slug: string): Promise<boolean>;
};

const MAX_VERSIONS = 100;
/** Two people who deploy the same workflow at once may want the same number; one of them asks again. */
const DEPLOY_ATTEMPTS = 5;

const SELECT = sql`SELECT d.slug, d.workflow_id AS "workflowId", w.name AS "workflowName", d.version, d.events,
    d.allowed_models AS "allowedModels", d.allows_tool_names AS "allowsToolNames", d.allows_decisions AS "allowsDecisions",
    d.shares_runs AS "sharesRuns", d.allows_caller_tools AS "allowsCallerTools", d.publishes_card AS "publishesCard",
    d.allowed_origins AS "allowedOrigins",
    d.created_at AS "createdAt", d.updated_at AS "updatedAt"
  FROM deployments d JOIN workflows w ON w.id = d.workflow_id`;

/** Every part joins `own`, so that a refusal changes nothing. Settings that are null keep their value. */
function deployStatement(
  { slug, workflowId, events, document, documentHash, ...settings }: Deploy,
  workspaceId: WorkspaceId,
): Sql {
  const own = param(workspaceId);
  const workflow = param(workflowId);
  const hash = param(documentHash);
  const level = sql`${param(events ?? null)}::text`;
  const allowedModels = sql`${param(settings.allowedModels ?? null)}::text[]`;
  const allowsToolNames = sql`${param(settings.allowsToolNames ?? null)}::boolean`;
  const allowsDecisions = sql`${param(settings.allowsDecisions ?? null)}::boolean`;
  const sharesRuns = sql`${param(settings.sharesRuns ?? null)}::boolean`;
  const allowsCallerTools = sql`${param(settings.allowsCallerTools ?? null)}::boolean`;
  const publishesCard = sql`${param(settings.publishesCard ?? null)}::boolean`;
  const allowedOrigins = sql`${param(settings.allowedOrigins ?? null)}::text[]`;
  return sql`WITH own AS (
      SELECT id FROM workflows WHERE id = ${workflow} AND workspace_id = ${own} AND deleted_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM deployments WHERE slug = ${slug} AND (workspace_id <> ${own} OR workflow_id <> ${workflow}))),
    frozen AS (INSERT INTO documents (hash, document) SELECT ${hash}, ${document} FROM own ON CONFLICT DO NOTHING),
    known AS (SELECT number FROM versions WHERE workflow_id = ${workflow} AND document_hash = ${hash}),
    made AS (INSERT INTO versions (workflow_id, number, document_hash)
      SELECT own.id, 1 + coalesce((SELECT max(number) FROM versions WHERE workflow_id = ${workflow}), 0), ${hash} FROM own
      WHERE NOT EXISTS (SELECT 1 FROM known) RETURNING number),
    v AS (SELECT number FROM known UNION ALL SELECT number FROM made)
    INSERT INTO deployments
      (slug, workspace_id, workflow_id, version, events, allowed_models, allows_tool_names, allows_decisions, shares_runs, allows_caller_tools,
        publishes_card, allowed_origins)
    SELECT ${slug}, ${own}, own.id, v.number, coalesce(${level}, 'summary'), coalesce(${allowedModels}, '{}'),
      coalesce(${allowsToolNames}, false), coalesce(${allowsDecisions}, false), coalesce(${sharesRuns}, false),
      coalesce(${allowsCallerTools}, false), coalesce(${publishesCard}, false), coalesce(${allowedOrigins}, '{}') FROM own, v
    ON CONFLICT (slug) DO UPDATE
      SET version = excluded.version, events = coalesce(${level}, deployments.events), updated_at = CURRENT_TIMESTAMP,
        allowed_models = coalesce(${allowedModels}, deployments.allowed_models),
        allows_tool_names = coalesce(${allowsToolNames}, deployments.allows_tool_names),
        allows_decisions = coalesce(${allowsDecisions}, deployments.allows_decisions),
        shares_runs = coalesce(${sharesRuns}, deployments.shares_runs),
        allows_caller_tools = coalesce(${allowsCallerTools}, deployments.allows_caller_tools),
        publishes_card = coalesce(${publishesCard}, deployments.publishes_card),
        allowed_origins = coalesce(${allowedOrigins}, deployments.allowed_origins)
      WHERE deployments.workspace_id = ${own} AND deployments.workflow_id = ${workflow}
    RETURNING version`;
}

export function deploymentRepository({ prisma, query }: Db, workspaceId: WorkspaceId): DeploymentRepository {
  const get = async (slug: string) => {
    const [row] = await query<unknown>(sql`${SELECT} WHERE d.workspace_id = ${workspaceId} AND d.slug = ${slug}`);
    return row === undefined ? null : deploymentSchema.parse(row);
  };
  return {
    get,
    async deploy(deploy) {
      const { slug, workflowId } = deploy;
      const statement = deployStatement(deploy, workspaceId);
      const [row] = await retryTakenNumber(() => query<{ version: number }>(statement));
      if (row) return row;
      const [workflow] = await query(
        sql`SELECT 1 FROM workflows WHERE id = ${workflowId} AND workspace_id = ${workspaceId} AND deleted_at IS NULL`,
      );
      if (workflow) throw new AppError('slug-taken', `The slug ${slug} leads to another workflow. Choose another one.`);
      throw new AppError('not-found', `There is no workflow ${workflowId}.`);
    },
    async list({ cursor, limit, workflowId } = {}) {
      const size = pageSize(limit);
      const after = cursor ? readCursor(cursor) : undefined;
      const isAfter = after
        ? sql`d.updated_at <= ${after.at} AND (d.updated_at < ${after.at} OR d.slug > ${after.rowId})`
        : sql`true`;
      const isOfWorkflow = workflowId === undefined ? sql`true` : sql`d.workflow_id = ${workflowId}`;
      const rows = await query<unknown>(sql`${SELECT} WHERE d.workspace_id = ${workspaceId} AND ${isOfWorkflow} AND ${isAfter}
        ORDER BY d.updated_at DESC, d.slug LIMIT ${size + 1}`);
      const items = rows.map((row) => deploymentSchema.parse(row));
      return makePage(items, { size, end: (row) => ({ at: row.updatedAt, rowId: row.slug }), item: (row) => row });
    },
    versions: (slug) =>
      query<WorkflowVersion>(sql`SELECT v.number, v.document_hash AS "documentHash", v.created_at AS "createdAt"
        FROM deployments d JOIN versions v ON v.workflow_id = d.workflow_id
        WHERE d.workspace_id = ${workspaceId} AND d.slug = ${slug} ORDER BY v.number DESC LIMIT ${MAX_VERSIONS}`),
    async promote(slug, version) {
      const [row] = await query(sql`UPDATE deployments d SET version = ${version}, updated_at = CURRENT_TIMESTAMP
        WHERE d.slug = ${slug} AND d.workspace_id = ${workspaceId}
          AND EXISTS (SELECT 1 FROM versions v WHERE v.workflow_id = d.workflow_id AND v.number = ${version}) RETURNING d.slug`);
      if (row) return;
      if (await get(slug)) throw new AppError('not-found', `The workflow behind ${slug} has no version ${version}.`);
      throw new AppError('not-found', `There is no deployment ${slug}.`);
    },
    async remove(slug) {
      const { count } = await prisma.deployment.deleteMany({ where: { slug, workspaceId } });
      return count > 0;
    },
  };
}

async function retryTakenNumber<T>(statement: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await statement();
    } catch (error) {
      const isTaken = (error as { code?: string }).code === '23505';
      if (!isTaken || attempt >= DEPLOY_ATTEMPTS) throw error;
    }
  }
}
