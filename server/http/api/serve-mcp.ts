import type { HandlerContext } from '../handler-kit/define-handler.ts';
import { makeInProcessClient } from './call-in-process.ts';

/** Address of the MCP server for coding agents. */
export const MCP_PATH = '/api/v1/mcp';

/**
 * One request of the Model Context Protocol over streamable HTTP, without sessions. Saving is offered
 * only where the address has `?write=true`, so that the person who configures the agent decides.
 * @param body the parsed JSON of a POST
 */
export async function serveMcp(request: Request, body: unknown, context: HandlerContext): Promise<Response> {
  const [{ createMcpHandler }, { makeMcpServer }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('../../mcp-endpoint/make-mcp-server.ts'),
  ]);
  const mayWrite = new URL(request.url).searchParams.get('write') === 'true';
  const { version, log } = context.deps;
  const api = makeInProcessClient(context);
  const handler = createMcpHandler(() => makeMcpServer(api, { version, mayWrite }), {
    onerror: (error) => log.warn('a request of an MCP client failed', { error }),
  });
  const { method, url, headers, signal } = request;
  // The body was read, with its limits.
  const bare = new Request(url, { method, headers, signal });
  return handler.fetch(bare, { ...(body !== undefined && { parsedBody: body }) });
}
