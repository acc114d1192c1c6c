import { type PinnedCard, pinnedCardSchema } from '#lib/a2a/pinned-card.ts';
import { AppError } from '#lib/errors/app-error.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import type { Owner } from '#lib/run/owner.ts';
import type { ToolRisk } from '#lib/tools/define-tool.ts';
import type { Db } from '../database/make-db.ts';
import { ownerColumn } from '../database/owner-sql.ts';
import { sql } from '../database/sql.ts';
import { Prisma, type A2aService as Row } from '../generated/prisma/client.ts';

/** An agent of A2A that a workspace has as a tool, and what is known of it. */
export type A2aServiceRecord = {
  readonly serviceId: string;
  readonly name: string;
  readonly displayName: string;
  /** Of an agent on another server. */
  readonly url: string | null;
  /** Of a published workflow of the workspace. */
  readonly slug: string | null;
  /** For whom a published workflow runs. */
  readonly endUser: string | null;
  readonly isEnabled: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly credentialId: string | null;
  /** Ids; null for all. */
  readonly allowSkills: readonly string[] | null;
  readonly risk: ToolRisk;
  /** Null: by its risk. */
  readonly approval: 'always' | 'never' | null;
  readonly timeoutS: number;
  /** What a person accepted; null before that. */
  readonly approved: PinnedCard | null;
  /** What it said last, where that differs. */
  readonly found: PinnedCard | null;
  /** Why it could not be read the last time. */
  readonly problem: string | null;
  /** `host:port` that was refused then. */
  readonly privateHost: string | null;
  readonly refreshedAt: Date | null;
  readonly createdAt: Date;
  readonly changedAt: Date;
};

type Settings = Omit<
  A2aServiceRecord,
  'serviceId' | 'approved' | 'found' | 'problem' | 'privateHost' | 'refreshedAt' | 'createdAt' | 'changedAt'
>;
export type NewA2aService = Settings & { readonly serviceId: string };
export type A2aServiceChange = Partial<
  Settings & Pick<A2aServiceRecord, 'approved' | 'found' | 'problem' | 'privateHost' | 'refreshedAt'>
>;

/** A task that a run gave to a service. */
export type A2aTaskRecord = {
  /** By which runs name it. */
  readonly handle: string;
  readonly serviceId: string;
  /** At the service; null for an answer without a task. */
  readonly taskId: string | null;
  readonly contextId: string | null;
};

export type A2aServiceRepository = {
  /** @throws {AppError} `name-taken` */
  create(service: NewA2aService): Promise<void>;
  /** By name. A workspace has few. */
  list(): Promise<A2aServiceRecord[]>;
  get(serviceId: string): Promise<A2aServiceRecord | null>;
  /** @returns false when there is no such service @throws {AppError} `name-taken` */
  change(serviceId: string, change: A2aServiceChange): Promise<boolean>;
  /** @returns false when there is no such service */
  remove(serviceId: string): Promise<boolean>;
  /** Changes with every change of any of them. */
  stamp(): Promise<string>;
  /** Repeating it changes nothing. @throws {AppError} `not-found` without that run or service in the workspace */
  saveTask(task: A2aTaskRecord & { readonly runId: string }): Promise<void>;
  /**
   * A task of the run, of a run that it was forked from, or of another turn of its session.
   * @returns null for any other
   */
  findTask(handle: string, runId: string): Promise<A2aTaskRecord | null>;
  /** How many runs are around this one, each as a task that a run gave to a published workflow. At most `max`. */
  depthOf(runId: string, max: number): Promise<number>;
  /** The owner of a run, and the key whose budget it counts against. Null if the run does not exist. */
  callerOf(runId: string): Promise<{ readonly owner: Owner; readonly keyId: string | null } | null>;
};

