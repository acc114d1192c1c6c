import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openOperations } from './operations-server.ts';

test('health, readiness and numbers are answered with a query, too', async () => {
  const server = await openOperations(
    { host: '127.0.0.1', port: 0 },
    { ready: () => Promise.reject(new Error('no database')), metrics: async () => 'numbers' },
  );
  onTestFinished(() => void server.close().closeAllConnections());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const statusOf = async (path: string) => (await fetch(`${url}${path}`)).status;
  expect(await statusOf('/health?x')).toBe(200);
  expect(await statusOf('/metrics?x=1')).toBe(200);
  expect(await statusOf('/ready?x')).toBe(503);
  expect(await statusOf('/healthy')).toBe(404);
});
