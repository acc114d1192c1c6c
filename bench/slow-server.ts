import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A server whose answers take `meanMs`, each half as long again or half as short, by its path and
 * so in every round the same.
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
