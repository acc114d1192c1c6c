import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export type LoopbackServer = {
  readonly port: number;
  /** `127.0.0.1:<port>`. */
  readonly host: string;
  readonly origin: string;
  /** Every request, in order, its body read: as text and as it came. */
  readonly hits: { method: string; url: string; headers: IncomingMessage['headers']; body: string; bytes: Buffer }[];
};

/** A real HTTP server on a free loopback port, closed when the test ends. */
export async function startLoopbackServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<LoopbackServer> {
  const hits: LoopbackServer['hits'] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    hits.push({
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headers,
      body: bytes.toString(),
      bytes,
    });
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const { port } = server.address() as AddressInfo;
  return { port, host: `127.0.0.1:${port}`, origin: `http://127.0.0.1:${port}`, hits };
}
