import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { AppError } from '#lib/errors/app-error.ts';
import { ClientAddresses } from '../../limits/client-address.ts';
import { NotificationSockets } from './notification-sockets.ts';

const MAX_PER_KEY = 100;

test('a socket that is closed while its key is looked up does not count for the key', async () => {
  let authenticating = Promise.withResolvers<object>();
  const deps = {
    adminToken: 'a token',
    guard: { isAnyHost: true },
    publishing: { keyAuthenticator: { authenticate: () => authenticating.promise } },
    log: { error: () => {} },
    clock: { now: () => 0 },
    clients: new ClientAddresses(),
  };
  const notices = { now: () => Promise.reject(new AppError('unavailable', 'As far as this test goes.')) };
  const sockets = new NotificationSockets({ deps, notices } as never);
  const request = { method: 'GET', url: '', headers: { authorization: 'Bearer tlk_key' }, socket: {} } as IncomingMessage;
  const connect = () => {
    const socket = new PassThrough();
    return { socket, accepted: sockets.accept(request, socket, Buffer.alloc(0)) };
  };
  const gone = Array.from({ length: MAX_PER_KEY }, connect);
  for (const { socket } of gone) socket.destroy();
  await new Promise(setImmediate);
  authenticating.resolve({ keyId: 'key_1', workspaceId: 'ws_1' });
  await Promise.all(gone.map(({ accepted }) => accepted));
  authenticating = Promise.withResolvers();
  authenticating.resolve({ keyId: 'key_1', workspaceId: 'ws_1' });
  const { socket, accepted } = connect();
  await accepted;
  expect(String(socket.read())).toMatch(/^HTTP\/1\.1 503 /);
});
