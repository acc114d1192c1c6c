import { AGENT_REFERENCE } from '#lib/agents/agent-reference.ts';
import { type AgentSpec, agentSpecSchema } from '#lib/agents/agent-spec.ts';
import { AppError } from '#lib/errors/app-error.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import type { Db } from '../database/make-db.ts';
import { param, sql } from '../database/sql.ts';
import { Prisma } from '../generated/prisma/client.ts';

/** Agents of one workspace that are listed. */
const MAX_AGENTS = 500;
const MAX_VERSIONS = 200;

/** An agent of the workspace in one of its versions. */
export type StoredAgent = {
  readonly spec: AgentSpec;
  readonly version: number;
  readonly createdAt: Date;
  readonly changedAt: Date;
};
export type AgentVersionSummary = { readonly version: number; readonly createdAt: Date };

export type AgentRepository = {
  /** Version 1. @throws {AppError} `name-taken` */
  create(rowId: string, spec: AgentSpec): Promise<void>;
  /** The newest version of each, by id. */
  list(): Promise<StoredAgent[]>;
  /** @param version @defaultValue the newest */
  get(agentId: string, version?: number): Promise<StoredAgent | null>;
  /** By a name in a document: `editor`, `editor@3`. Undefined when there is none that this build can read. */
  find(name: string): Promise<AgentSpec | undefined>;
  /**
   * Stores the next version.
   * @param version the one that was changed
   * @returns false when there is no such agent @throws {AppError} `revision-stale`
   */
  change(spec: AgentSpec, base: { readonly version: number }): Promise<boolean>;
  /** With its versions; documents that were published keep theirs. @returns false when there is none */
  remove(agentId: string): Promise<boolean>;
  /** Newest first; empty when there is no such agent. */
  versions(agentId: string): Promise<AgentVersionSummary[]>;
};

export function agentRepository({ prisma, query }: Db, workspaceId: WorkspaceId): AgentRepository {
  const get = async (name: string, version?: number): Promise<StoredAgent | null> => {
    const agent = await prisma.agent.findFirst({ where: { workspaceId, name } });
    if (!agent) return null;
    const wanted = version ?? agent.version;
    const row = await prisma.agentVersion.findFirst({ where: { agentId: agent.id, version: wanted, agent: { workspaceId } } });
    const spec = row && readSpec(row.spec);
    return spec ? { spec, version: wanted, createdAt: agent.createdAt, changedAt: agent.changedAt } : null;
  };
  return {
    async create(rowId, spec) {
      try {
        await prisma.agent.create({
          data: {
            id: rowId,
            workspaceId,
            name: spec.id,
            version: 1,
            versions: { create: { version: 1, spec: JSON.stringify(spec) } },
          },
        });
      } catch (error) {
        if (!(error instanceof Prisma.PrismaClientKnownRequestError) || error.code !== 'P2002') throw error;
        throw new AppError('name-taken', `There is another agent '${spec.id}'. Choose another id.`);
      }
    },
    async list() {
      const agents = await prisma.agent.findMany({ where: { workspaceId }, orderBy: { name: 'asc' }, take: MAX_AGENTS });
      const rows = await prisma.agentVersion.findMany({
        where: { agent: { workspaceId }, OR: agents.map(({ id: agentId, version }) => ({ agentId, version })) },
      });
      const specOf = new Map(rows.map(({ agentId, spec }) => [agentId, readSpec(spec)]));
      return agents.flatMap(({ id, version, createdAt, changedAt }) => {
        const spec = specOf.get(id);
        return spec ? [{ spec, version, createdAt, changedAt }] : [];
      });
    },
    get,
    async find(name) {
      const [, agentId, version] = AGENT_REFERENCE.exec(name) ?? [];
      return agentId === undefined ? undefined : (await get(agentId, version === undefined ? undefined : Number(version)))?.spec;
    },
    async change(spec, { version }) {
      const changed = await query<{ version: number }>(sql`WITH changed AS (
          UPDATE agents SET version = version + 1, changed_at = now()
          WHERE workspace_id = ${param(workspaceId)} AND name = ${spec.id} AND version = ${version} RETURNING id, version)
        INSERT INTO agent_versions (agent_id, version, spec)
        SELECT id, version, ${JSON.stringify(spec)} FROM changed RETURNING version`);
      if (changed.length > 0) return true;
      const agent = await prisma.agent.findFirst({ where: { workspaceId, name: spec.id } });
      if (!agent) return false;
      throw new AppError('revision-stale', `The agent '${spec.id}' was changed meanwhile: it is at version ${agent.version}.`, {
        details: { version: agent.version },
      });
    },
    async remove(agentId) {
      const { count } = await prisma.agent.deleteMany({ where: { workspaceId, name: agentId } });
      return count > 0;
    },
    async versions(agentId) {
      return prisma.agentVersion.findMany({
        where: { agent: { workspaceId, name: agentId } },
        orderBy: { version: 'desc' },
        take: MAX_VERSIONS,
        select: { version: true, createdAt: true },
      });
    },
  };
}

/** Undefined for one that a newer build wrote and this one cannot read. */
function readSpec(text: string): AgentSpec | undefined {
  return agentSpecSchema.safeParse(JSON.parse(text)).data;
}
