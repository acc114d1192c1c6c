import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An external server that counts side effects by run and node. */
export type EffectCounter = {
  readonly host: string;
  readonly hits: ReadonlyMap<string, number>;
  /** Idempotency keys of the requests. A server that supports them performs each once. */
  readonly keys: ReadonlyMap<string, ReadonlySet<string>>;
  stop(): Promise<void>;
};

export async function startEffectCounter({ maxDelayMs }: { maxDelayMs: number }): Promise<EffectCounter> {
  const hits = new Map<string, number>();
  const keys = new Map<string, Set<string>>();
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://counter');
    const key = `${searchParams.get('run')} ${searchParams.get('node')}`;
    // Counts writes only: a read may be repeated, and its start need not be stored first.
    if (request.method === 'POST') {
      hits.set(key, (hits.get(key) ?? 0) + 1);
      keys.set(key, (keys.get(key) ?? new Set()).add(String(request.headers['idempotency-key'])));
    }
    request.resume();
    setTimeout(
      () =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ node: searchParams.get('node') })),
      Math.random() * maxDelayMs,
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    hits,
    keys,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
