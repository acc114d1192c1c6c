import type { HandlerContext } from '../handler-kit/define-handler.ts';
import { makeInProcessClient } from './call-in-process.ts';

/** Address of the MCP server for coding agents. */
export const MCP_PATH = '/api/v1/mcp';

/**
 * One request of the Model Context Protocol over streamable HTTP, without sessions. Saving, skills,
 * knowledge bases and tasks are offered only where the address has it, as in `?write=true&skills=true`:
 * the person who configures the agent decides.
 * @param body the parsed JSON of a POST
 */
export async function serveMcp(request: Request, body: unknown, context: HandlerContext): Promise<Response> {
  context.streamPermit?.take();
  const [{ createMcpHandler }, { makeMcpServer, mcpOffers }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('../../mcp-endpoint/make-mcp-server.ts'),
  ]);
  const { searchParams } = new URL(request.url);
  const isOn = (name: string) => searchParams.get(name) === 'true';
  const settings = { version: context.deps.version, mayWrite: isOn('write'), offers: new Set(mcpOffers.filter(isOn)) };
  const { log } = context.deps;
  const api = makeInProcessClient(context);
  const handler = createMcpHandler(() => makeMcpServer(api, settings), {
    onerror: (error) => log.warn('a request of an MCP client failed', { error }),
  });
  const { method, url, headers, signal } = request;
  // The body was read, with its limits.
  const bare = new Request(url, { method, headers, signal });
  return handler.fetch(bare, { ...(body !== undefined && { parsedBody: body }) });
}