export function a2aServiceRepository({ prisma, query }: Db, workspaceId: WorkspaceId): A2aServiceRepository {
  return {
    async create({ serviceId, ...settings }) {
      const data = toColumns(settings) as Prisma.A2aServiceUncheckedCreateInput;
      await refusingTakenName(settings.name, () => prisma.a2aService.create({ data: { ...data, id: serviceId, workspaceId } }));
    },
    async list() {
      return (await prisma.a2aService.findMany({ where: { workspaceId }, orderBy: { name: 'asc' } })).map(toRecord);
    },
    async get(serviceId) {
      const row = await prisma.a2aService.findFirst({ where: { id: serviceId, workspaceId } });
      return row && toRecord(row);
    },
    async change(serviceId, change) {
      const data = { ...toColumns(change), changedAt: new Date() };
      const { count } = await refusingTakenName(change.name, () =>
        prisma.a2aService.updateMany({ where: { id: serviceId, workspaceId }, data }),
      );
      return count > 0;
    },
    async remove(serviceId) {
      return (await prisma.a2aService.deleteMany({ where: { id: serviceId, workspaceId } })).count > 0;
    },
    async stamp() {
      const { _max, _count } = await prisma.a2aService.aggregate({
        where: { workspaceId },
        _max: { changedAt: true },
        _count: true,
      });
      return `${_count} ${_max.changedAt?.getTime() ?? 0}`;
    },
    async saveTask({ handle, serviceId, runId, taskId, contextId }) {
      const rows = await query(sql`INSERT INTO a2a_tasks (id, workspace_id, service_id, run_id, task_id, context_id)
        SELECT ${handle}, s.workspace_id, s.id, r.id, ${taskId}, ${contextId} FROM a2a_services s, runs r
        WHERE s.id = ${serviceId} AND s.workspace_id = ${workspaceId} AND r.id = ${runId} AND r.workspace_id = ${workspaceId}
        ON CONFLICT (id) DO UPDATE SET task_id = excluded.task_id, context_id = excluded.context_id
          WHERE a2a_tasks.workspace_id = excluded.workspace_id
        RETURNING id`);
      if (rows.length === 0) throw new AppError('not-found', `There is no service ${serviceId} for a task of run ${runId}.`);
    },
    async findTask(handle, runId) {
      const [row] = await query<A2aTaskRecord>(sql`SELECT t.id AS handle, t.service_id AS "serviceId", t.task_id AS "taskId",
          t.context_id AS "contextId"
        FROM a2a_tasks t JOIN runs giver ON giver.id = t.run_id JOIN runs asker ON asker.id = ${runId}
        WHERE t.id = ${handle} AND t.workspace_id = ${workspaceId} AND asker.workspace_id = ${workspaceId}
          AND (giver.id = asker.id OR giver.session_key = asker.session_key
            OR coalesce(giver.root_run_id, giver.id) = coalesce(asker.root_run_id, asker.id))`);
      return row ?? null;
    },
    async depthOf(runId, max) {
      const [row] = await query<{ depth: number }>(sql`WITH RECURSIVE around AS (
          SELECT t.run_id, 1 AS depth FROM a2a_tasks t JOIN a2a_services s ON s.id = t.service_id
          WHERE t.task_id = ${runId} AND t.workspace_id = ${workspaceId} AND s.slug IS NOT NULL
          UNION ALL
          SELECT t.run_id, around.depth + 1 FROM around JOIN a2a_tasks t ON t.task_id = around.run_id
            JOIN a2a_services s ON s.id = t.service_id
          WHERE t.workspace_id = ${workspaceId} AND s.slug IS NOT NULL AND around.depth < ${max}
        ) SELECT coalesce(max(depth), 0)::int AS depth FROM around`);
      return row?.depth ?? 0;
    },
    async callerOf(runId) {
      const [row] = await query<{ owner: Owner; keyId: string | null }>(sql`SELECT ${ownerColumn('runs')}, k.key_id AS "keyId"
        FROM runs LEFT JOIN run_keys k ON k.run_id = runs.id WHERE runs.id = ${runId} AND workspace_id = ${workspaceId}`);
      return row ?? null;
    },
  };
}

function toColumns(change: A2aServiceChange): Prisma.A2aServiceUncheckedUpdateManyInput {
  const { headers, allowSkills, approved, found, ...plain } = change;
  return {
    ...plain,
    ...(headers && { headers: { ...headers } }),
    ...(allowSkills !== undefined && { limitsSkills: allowSkills !== null, allowSkills: [...(allowSkills ?? [])] }),
    ...(approved !== undefined && { approved: approved ?? Prisma.DbNull }),
    ...(found !== undefined && { found: found ?? Prisma.DbNull }),
  };
}

function toRecord({
  id,
  workspaceId: _,
  limitsSkills,
  allowSkills,
  approved,
  found,
  headers,
  risk,
  approval,
  ...row
}: Row): A2aServiceRecord {
  return {
    ...row,
    serviceId: id,
    headers: headers as Record<string, string>,
    allowSkills: limitsSkills ? allowSkills : null,
    risk: risk as ToolRisk,
    approval: approval as A2aServiceRecord['approval'],
    approved: readCard(approved),
    found: readCard(found),
  };
}

/** A card of another build that this one cannot read counts as none: it is read and accepted again. */
function readCard(value: Prisma.JsonValue): PinnedCard | null {
  return pinnedCardSchema.safeParse(value).data ?? null;
}

async function refusingTakenName<T>(name: string | undefined, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof Prisma.PrismaClientKnownRequestError) || error.code !== 'P2002') throw error;
    throw new AppError('name-taken', `There is another A2A service '${name}'. Choose another name.`);
  }
}
