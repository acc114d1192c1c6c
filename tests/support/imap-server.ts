import type { AddressInfo, Server } from 'node:net';
import hoodiecrow from 'hoodiecrow-imap';

export type ImapServer = {
  readonly port: number;
  /** Delivers a mail into a folder. */
  deliver(mail: string, folder?: string): void;
  /** The flags of each mail of a folder. */
  flags(folder?: string): string[][];
  /** Numbers the mails of a folder anew, as a server does that was restored. */
  renumber(uidValidity: number, folder?: string): void;
  /** Connections that are open. */
  connections(): number;
  /** Ends all connections. */
  drop(): void;
  stop(): Promise<void>;
};

type Mailbox = { uidvalidity: number; messages: { flags: string[] }[] };
type Hoodiecrow = {
  readonly server: Server;
  listen(port: number, host: string, onListening: () => void): void;
  appendMessage(folder: string, flags: string[], receivedAt: string, mail: string): void;
  getMailbox(folder: string): Mailbox;
  close(onClosed: () => void): void;
};

/** An IMAP server on loopback with the mails of `storage` in its INBOX. */
export async function startImapServer(
  account: { user: string; password: string },
  mails: readonly string[],
): Promise<ImapServer> {
  const server = hoodiecrow({
    plugins: ['ID', 'UIDPLUS', 'LITERALPLUS', 'UNSELECT', 'SASL-IR', 'AUTH-PLAIN', 'IDLE'],
    users: { [account.user]: { password: account.password } },
    storage: {
      INBOX: { uidvalidity: 7, messages: mails.map((raw) => ({ raw: crlf(raw) })) },
      '': { separator: '/', folders: { Orders: { messages: [] } } },
    },
  }) as Hoodiecrow;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const sockets = new Set<{ destroy(): void }>();
  server.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    deliver: (mail, folder = 'INBOX') => server.appendMessage(folder, [], '24-Nov-2026 10:00:00 +0000', crlf(mail)),
    flags: (folder = 'INBOX') => server.getMailbox(folder).messages.map(({ flags }) => [...flags]),
    renumber(uidValidity, folder = 'INBOX') {
      server.getMailbox(folder).uidvalidity = uidValidity;
    },
    connections: () => sockets.size,
    drop() {
      for (const socket of sockets) socket.destroy();
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve);
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function crlf(mail: string): string {
  return mail.replaceAll(/\r?\n/g, '\r\n');
}
