import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { makeMailer } from './mailer.ts';

test('an abort ends a mail to a server that does not answer, and its connection', async () => {
  const server = createServer((socket) => void socket.on('error', () => {}).resume()).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const hosts = [`127.0.0.1:${port}`];
  const fields = { host: '127.0.0.1', port, from: 'a@example.com', tls: 'off' };
  const open = async () => ({ name: 'mail', hosts, value: { type: 'smtp', fields } });
  const mailer = makeMailer({ open, hosts: { allowedPrivateHosts: () => hosts } } as never);
  const stopping = new AbortController();
  const connected = once(server, 'connection');
  const mail = { to: ['b@example.com'], cc: [], bcc: [], subject: 'Hi', text: 'Hi', messageId: '<1@example.com>', files: [] };
  const sending = mailer.send(mail, { credential: {} as never, signal: stopping.signal });
  const failed = expect(sending).rejects.toThrow('the run was stopped');
  const [socket] = await connected;
  const closed = once(socket, 'close');
  stopping.abort(new Error('the run was stopped'));
  await failed;
  await closed;
}, 5000);
