import { AppError } from '#lib/errors/app-error.ts';
import { readStoredEvent } from '#lib/run/read-stored-event.ts';
import type { RunEvent } from '#lib/run/run-event.ts';
import type { McpServerRecord } from '../../db/repositories/mcp-server-repository.ts';
import { levelFor } from '../handler-kit/authenticate.ts';
import type { HandlerContext } from '../handler-kit/define-handler.ts';
import { loadRunHead } from '../resources/run-resource.ts';

type AppOfResult = NonNullable<Extract<RunEvent, { type: 'tool_result' }>['app']>;

export type LoadedToolApp = {
  readonly app: AppOfResult;
  readonly toolName: string;
  /** Null when it was deleted. */
  readonly server: McpServerRecord | null;
};

/**
 * The result of a call that has an app, and the server that it is from.
 * @throws {AppError} `run-not-found`; `not-found` where there is none, or the caller is not shown results
 */
export async function loadToolApp(
  { id, seq }: { readonly id: string; readonly seq: number },
  context: HandlerContext,
): Promise<LoadedToolApp> {
  await loadRunHead(id, context);
  const [stored] = seq === 0 ? [] : await context.repos.runs.readEvents(id, seq - 1, 1);
  const event = stored?.seq === seq && stored.type === 'tool_result' ? readStoredEvent(stored) : undefined;
  const app = event?.type === 'tool_result' ? event.app : undefined;
  if (!app || levelFor(context, 'full') !== 'full') throw new AppError('not-found', `Event ${seq} of this run has no app.`);
  const at = app.tool.indexOf('@');
  const serverName = app.tool.slice(0, at);
  const server = (await context.repos.mcpServers.list()).find(({ name }) => name === serverName) ?? null;
  return { app, toolName: app.tool.slice(at + 1), server };
}

/** Why an app is not shown, and calls nothing; undefined if it is. */
export function whyNoApp({ app, server }: LoadedToolApp): string | undefined {
  if (!server) return 'The MCP server of this app was deleted.';
  if (!server.isEnabled) return `The MCP server ${server.displayName} is switched off.`;
  if (!server.apps.some(({ uri }) => uri === app.uri)) return `The apps of ${server.displayName} are not allowed.`;
  return undefined;
}
