import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export type ReceivedMail = Email & { readonly recipients: readonly string[] };

export type MailServer = {
  readonly port: number;
  readonly received: ReceivedMail[];
  stop(): Promise<void>;
};

/** An SMTP server on loopback that asks for a password, and refuses recipients at `refused.example`. */
export async function startSmtpServer(account: { user: string; password: string }): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    hideSTARTTLS: true,
    authOptional: false,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onAuth({ username, password }, _session, done) {
      if (username === account.user && password === account.password) return done(null, { user: username });
      done(new Error(`No such account ${username} with ${password}`));
    },
    onRcptTo({ address }, _session, done) {
      done(address.endsWith('@refused.example') ? new Error('No such mailbox') : null);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          received.push({ ...mail, recipients: session.envelope.rcptTo.map(({ address }) => address) });
          done();
        }, done);
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return { port, received, stop: () => new Promise((resolve) => server.close(() => resolve())) };
}
