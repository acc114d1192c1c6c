import { AppError } from '#lib/errors/app-error.ts';
import { type McpApp, mcpAppSchema } from '#lib/mcp/mcp-app.ts';
import { type McpListing, type McpTransport, mcpListingSchema } from '#lib/mcp/mcp-server.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import type { Db } from '../database/make-db.ts';
import { Prisma, type McpServer as Row } from '../generated/prisma/client.ts';

/** Whether a call of a tool needs an approval. Tools that are not listed follow their risk. */
export type McpApprovals = Readonly<Record<string, 'always' | 'never'>>;

/** An MCP server of a workspace, and what is known of it. */
export type McpServerRecord = {
  readonly serverId: string;
  readonly name: string;
  readonly displayName: string;
  readonly transport: McpTransport;
  /** Of `http` and `sse`. */
  readonly url: string | null;
  /** Of `stdio`: its name in the administrator's list. */
  readonly commandName: string | null;
  readonly isEnabled: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly credentialId: string | null;
  /** Null for all. */
  readonly allowTools: readonly string[] | null;
  readonly approvals: McpApprovals;
  readonly timeoutS: number;
  /** What a person accepted; null before that. */
  readonly approved: McpListing | null;
  /** What it said last, where that differs. */
  readonly found: McpListing | null;
  /** The apps that a person allowed, as they were then. */
  readonly apps: readonly McpApp[];
  /** Why it could not be read the last time. */
  readonly problem: string | null;
  /** `host:port` that was refused then. */
  readonly privateHost: string | null;
  readonly needsSignIn: boolean;
  readonly sealedSignIn: string | null;
  readonly refreshedAt: Date | null;
  readonly createdAt: Date;
  readonly changedAt: Date;
};

type Settings = Pick<
  McpServerRecord,
  | 'name'
  | 'displayName'
  | 'transport'
  | 'url'
  | 'commandName'
  | 'isEnabled'
  | 'headers'
  | 'credentialId'
  | 'allowTools'
  | 'approvals'
  | 'timeoutS'
>;
export type NewMcpServer = Settings & { readonly serverId: string };
export type McpServerChange = Partial<
  Settings &
    Pick<
      McpServerRecord,
      'approved' | 'found' | 'apps' | 'problem' | 'privateHost' | 'needsSignIn' | 'sealedSignIn' | 'refreshedAt'
    >
>;

/** A sign-in that a browser has begun. */
export type McpSignIn = { readonly state: string; readonly serverId: string; readonly sealed: string; readonly expiresAt: Date };

export type McpServerRepository = {
  /** @throws {AppError} `name-taken` */
  create(server: NewMcpServer): Promise<void>;
  /** By name. A workspace has few. */
  list(): Promise<McpServerRecord[]>;
  get(serverId: string): Promise<McpServerRecord | null>;
  /** @returns false when there is no such server @throws {AppError} `name-taken` */
  change(serverId: string, change: McpServerChange): Promise<boolean>;
  /** @returns false when there is no such server */
  remove(serverId: string): Promise<boolean>;
  /** Changes with every change of any of them. */
  stamp(): Promise<string>;
  /** Ends an earlier one of the same server. @throws {AppError} `not-found` */
  beginSignIn(signIn: McpSignIn): Promise<void>;
  /** Once for each state. @returns null for one that is unknown, used or expired */
  takeSignIn(state: string, now: Date): Promise<McpSignIn | null>;
};

export function mcpServerRepository({ prisma }: Db, workspaceId: WorkspaceId): McpServerRepository {
  return {
    async create({ serverId, ...settings }) {
      const data = toColumns(settings) as Prisma.McpServerUncheckedCreateInput;
      await refusingTakenName(settings.name, () => prisma.mcpServer.create({ data: { ...data, id: serverId, workspaceId } }));
    },
    async list() {
      return (await prisma.mcpServer.findMany({ where: { workspaceId }, orderBy: { name: 'asc' } })).map(toRecord);
    },
    async get(serverId) {
      const row = await prisma.mcpServer.findFirst({ where: { id: serverId, workspaceId } });
      return row && toRecord(row);
    },
    async change(serverId, change) {
      const data = { ...toColumns(change), changedAt: new Date() };
      const { count } = await refusingTakenName(change.name, () =>
        prisma.mcpServer.updateMany({ where: { id: serverId, workspaceId }, data }),
      );
      return count > 0;
    },
    async remove(serverId) {
      return (await prisma.mcpServer.deleteMany({ where: { id: serverId, workspaceId } })).count > 0;
    },
    async stamp() {
      const { _max, _count } = await prisma.mcpServer.aggregate({
        where: { workspaceId },
        _max: { changedAt: true },
        _count: true,
      });
      return `${_count} ${_max.changedAt?.getTime() ?? 0}`;
    },
    async beginSignIn({ state, serverId, sealed, expiresAt }) {
      if ((await prisma.mcpServer.count({ where: { id: serverId, workspaceId } })) === 0)
        throw new AppError('not-found', `There is no MCP server ${serverId}.`);
      await prisma.mcpSignIn.deleteMany({ where: { serverId, workspaceId } });
      await prisma.mcpSignIn.create({ data: { state, serverId, sealed, expiresAt, workspaceId } });
    },
    async takeSignIn(state, now) {
      const found = await prisma.mcpSignIn.findFirst({ where: { state, workspaceId } });
      if (!found) return null;
      const { count } = await prisma.mcpSignIn.deleteMany({ where: { state, workspaceId } });
      return count === 0 || found.expiresAt <= now ? null : found;
    },
  };
}

function toColumns(change: McpServerChange): Prisma.McpServerUncheckedUpdateManyInput {
  const { headers, allowTools, approvals, approved, found, apps, ...columns } = change;
  return {
    ...columns,
    ...(headers && { headers: { ...headers } }),
    ...(approvals && { approvals: { ...approvals } }),
    ...(allowTools !== undefined && { allowTools: [...(allowTools ?? [])], limitsTools: allowTools !== null }),
    ...(approved !== undefined && { approved: approved ?? Prisma.DbNull }),
    ...(apps && { apps: [...apps] }),
    ...(found !== undefined && { found: found ?? Prisma.DbNull }),
  };
}

function toRecord({ id, transport, headers, allowTools, limitsTools, approvals, approved, found, ...row }: Row): McpServerRecord {
  const { workspaceId: _, apps, ...columns } = row;
  return {
    ...columns,
    serverId: id,
    transport: transport as McpTransport,
    headers: headers as Record<string, string>,
    allowTools: limitsTools ? allowTools : null,
    approvals: approvals as McpApprovals,
    approved: readListing(approved),
    found: readListing(found),
    apps: mcpAppSchema.array().safeParse(apps).data ?? [],
  };
}

/** What another version wrote and this one cannot read is as if it was never read: a person accepts it again. */
function readListing(stored: unknown): McpListing | null {
  const read = mcpListingSchema.safeParse(stored);
  return read.success ? read.data : null;
}

async function refusingTakenName<T>(name: string | undefined, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof Prisma.PrismaClientKnownRequestError) || error.code !== 'P2002') throw error;
    throw new AppError('name-taken', `There is another MCP server named '${name}'. Choose another name.`);
  }
}
