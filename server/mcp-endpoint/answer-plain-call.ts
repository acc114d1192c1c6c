import { isLegacyRequest, type McpServer, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** As nginx says it; its client is not there any more. */
const CLIENT_GONE = 499;

/** A call of a tool whose client takes no progress. */
const plainCallSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number()]),
  method: z.literal('tools/call'),
  params: z.object({ _meta: z.object({ progressToken: z.undefined().optional() }).optional() }),
});

/**
 * Answers a call of the session-based versions of the protocol as one JSON body, where nothing is sent before it: the
 * library would open a stream of events, which takes more CPU than the rest of the request.
 * @returns undefined for every other request
 */
export async function answerPlainCall(
  request: Request,
  body: unknown,
  makeServer: () => McpServer,
): Promise<Response | undefined> {
  if (!plainCallSchema.safeParse(body).success || !(await isLegacyRequest(request, body))) return undefined;
  const server = makeServer();
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  // A client that is gone cancels its call. The transport would wait for an answer that does not come.
  const { promise: gone, resolve } = Promise.withResolvers<Response>();
  const leave = () => resolve(new Response(null, { status: CLIENT_GONE }));
  request.signal.addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([transport.handleRequest(request, { parsedBody: body }), gone]);
  } finally {
    request.signal.removeEventListener('abort', leave);
    void server.close();
  }
}
