import type { CallToolResult } from '@modelcontextprotocol/client';
import { AppError } from '#lib/errors/app-error.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { McpApp } from '#lib/mcp/mcp-app.ts';
import type { McpTool } from '#lib/mcp/mcp-server.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import type { McpServerRecord } from '../db/repositories/mcp-server-repository.ts';
import { mcpErrorText } from './mcp-failure.ts';
import type { McpServers } from './mcp-servers.ts';
import { type AppContent, readApp } from './read-app.ts';

const MAX_APPS = 20;
const MAX_KEPT = 16;

/** An app that an accepted tool names, as its server has it now. */
export type FoundApp = {
  readonly uri: string;
  /** The tools that name it. */
  readonly tools: readonly string[];
  readonly app: McpApp | null;
  readonly refused: readonly string[];
  /** Why it cannot be shown. */
  readonly problem: string | null;
};

type AppCall = { readonly tool: McpTool; readonly input: Readonly<Record<string, unknown>>; readonly idempotencyKey: string };

/** The user interfaces of the tools of MCP servers. */
export type McpApps = {
  /** Reads them all; one that cannot be read has a problem. */
  read(workspaceId: WorkspaceId, server: McpServerRecord): Promise<FoundApp[]>;
  /**
   * The HTML of an app as it was allowed.
   * @returns undefined when the server has another one now @throws {AppError} `mcp-failed`
   */
  open(workspaceId: WorkspaceId, server: McpServerRecord, allowed: McpApp): Promise<string | undefined>;
  /** Calls a tool for an app. Returns a result with `isError`, too. @throws {AppError} `mcp-failed` */
  call(workspaceId: WorkspaceId, server: McpServerRecord, call: AppCall): Promise<CallToolResult>;
};

type Options = {
  readonly servers: Pick<McpServers, 'readResource' | 'callForApp'>;
  /** Of one request to a server. */
  readonly signal: () => AbortSignal;
};

export function makeMcpApps({ servers, signal }: Options): McpApps {
  // By hash, so that showing an app again costs no request.
  const kept = new Map<string, string>();
  const read = async (workspaceId: WorkspaceId, server: McpServerRecord, uri: string): Promise<AppContent> =>
    readApp(uri, await servers.readResource(workspaceId, server, uri, signal()));
  return {
    async read(workspaceId, server) {
      const found: FoundApp[] = [];
      for (const [uri, tools] of urisOf(server).slice(0, MAX_APPS)) {
        try {
          const { app, refused } = await read(workspaceId, server, uri);
          found.push({ uri, tools, app, refused, problem: null });
        } catch (error) {
          found.push({ uri, tools, app: null, refused: [], problem: mcpErrorText(error) });
        }
      }
      return found;
    },
    async open(workspaceId, server, { uri, sha256 }) {
      const key = `${server.serverId} ${sha256}`;
      const known = kept.get(key);
      if (known !== undefined) return known;
      const { app, html } = await asMcpFailure(() => read(workspaceId, server, uri));
      if (app.sha256 !== sha256) return undefined;
      kept.set(key, html);
      const [oldest] = kept.keys();
      if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
      return html;
    },
    call: (workspaceId, server, { idempotencyKey, ...call }) =>
      asMcpFailure(() => servers.callForApp(workspaceId, server, call, { signal: signal(), idempotencyKey })),
  };
}

function urisOf({ approved }: McpServerRecord): [uri: string, tools: string[]][] {
  const tools = new Map<string, string[]>();
  for (const { name, appUri } of approved?.tools ?? []) {
    if (appUri !== undefined) tools.set(appUri, [...(tools.get(appUri) ?? []), name]);
  }
  return [...tools];
}

async function asMcpFailure<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) throw error;
    const message = NodeFailure.is(error) ? error.message : mcpErrorText(error);
    throw new AppError('mcp-failed', message, { cause: error });
  }
}
