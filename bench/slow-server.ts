import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A server with a mean latency of `meanMs`. Each latency is within 50% of it and depends on the path
 * only, so all rounds are the same.
 */
export type SlowServer = { readonly port: number; readonly origin: string; meanMs: number; stop(): void };

export async function startSlowServer(): Promise<SlowServer> {
  const server = createServer((request, response) => {
    const number = Number(request.url?.slice(1)) || 0;
    const share = 0.5 + ((number * 2654435761) % 1000) / 1000;
    setTimeout(() => response.writeHead(200, { 'content-type': 'application/json' }).end(`{"n":${number}}`), slow.meanMs * share);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () => server.close().closeAllConnections();
  const slow: SlowServer = { port, origin: `http://127.0.0.1:${port}`, meanMs: 500, stop };
  return slow;
}
