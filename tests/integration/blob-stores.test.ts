import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BlobStore } from '#server/storage/blobs/blob-store.ts';
import { makeFolderBlobs } from '#server/storage/blobs/folder-blobs.ts';
import { makeS3Blobs } from '#server/storage/blobs/s3-blobs.ts';
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
