import { createServer, type IncomingMessage, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ReverseProxy = {
  readonly port: number;
  /** Breaks every open connection. */
  cut(): void;
  close(): Promise<void>;
};

type Options = {
  readonly target: string;
  /** The `Host` that the server gets. @defaultValue that of the client */
  readonly host?: string;
};

/** A proxy as nginx is one: it passes requests on and answers with what arrives, without buffering. */
export async function startReverseProxy({ target, host }: Options): Promise<ReverseProxy> {
  const { hostname, port } = new URL(target);
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, host: host ?? incoming.headers.host, 'x-forwarded-proto': 'https' };
    const { method, url: path } = incoming;
    const passed = sendRequest({ hostname, port, method, path, headers, agent: false }, (answer: IncomingMessage) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      outgoing.flushHeaders();
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    outgoing.on('close', () => passed.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => server.closeAllConnections(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
