import { Agent, request } from 'node:http';
import type { Endpoint } from './product.ts';

/** Sends one request. @returns milliseconds until the last byte. @throws if the answer is not 200 with `text` */
export async function callEndpoint(endpoint: Endpoint, text: string, agent?: Agent): Promise<number> {
  const startedAt = performance.now();
  const { status, body } = await post(endpoint, agent);
  if (status !== 200 || !body.includes(text)) throw new Error(`${endpoint.url} answered ${status}: ${body.slice(0, 500)}`);
  return performance.now() - startedAt;
}

/** Latencies of `count` calls on `concurrency` connections, each after the answer to the one before. */
export async function callMany(endpoint: Endpoint, text: string, { count, concurrency }: { count: number; concurrency: number }) {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  const latenciesMs: number[] = [];
  let begun = 0;
  const caller = async () => {
    while (begun++ < count) latenciesMs.push(await callEndpoint(endpoint, text, agent));
  };
  await Promise.all(Array.from({ length: concurrency }, caller));
  agent.destroy();
  return latenciesMs;
}

/** Sends a request whose answer nobody needs: its server is killed. */
export function startCall(endpoint: Endpoint): void {
  post(endpoint).catch(() => {});
}

function post({ url, headers, body }: Endpoint, agent?: Agent): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const length = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
    const sent = request(url, { agent, method: 'POST', headers: { ...length, ...headers } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.once('error', reject);
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') }));
    });
    sent.once('error', reject);
    sent.end(body);
  });
}
