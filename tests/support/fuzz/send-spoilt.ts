import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { SpoiltRequest } from './spoil-request.ts';

export type SpoiltAnswer = { readonly status: number; readonly text: string };

/** @returns undefined after a timeout. Reads only the beginning of an event stream. */
export async function sendSpoilt(
  server: string,
  { method, path, headers, body }: SpoiltRequest,
  { limitMs }: { limitMs: number },
): Promise<SpoiltAnswer | undefined> {
  const { hostname, port } = new URL(server);
  const patience = new AbortController();
  const answer = new Promise<SpoiltAnswer>((resolve, reject) => {
    const framed = { ...headers, ...(body && { 'content-length': String(body.length) }) };
    const outgoing = request({ hostname, port, method, path, headers: framed, agent: false }, (incoming) => {
      const chunks: Buffer[] = [];
      const { statusCode: status = 0, headers: answered } = incoming;
      const type = answered['content-type'] ?? '';
      const finish = () => {
        resolve({ status, text: Buffer.concat(chunks).toString() });
        outgoing.destroy();
      };
      if (type.startsWith('text/event-stream')) return finish();
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', finish);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
  const late = wait(limitMs, undefined, { signal: patience.signal }).catch(() => undefined);
  return Promise.race([answer, late]).finally(() => patience.abort());
}
