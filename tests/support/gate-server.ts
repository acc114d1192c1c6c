import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An external server that answers requests once its gate is open, and counts them by key. */
export class GateServer {
  readonly #server = createServer((request, response) => this.#take(request.url ?? '/', response));
  readonly #open = new Set<string>();
  readonly #waiting = new Map<string, ServerResponse[]>();
  readonly #arrivals = new EventTarget();
  /** Requests by key. */
  readonly hits = new Map<string, number>();

  static async start(): Promise<GateServer> {
    const gates = new GateServer();
    gates.#server.listen(0, '127.0.0.1');
    await once(gates.#server, 'listening');
    return gates;
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The key is the path: `/key`. */
  urlOf(key: string): string {
    return `http://${this.host}/${key}`;
  }

  /** Answers the waiting and all later requests. */
  open(key: string): void {
    this.#open.add(key);
    for (const response of this.#waiting.get(key)?.splice(0) ?? []) answer(response);
  }

  /** Resolves once `count` requests with this key were received. */
  async reached(key: string, count = 1): Promise<void> {
    while ((this.hits.get(key) ?? 0) < count) await once(this.#arrivals, key);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #take(url: string, response: ServerResponse): void {
    const key = decodeURIComponent(new URL(url, 'http://gate').pathname.slice(1));
    this.hits.set(key, (this.hits.get(key) ?? 0) + 1);
    if (this.#open.has(key)) answer(response);
    else this.#waiting.set(key, [...(this.#waiting.get(key) ?? []), response]);
    this.#arrivals.dispatchEvent(new Event(key));
  }
}

function answer(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
}
