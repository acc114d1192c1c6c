import { cleanClientName } from '#lib/text/client-name.ts';

/** @see MCP 2026-07-28, `_meta` of requests */
const CLIENT_INFO = 'io.modelcontextprotocol/clientInfo';

/** The name that an MCP client gives itself with its request. @returns undefined in versions with sessions */
export function mcpClientName(body: unknown): string | undefined {
  const meta = fieldOf(fieldOf(body, 'params'), '_meta');
  return cleanClientName(fieldOf(fieldOf(meta, CLIENT_INFO), 'name'));
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}
