import { once } from 'node:events';
import { WebSocket } from 'ws';
import { type ServerMessage, serverMessageSchema } from '#lib/api/socket-messages.ts';
import { SOCKET_PROTOCOL, SOCKET_TOKEN_PREFIX } from '#lib/api/socket-protocol.ts';

type Connecting = {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: string;
  /** Sent as browsers have to, as a protocol. */
  readonly token?: string;
  /** Of the server's certificate, as PEM. */
  readonly ca?: string;
};

/** A client of the WebSocket of notifications, whose messages are checked against their schema. */
export class NotificationClient {
  readonly messages: ServerMessage[] = [];
  readonly socket: WebSocket;
  closed: { readonly code: number; readonly reason: string } | undefined;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data) => void this.messages.push(serverMessageSchema.parse(JSON.parse(String(data)))));
    socket.on('close', (code, reason) => {
      this.closed = { code, reason: reason.toString() };
    });
  }

  /** @throws {Error} with the status, when the upgrade is refused */
  static async open(server: string, { headers, query = '', token, ca }: Connecting = {}): Promise<NotificationClient> {
    const url = `${server.replace('http', 'ws')}/api/v1/ws${query}`;
    const carried = token === undefined ? [] : [`${SOCKET_TOKEN_PREFIX}${Buffer.from(token).toString('base64url')}`];
    const client = new NotificationClient(
      new WebSocket(url, [SOCKET_PROTOCOL, ...carried], { headers, ...(ca !== undefined && { ca }) }),
    );
    await once(client.socket, 'open');
    return client;
  }

  send(message: object): void {
    this.socket.send(JSON.stringify(message));
  }

  get notifications() {
    return this.messages.flatMap((message) => (message.type === 'notification' ? [message.data] : []));
  }

  close(): void {
    this.socket.terminate();
  }
}
