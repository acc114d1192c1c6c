import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy that sends the administrator's token with requests that show no credential. */
export async function openAdminDoor(server: string, token: string): Promise<{ url: string; close(): void }> {
  const { hostname, port, host } = new URL(server);
  const door = createServer((incoming, outgoing) => {
    const { method, url: path } = incoming;
    const headers = { authorization: `Bearer ${token}`, ...incoming.headers, host };
    const passed = request({ hostname, port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  const close = () => void door.close().closeAllConnections();
  return { url: `http://127.0.0.1:${(door.address() as AddressInfo).port}`, close };
}
