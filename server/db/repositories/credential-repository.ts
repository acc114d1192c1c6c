import type { CredentialType, OAuthFields } from '#lib/credentials/credential-type.ts';
import { AppError } from '#lib/errors/app-error.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import type { Db } from '../database/make-db.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { makePage, type Page, pageSize, readCursor } from './page-cursor.ts';

/** A credential without its values, which are not shown after they were entered. */
export type CredentialSummary = {
  readonly credentialId: string;
  readonly name: string;
  readonly type: CredentialType;
  readonly hosts: readonly string[];
  readonly createdAt: Date;
  readonly changedAt: Date;
  readonly lastUsedAt: Date | null;
  readonly usedBy: readonly CredentialUser[];
  /** Of OAuth 2 credentials only. */
  readonly connection: CredentialConnection | null;
};
export type CredentialConnection = {
  readonly grant: OAuthFields['grant'];
  /** There are tokens that work or can be renewed. */
  readonly isConnected: boolean;
  readonly expiresAt: Date | null;
};
/** A workflow with a slot that the credential fills. */
export type CredentialUser = { readonly workflowId: string; readonly workflowName: string; readonly slot: string };
export type NewCredential = {
  readonly credentialId: string;
  readonly name: string;
  readonly type: CredentialType;
  readonly hosts: readonly string[];
  /** The values, as a `SecretBox` seals them. */
  readonly sealed: string;
  readonly oauthGrant: OAuthFields['grant'] | null;
};
export type CredentialChange = Partial<Pick<NewCredential, 'name' | 'hosts' | 'sealed' | 'oauthGrant'>>;

export type CredentialRepository = {
  /** @throws {AppError} `name-taken` */
  create(credential: NewCredential): Promise<void>;
  /** Newest first. */
  list(options?: { cursor?: string | undefined; limit?: number | undefined }): Promise<Page<CredentialSummary>>;
  get(credentialId: string): Promise<CredentialSummary | null>;
  /**
   * Changes a credential that still has the hosts for which the change was checked.
   * @returns false when there is none
   * @throws {AppError} `name-taken`
   */
  change(credentialId: string, change: CredentialChange, known: Pick<NewCredential, 'hosts'>): Promise<boolean>;
  /** The slots that it fills are open afterwards. @returns false when there is no such credential */
  remove(credentialId: string): Promise<boolean>;
  /** Ids of the credentials that fill the slots of a workflow, by slot. */
  slotsOf(workflowId: string): Promise<ReadonlyMap<string, string>>;
  /** @param credentialId null to leave it open @throws {AppError} `not-found` without the workflow or the credential */
  fillSlot(workflowId: string, slot: string, credentialId: string | null): Promise<void>;
};

export function credentialRepository({ prisma }: Db, workspaceId: WorkspaceId): CredentialRepository {
  const usersOf = async (ids: readonly string[]): Promise<Map<string, CredentialUser[]>> => {
    const slots = await prisma.credentialSlot.findMany({ where: { workspaceId, credentialId: { in: [...ids] } } });
    const workflows = await prisma.workflow.findMany({
      where: { workspaceId, deletedAt: null, id: { in: slots.map(({ workflowId }) => workflowId) } },
      select: { id: true, name: true },
    });
    const nameOf = new Map(workflows.map(({ id, name }) => [id, name]));
    const users = new Map<string, CredentialUser[]>();
    for (const { credentialId, workflowId, slot } of slots) {
      const workflowName = nameOf.get(workflowId);
      if (workflowName === undefined) continue;
      users.set(credentialId, [...(users.get(credentialId) ?? []), { workflowId, workflowName, slot }]);
    }
    return users;
  };
  return {
    async create({ credentialId, hosts, ...credential }) {
      await refusingTakenName(credential.name, () =>
        prisma.credential.create({ data: { id: credentialId, workspaceId, hosts: [...hosts], ...credential } }),
      );
    },
    async list({ cursor, limit } = {}) {
      const size = pageSize(limit);
      const after = cursor ? readCursor(cursor) : undefined;
      const rows = await prisma.credential.findMany({
        where: {
          workspaceId,
          ...(after && { createdAt: { lte: after.at }, OR: [{ createdAt: { lt: after.at } }, { id: { gt: after.rowId } }] }),
        },
        orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
        take: size + 1,
        include: withTokens,
      });
      const users = await usersOf(rows.map(({ id }) => id));
      const item = (row: Row) => toSummary(row, users.get(row.id) ?? []);
      return makePage(rows, { size, end: (row) => ({ at: row.createdAt, rowId: row.id }), item });
    },
    async get(credentialId) {
      const row = await prisma.credential.findFirst({ where: { id: credentialId, workspaceId }, include: withTokens });
      return row && toSummary(row, (await usersOf([row.id])).get(row.id) ?? []);
    },
    async change(credentialId, { hosts, ...change }, known) {
      const data = { ...change, ...(hosts && { hosts: [...hosts] }), changedAt: new Date() };
      const { count } = await refusingTakenName(change.name, () =>
        prisma.credential.updateMany({ where: { id: credentialId, workspaceId, hosts: { equals: [...known.hosts] } }, data }),
      );
      return count > 0;
    },
    async remove(credentialId) {
      const { count } = await prisma.credential.deleteMany({ where: { id: credentialId, workspaceId } });
      return count > 0;
    },
    async slotsOf(workflowId) {
      const slots = await prisma.credentialSlot.findMany({ where: { workflowId, workspaceId } });
      return new Map(slots.map(({ slot, credentialId }) => [slot, credentialId]));
    },
    async fillSlot(workflowId, slot, credentialId) {
      if ((await prisma.workflow.count({ where: { id: workflowId, workspaceId, deletedAt: null } })) === 0)
        throw new AppError('not-found', `There is no workflow ${workflowId}.`);
      if (credentialId === null) {
        await prisma.credentialSlot.deleteMany({ where: { workflowId, slot, workspaceId } });
        return;
      }
      if ((await prisma.credential.count({ where: { id: credentialId, workspaceId } })) === 0)
        throw new AppError('not-found', `There is no credential ${credentialId}.`);
      await prisma.credentialSlot.upsert({
        where: { workflowId_slot: { workflowId, slot } },
        create: { workflowId, slot, workspaceId, credentialId },
        update: { credentialId },
      });
    },
  };
}

async function refusingTakenName<T>(name: string | undefined, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof Prisma.PrismaClientKnownRequestError) || error.code !== 'P2002') throw error;
    throw new AppError('name-taken', `There is another credential named '${name}'. Choose another name.`);
  }
}

type Row = Prisma.CredentialGetPayload<{ include: typeof withTokens }>;
const withTokens = { tokens: { select: { sealed: true, expiresAt: true } } } as const;

function toSummary(row: Row, usedBy: CredentialUser[]): CredentialSummary {
  const { id, name, type, hosts, createdAt, changedAt, lastUsedAt } = row;
  const shown = { credentialId: id, name, type: type as CredentialType, hosts, createdAt, changedAt, lastUsedAt, usedBy };
  return { ...shown, connection: connectionOf(row) };
}

function connectionOf({ oauthGrant, tokens }: Row): CredentialConnection | null {
  if (oauthGrant === null) return null;
  const grant = oauthGrant as OAuthFields['grant'];
  return { grant, isConnected: typeof tokens?.sealed === 'string', expiresAt: tokens?.expiresAt ?? null };
}
