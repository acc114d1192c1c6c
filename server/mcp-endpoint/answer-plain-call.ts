import type { IncomingHttpHeaders } from 'node:http';
import {
  classifyInboundRequest,
  isJsonContentType,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type McpServer,
  SUPPORTED_PROTOCOL_VERSIONS,
  type Transport,
} from '@modelcontextprotocol/server';
import { z } from 'zod';

/** A call of a tool whose client takes no progress. */
const plainCallSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number()]),
  method: z.literal('tools/call'),
  params: z.object({ _meta: z.object({ progressToken: z.undefined().optional() }).optional() }),
});

/**
 * Whether a request is a correct call of the session-based versions of the protocol before whose answer nothing is
 * sent. It checks what the library checks; the library answers every other request.
 */
export function isPlainCall(body: unknown, headers: IncomingHttpHeaders): body is JSONRPCRequest {
  if (!plainCallSchema.safeParse(body).success) return false;
  const { accept = '', 'content-type': contentType = null } = headers;
  if (!accept.includes('application/json') || !accept.includes('text/event-stream')) return false;
  if (!isJsonContentType(contentType)) return false;
  const [version, method, name] = ['mcp-protocol-version', 'mcp-method', 'mcp-name'].map((header) => textOf(headers[header]));
  if (version !== undefined && !SUPPORTED_PROTOCOL_VERSIONS.includes(version)) return false;
  const { kind } = classifyInboundRequest({
    httpMethod: 'POST',
    ...(version !== undefined && { protocolVersionHeader: version }),
    ...(method !== undefined && { mcpMethodHeader: method }),
    ...(name !== undefined && { mcpNameHeader: name }),
    body,
  });
  return kind === 'legacy';
}

/**
 * Answers a plain call without the library's transport, which would open a stream of events: that takes more CPU than
 * the rest of the request.
 * @param gone aborts when the client is gone, which cancels its call
 * @returns undefined if the client is gone
 */
export async function answerPlainCall(
  call: JSONRPCRequest,
  gone: AbortSignal,
  makeServer: () => McpServer,
): Promise<JSONRPCMessage | undefined> {
  const server = makeServer();
  const { promise, resolve } = Promise.withResolvers<JSONRPCMessage | undefined>();
  const transport: Transport = {
    start: async () => {},
    // Only the answer has an id and no method; notifications have nowhere to go.
    send: async (message) => ('method' in message ? undefined : resolve(message)),
    close: async () => transport.onclose?.(),
  };
  await server.connect(transport);
  if (gone.aborted) return undefined;
  const leave = () => {
    resolve(undefined);
    void server.close();
  };
  gone.addEventListener('abort', leave, { once: true });
  try {
    transport.onmessage?.(call);
    return await promise;
  } finally {
    gone.removeEventListener('abort', leave);
  }
}

function textOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header;
}
