import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { AppError } from '#lib/errors/app-error.ts';
import { rawRequest } from '#tests/support/raw-request.ts';
import type { Claimant } from '../../limits/shares.ts';
import { BodyBudget } from './body-budget.ts';
import { readBody, streamBody } from './read-body.ts';

const tooLarge = () => new AppError('body-too-large', 'too large');
const stranger: Claimant = { kind: 'stranger', slug: 'page' };
const hashOf = (parts: readonly Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest('hex');

/** A server that answers with a hash of the body that it reads. */
async function startReader(claimant: Claimant, kind: 'whole' | 'parts') {
  const bodies = new BodyBudget();
  const server = createServer(async (request, response) => {
    const body = bodies.open(claimant, { isStored: false });
    if (kind === 'whole') return response.end(hashOf([await readBody(request, body, { maxBytes: 10_000_000, tooLarge })]));
    const parts: Uint8Array[] = [];
    for await (const part of streamBody(request, body)) parts.push(Buffer.from(part));
    response.end(hashOf(parts));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { bodies, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const CHUNKS = [1, 4095, 2, 5000, 100, 4096, 70_000, 3, 3, 3];

/** Small chunks among large ones, in another order for each `from`. */
function cut(bytes: Buffer, from: number): Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 0, turn = from; at < bytes.byteLength; turn++) {
    const size = CHUNKS[turn % CHUNKS.length] ?? 1;
    chunks.push(bytes.subarray(at, at + size));
    at += size;
  }
  return chunks;
}

test.each([
  ['a member', 'whole', { kind: 'member' }],
  ['a stranger', 'whole', stranger],
  ['a stranger', 'parts', stranger],
] as const)('bodies of %s arrive unchanged however they are cut, read as %s, many at once too', async (_, kind, claimant) => {
  const { bodies, url } = await startReader(claimant, kind);
  const send = async (sizeBytes: number, index: number) => {
    const bytes = randomBytes(sizeBytes);
    const { text } = await rawRequest(url, { method: 'POST', body: cut(bytes, index) });
    return text === hashOf([bytes]);
  };
  const sizes = [0, 1, 4095, 4096, 4097, 300_000, ...Array.from({ length: 20 }, (__, index) => 9973 * index)];
  expect(await Promise.all(sizes.map(send))).toEqual(sizes.map(() => true));
  expect(bodies.heldBytes).toBe(0);
});
