import { connect } from 'node:net';

/**
 * Writes bytes to a server and returns all bytes until it closes. For requests that no HTTP client
 * would send.
 */
export async function rawExchange(url: string, ...parts: readonly (string | Buffer)[]): Promise<string> {
  const { hostname, port } = new URL(url);
  return await new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
    for (const part of parts) socket.write(part);
  });
}

/** The status of each answer in what a connection sent. */
export function statusesOf(exchange: string): number[] {
  return [...exchange.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}
