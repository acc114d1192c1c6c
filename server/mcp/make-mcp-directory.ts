import { AppError } from '#lib/errors/app-error.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import type { McpServerRecord } from '../db/repositories/mcp-server-repository.ts';
import { type McpApps, makeMcpApps } from './make-mcp-apps.ts';
import type { McpServers, SignInRequest } from './mcp-servers.ts';

/** How long a request of the API waits for a server. */
const MAX_WAIT_MS = 60_000;

/** What the API does with MCP servers. */
export type McpDirectory = {
  /** Undefined where the server has no public https address. */
  readonly clientMetadataUrl: string | undefined;
  commandNames(): string[];
  /** After a change. */
  invalidate(workspaceId: WorkspaceId): void;
  drop(serverId: string): Promise<void>;
  refresh(workspaceId: WorkspaceId, server: McpServerRecord): Promise<void>;
  readonly apps: McpApps;
  /** @throws {AppError} `mcp-failed` */
  beginSignIn(
    workspaceId: WorkspaceId,
    server: McpServerRecord,
    options: SignInRequest,
  ): Promise<{ readonly url: string; readonly sealed: string }>;
  /** @throws {AppError} `mcp-failed` */
  finishSignIn(
    workspaceId: WorkspaceId,
    server: McpServerRecord,
    options: { sealed: string; code: string; iss: string | undefined },
  ): Promise<void>;
};

export function makeMcpDirectory(
  servers: McpServers,
  { commandNames, clientMetadataUrl }: Pick<McpDirectory, 'commandNames' | 'clientMetadataUrl'>,
): McpDirectory {
  const signal = () => AbortSignal.timeout(MAX_WAIT_MS);
  return {
    commandNames,
    clientMetadataUrl,
    apps: makeMcpApps({ servers, signal }),
    invalidate: (workspaceId) => servers.invalidate(workspaceId),
    drop: (serverId) => servers.drop(serverId),
    refresh: (workspaceId, server) => asApiError(() => servers.refresh(workspaceId, server, signal())),
    beginSignIn: (workspaceId, server, options) =>
      asApiError(() => servers.beginSignIn(workspaceId, server, { ...options, signal: signal() })),
    finishSignIn: (workspaceId, server, options) =>
      asApiError(() => servers.finishSignIn(workspaceId, server, { ...options, signal: signal() })),
  };
}

async function asApiError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (NodeFailure.is(error)) throw new AppError('mcp-failed', error.message, { cause: error });
    if (error instanceof DOMException && error.name === 'TimeoutError')
      throw new AppError('mcp-failed', `The MCP server did not answer within ${MAX_WAIT_MS / 1000} s.`, { cause: error });
    throw error;
  }
}
