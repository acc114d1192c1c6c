import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rawRequest } from '#tests/support/raw-request.ts';
import { compressAssets } from '../../../scripts/compress-assets.mjs';
import { serveCompressedAssets } from './serve-compressed-assets.ts';

const folder = mkdtempSync(join(tmpdir(), 'threadloom-assets-'));
const script = 'const greeting = "hello";\n'.repeat(200);
let url: string;
const server = createServer();

beforeAll(async () => {
  mkdirSync(join(folder, 'chunks'));
  writeFileSync(join(folder, 'chunks', 'a.js'), script);
  writeFileSync(join(folder, 'chunks', 'tiny.js'), '1');
  await compressAssets(folder);
  server.on('request', await serveCompressedAssets(folder, (_, response) => void response.end('from the pages')));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const get = (path: string, encodings = 'gzip, deflate, br', more: { method?: string; headers?: Record<string, string> } = {}) =>
  rawRequest(`${url}/_next/static/chunks/${path}`, {
    ...more,
    headers: { 'accept-encoding': encodings, ...more.headers },
  });

test('a script is sent as Brotli, to be cached for good', async () => {
  const { status, headers, bytes } = await get('a.js?v=1');
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'application/javascript; charset=UTF-8',
    'content-encoding': 'br',
    'content-length': String(bytes.length),
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
  });
  expect(brotliDecompressSync(bytes).toString()).toBe(script);
});

test('HEAD answers with the same fields and no body', async () => {
  const { headers, bytes } = await get('a.js', 'br;q=0.5', { method: 'HEAD' });
  expect(headers['content-encoding']).toBe('br');
  expect(bytes).toHaveLength(0);
});

test.each([
  ['a client that accepts no Brotli', () => get('a.js', 'gzip, deflate')],
  ['a client that refuses Brotli', () => get('a.js', 'gzip, br;q=0.0, deflate')],
  ['a client that asks for a range', () => get('a.js', 'br', { headers: { range: 'bytes=0-3' } })],
  ['a request that changes something', () => get('a.js', 'br', { method: 'POST' })],
  ['a file that is too small to gain', () => get('tiny.js')],
  ['the compressed file itself', () => get('a.js.br')],
  ['a path outside of the folder', () => get('..%2f..%2fserver.js')],
])('%s gets the answer of the pages', async (_, request) => {
  const { bytes, headers } = await request();
  expect(bytes.toString()).toBe('from the pages');
  expect(headers['content-encoding']).toBeUndefined();
});
