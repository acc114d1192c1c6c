import { ApiError } from '#lib/api/api-error.ts';
import { type Client, makeClient } from '#lib/api/client.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

/** The name of the command line in the usage report. */
export const CLI_HEADERS = { 'user-agent': 'threadloom-cli' } as const;

/** The server of a command, by its option or THREADLOOM_URL. */
export function serverOf(options: { readonly server: string | undefined }, { env }: Pick<Terminal, 'env'>): string | undefined {
  // An empty variable counts as one that is not set.
  return options.server ?? (env.THREADLOOM_URL || undefined);
}

/** As `serverOf`, for commands that do nothing without one. */
export function requireServer(options: { readonly server: string | undefined }, terminal: Pick<Terminal, 'env'>): string {
  const server = serverOf(options, terminal);
  if (server !== undefined) return server;
  throw new UsageError('Name the server with --server URL, or in THREADLOOM_URL');
}

/**
 * The server's API as its workspace sees it, with THREADLOOM_ADMIN_TOKEN where there is one; or,
 * with a `key`, as callers of an endpoint do.
 * @throws {UsageError} when `server` is no address
 */
export function openServer(server: string, { env, key }: { env: Terminal['env']; key?: string }): Client {
  const url = URL.canParse(server) ? new URL(server) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new UsageError(`The server '${server}' is no address: write it as http://127.0.0.1:3000`);
  const bearer = key ?? (env.THREADLOOM_ADMIN_TOKEN || undefined);
  const headers = { ...CLI_HEADERS, ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }) };
  return makeClient({ baseUrl: server, headers });
}

/** Describes the failure of the first request to a server. */
export function explainSilence(error: unknown, { server, hint = '' }: { server: string; hint?: string }): unknown {
  if (!(error instanceof ApiError) || error.code !== 'connection-failed') return error;
  const message = `${server} does not answer. Is the server running?${hint}`;
  return new ApiError({ status: 0, code: error.code }, message, { cause: error });
}

/** A server, and the terminal of the command that uses it. */
export type Where = { readonly server: string; readonly terminal: Terminal };

/** With the admin token of the workspace, or else with the key of an endpoint. */
export async function asWhoMay<T>({ server, terminal }: Where, ask: (client: Client) => Promise<T>): Promise<T> {
  const { env } = terminal;
  try {
    return await ask(openServer(server, terminal));
  } catch (error) {
    const isRefused = error instanceof ApiError && error.code === 'authentication-failed';
    if (!isRefused || !env.THREADLOOM_API_KEY) throw explainSilence(error, { server });
    return await ask(openServer(server, { env, key: env.THREADLOOM_API_KEY }));
  }
}
