import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { BlobStore } from '#server/storage/blobs/blob-store.ts';
import { makeFolderBlobs } from '#server/storage/blobs/folder-blobs.ts';
import { makeS3Blobs } from '#server/storage/blobs/s3-blobs.ts';
import { FileStore } from '#server/storage/files/file-store.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';

let server: S3Server;
let folder: string;
beforeAll(async () => {
  server = await startS3Server();
  folder = await mkdtemp(join(tmpdir(), 'threadloom-blobs-'));
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const kinds: [string, () => Promise<BlobStore>][] = [
  ['a folder', async () => makeFolderBlobs(folder)],
  ['a bucket', () => makeS3Blobs(server.options)],
  ['a bucket with a prefix', () => makeS3Blobs({ ...server.options, prefix: 'thread/loom/' })],
];

async function bytesOf(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe.each(kinds)('%s', (_, open) => {
  const keysOf = async (blobs: BlobStore, workspace: string) => {
    const found: string[] = [];
    for await (const { key } of blobs.list()) if (key.startsWith(`${workspace}/`)) found.push(key);
    return found.sort();
  };

  test('keeps bytes as they are, and gives any range of them', async () => {
    const blobs = await open();
    const bytes = randomBytes(300_000);
    await blobs.put('ws_a/one', bytes);
    expect((await bytesOf(blobs.read('ws_a/one', { start: 0, end: 300_000 }))).equals(bytes)).toBe(true);
    expect((await bytesOf(blobs.read('ws_a/one', { start: 100, end: 70_000 }))).equals(bytes.subarray(100, 70_000))).toBe(true);
    expect(await bytesOf(blobs.read('ws_a/one', { start: 5, end: 5 }))).toHaveLength(0);
  });

  test('replaces a blob as a whole', async () => {
    const blobs = await open();
    await Promise.all(['a', 'b', 'c'].map((letter) => blobs.put('ws_b/one', Buffer.from(letter.repeat(1000)))));
    const text = (await bytesOf(blobs.read('ws_b/one', { start: 0, end: 1000 }))).toString();
    expect(['a', 'b', 'c'].map((letter) => letter.repeat(1000))).toContain(text);
  });

  test('lists all blobs with their sizes, page by page, and deletes some', async () => {
    const blobs = await open();
    // S3 lists a thousand on a page.
    const keys = Array.from({ length: 1030 }, (_value, index) => `ws_c/${String(index).padStart(4, '0')}`);
    for (let index = 0; index < keys.length; index += 40)
      await Promise.all(keys.slice(index, index + 40).map((key) => blobs.put(key, Buffer.from(key))));
    expect(await keysOf(blobs, 'ws_c')).toEqual(keys);
    for await (const blob of blobs.list()) {
      if (!blob.key.startsWith('ws_c/')) continue;
      expect(blob.sizeBytes).toBe(9);
      expect(Math.abs(Date.now() - blob.changedAt.getTime())).toBeLessThan(600_000);
    }
    await blobs.remove([...keys.slice(2), 'ws_c/missing']);
    expect(await keysOf(blobs, 'ws_c')).toEqual(keys.slice(0, 2));
  }, 60_000);

  test('fails for a blob that is missing or too short, without a path of the machine', async () => {
    const blobs = await open();
    await blobs.put('ws_d/short', Buffer.from('12345'));
    for (const read of [
      () => bytesOf(blobs.read('ws_d/missing', { start: 0, end: 10 })),
      () => bytesOf(blobs.read('ws_d/short', { start: 0, end: 10 })),
    ]) {
      const failure = await read().then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(failure).toMatchObject({ name: 'NodeFailure', code: 'file-failed', isRetryable: true });
      expect((failure as Error).message).not.toContain(folder);
    }
  });

  test.each(['../a', 'ws_a', 'ws_a/../b', 'ws_a/b/c', '/ws_a/b', 'ws_a/', 'ws_a/a b', 'ws_a/%2e%2e'])(
    'takes no key %j',
    async (key) => {
      const blobs = await open();
      await expect(blobs.put(key, Buffer.from('x'))).rejects.toThrow('is no key of a blob');
      await expect(bytesOf(blobs.read(key, { start: 0, end: 1 }))).rejects.toThrow();
    },
  );
});

test('a folder has no incomplete blobs after a crash in its list', async () => {
  const blobs = makeFolderBlobs(folder);
  await blobs.put('ws_e/one', Buffer.from('x'));
  await writeFile(join(folder, '.incoming', 'left'), 'half');
  const found: string[] = [];
  for await (const { key } of blobs.list()) found.push(key);
  expect(found).toContain('ws_e/one');
  expect(found.join()).not.toContain('left');
  await rm(join(folder, '.incoming', 'left'));
  expect(await readdir(join(folder, '.incoming'))).toEqual([]);
});

test('a bucket that is away, or refuses the keys, is a failure that a retry may help', async () => {
  const wrong = await makeS3Blobs({ ...server.options, accessKeyId: 'unknown' });
  await expect(wrong.put('ws_a/x', Buffer.from('x'))).rejects.toMatchObject({
    code: 'file-failed',
    message: 'The store of file contents failed: HTTP 403 InvalidAccessKeyId',
  });
  const away = await makeS3Blobs({ ...server.options, endpoint: 'http://127.0.0.1:9' });
  await expect(away.put('ws_a/x', Buffer.from('x'))).rejects.toMatchObject({
    code: 'file-failed',
    isRetryable: true,
    message: 'The store of file contents failed: no answer',
  });
});

test('a bucket is read at the pace of the reader, however long it takes after the first byte', async () => {
  // More than the buffers on the way hold.
  const bytes = randomBytes(20_000_000);
  await (await makeS3Blobs(server.options)).put('ws_f/large', bytes);
  const timeoutMs = 3000;
  const blobs = await makeS3Blobs({ ...server.options, timeoutMs });
  const content = blobs.read('ws_f/large', { start: 0, end: bytes.length });
  const { value: first } = await content[Symbol.asyncIterator]().next();
  await wait(timeoutMs + 100);
  const rest = await bytesOf(content);
  expect(Buffer.concat([first as Uint8Array, rest]).equals(bytes)).toBe(true);
});

describe('a bucket that lies', () => {
  const pageOf = (keys: readonly string[], more = '') =>
    `<ListBucketResult>${keys.map((key) => `<Contents><Key>${key}</Key><LastModified>2026-01-01T00:00:00Z</LastModified><Size>1</Size></Contents>`).join('')}${more}</ListBucketResult>`;
  const endless = (response: ServerResponse, chunk: string, everyMs: number) => {
    const timer = setInterval(() => response.write(chunk), everyMs);
    response.on('close', () => clearInterval(timer));
  };
  /** Only answers that are slow meet the time limit: others must not, on a machine that is busy. */
  async function lyingBlobs(answer: (response: ServerResponse) => void, timeoutMs = 30_000): Promise<BlobStore> {
    const liar = createServer((request, response) => {
      request.resume();
      answer(response);
    });
    await new Promise<void>((resolve) => liar.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      liar.closeAllConnections();
      liar.close();
    });
    const { port } = liar.address() as AddressInfo;
    return makeS3Blobs({ ...server.options, endpoint: `http://127.0.0.1:${port}`, timeoutMs });
  }

  const timeoutMsOf = (message: RegExp) => (/slow/.test(message.source) ? 300 : undefined);

  test.each<[string, RegExp, (response: ServerResponse) => void]>([
    [
      'a wrong length',
      /cut off/,
      (response) => response.writeHead(206, { 'content-length': 9 }).end('abc', () => response.destroy()),
    ],
    ['a short body', /cut off/, (response) => response.writeHead(206).end('abc')],
    ['a long body', /more bytes/, (response) => response.writeHead(206).end('abcdefghijkl')],
    ['an endless body', /more bytes/, (response) => endless(response.writeHead(206), 'x'.repeat(60_000), 1)],
    ['a byte now and then', /too slow|cut off/, (response) => endless(response.writeHead(206), 'x', 90)],
    [
      'another range',
      /another range/,
      (response) => response.writeHead(206, { 'content-range': 'bytes 5-14/20' }).end('abcdefghij'),
    ],
    ['all for a range', /another range/, (response) => response.writeHead(200).end('abcdefghij')],
    ['a redirect', /HTTP 302/, (response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()],
    ['a head alone', /cut off|too slow/, (response) => response.writeHead(206, { 'content-length': 10 }).flushHeaders()],
  ])('with %s gives an error for content', async (_, message, answer) => {
    const blobs = await lyingBlobs(answer, timeoutMsOf(message));
    const range = message.source === 'another range' ? { start: 2, end: 12 } : { start: 0, end: 10 };
    await expect(bytesOf(blobs.read('ws_g/one', range))).rejects.toMatchObject({
      code: 'file-failed',
      message: expect.stringMatching(message),
    });
  });

  test.each<[string, RegExp, (response: ServerResponse) => void]>([
    ['an error as a list', /no list/, (response) => response.end('<Error><Code>InternalError</Code></Error>')],
    [
      'the same page for ever',
      /without an end/,
      (response) => response.end(pageOf(['ws_g/a'], '<IsTruncated>true</IsTruncated>')),
    ],
    ['more to come and no keys', /without an end/, (response) => response.end(pageOf([], '<IsTruncated>true</IsTruncated>'))],
    ['an endless list', /too long/, (response) => endless(response, '<Contents>'.repeat(60_000), 1)],
    ['a list a byte now and then', /too slow/, (response) => endless(response, '<', 90)],
  ])('with %s gives an error for the list', async (_, message, answer) => {
    const blobs = await lyingBlobs(answer, timeoutMsOf(message));
    await expect(Array.fromAsync(blobs.list())).rejects.toMatchObject({
      code: 'file-failed',
      message: expect.stringMatching(message),
    });
  });

  test('with other content of the same size does not give all of it', async () => {
    const stored = Buffer.from('abcdefghij');
    const files = new FileStore({
      index: {} as never,
      blobs: await lyingBlobs((response) => response.writeHead(206).end('abcdefghiX')),
      maxBytes: 100,
      newFileId: () => 'file_1',
    });
    const content = { parts: ['ws_g/one'], partBytes: 100, sizeBytes: 10, mediaType: 'text/plain' };
    const sha256 = createHash('sha256').update(stored).digest('hex');
    await expect(bytesOf(files.read({ ...content, sha256 }))).rejects.toMatchObject({
      code: 'file-failed',
      message: 'The store of file contents failed: other content than was stored',
    });
  });
});
