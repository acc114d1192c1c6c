import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { FileResource, UploadResource } from '#lib/api/files.contract.ts';
import { workspaceId } from '#lib/ports/run-store.ts';
import { FileIndex } from '#server/db/stores/file-index.ts';
import { UploadStore } from '#server/db/stores/upload-store.ts';
import { newId } from '#server/process/new-id.ts';
import { type BlobStore, PART_BYTES } from '#server/storage/blobs/blob-store.ts';
import { makeFolderBlobs } from '#server/storage/blobs/folder-blobs.ts';
import { makeS3Blobs } from '#server/storage/blobs/s3-blobs.ts';
import { cleanFiles } from '#server/storage/files/clean-files.ts';
import { FileLinks } from '#server/storage/files/file-links.ts';
import { FileStore } from '#server/storage/files/file-store.ts';
import { UploadKeeper } from '#server/storage/files/upload-keeper.ts';
import { makeStoredFiles } from '#server/storage/stored-files.ts';
import { type ApiServer, startApi } from '../support/api-server.ts';
import { eachDatabase } from '../support/databases.ts';
import { bearer, callApi, publish } from '../support/published-endpoint.ts';
import { localWorkspace } from '../support/run-batch.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { workflowOf } from '../support/test-engine.ts';

const MAX_BYTES = 40_000_000;
const echo = workflowOf({ start: ['start', { inputs: [] }], end: ['end', { outputs: { o: 'x' } }] }, ['start -> end']);

let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(() => s3.stop());

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  if (text !== '') yield Buffer.from(text);
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

eachDatabase('files', (database, kind) => {
  // Neither knows the other: both databases, and both kinds of content, once each is enough.
  describe.each(kind === 'PGlite' ? ['a folder'] : ['a bucket'])('with content in %s', (place) => {
    async function open() {
      const folder = mkdtempSync(join(tmpdir(), 'threadloom-files-'));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const blobs: BlobStore = place === 'a folder' ? makeFolderBlobs(folder) : await makeS3Blobs(s3.options);
      const store = new FileStore({ index: new FileIndex(database().pool), blobs, maxBytes: MAX_BYTES, newFileId: newId });
      const uploads = new UploadKeeper({ files: store, store: new UploadStore(database().pool) });
      const api = await startApi(database(), { files: { store, uploads, links: new FileLinks(randomBytes(32)) } });
      const { client } = api;
      /** Each test works in a folder of its own. */
      const root = `t-${newId('file').toLowerCase()}`;
      const put = async (
        path: string,
        content: string | Uint8Array<ArrayBuffer>,
        onExisting?: 'replace' | 'rename' | 'refuse',
      ) => {
        const { items } = await client.uploadFiles({
          query: { path: `${root}/${path}`, ...(onExisting && { onExisting }) },
          content,
        });
        return items[0] as FileResource;
      };
      const read = async (fileId: string) =>
        Buffer.from(await (await client.downloadFile({ params: { id: fileId } })).arrayBuffer());
      const namesIn = async (path = '') => {
        const { items } = await client.listFiles({ query: { folder: path === '' ? root : `${root}/${path}` } });
        return items.map(({ name }) => name);
      };
      return { api, client, store, uploads, blobs, root, put, read, namesIn };
    }

    test('what was uploaded comes back byte for byte, with its size, type and hash', async () => {
      const { put, read, root } = await open();
      const bytes = randomBytes(PART_BYTES * 2 + 12_345);
      const file = await put('reports/2026/Übersicht 报告.pdf', bytes);
      expect(file).toMatchObject({
        fileId: expect.stringMatching(/^file_/),
        name: 'Übersicht 报告.pdf',
        path: `${root}/reports/2026/Übersicht 报告.pdf`,
        mediaType: 'application/pdf',
        sizeBytes: bytes.byteLength,
        sha256: sha256(bytes),
        revision: 1,
        source: { runId: null, nodeId: null, keyId: null },
      });
      expect((await read(file.fileId)).equals(bytes)).toBe(true);
      const empty = await put('empty.bin', '');
      expect(empty).toMatchObject({ sizeBytes: 0, mediaType: 'application/octet-stream', sha256: sha256(new Uint8Array()) });
      expect(await read(empty.fileId)).toHaveLength(0);
    }, 60_000);

    test('a form with several files', async () => {
      const { client, root, read } = await open();
      const form = new FormData();
      form.append('note', 'a text');
      form.append('one', new Blob(['first'], { type: 'text/markdown' }), 'a.md');
      form.append('two', new Blob([randomBytes(700_000)]), '../../图片.png');
      const { items } = await client.uploadFiles({ query: { path: root }, content: form });
      // A browser sends the last part of a path alone; so does this server read it.
      expect(items.map(({ path, mediaType }) => [path, mediaType])).toEqual([
        [`${root}/a.md`, 'text/markdown'],
        [`${root}/图片.png`, 'image/png'],
      ]);
      expect((await read(items[0]?.fileId ?? '')).toString()).toBe('first');
    });

    test('an upload that is cut continues where it was, and a second sender takes over from the first', async () => {
      const { api, client, root, read } = await open();
      const bytes = randomBytes(PART_BYTES * 3 + 77);
      const { uploadId, offsetBytes } = await client.beginUpload({
        body: { path: `${root}/large.bin`, sizeBytes: bytes.byteLength, mediaType: 'application/zip' },
      });
      expect(offsetBytes).toBe(0);
      // Two parts and a half arrive, then the connection is cut.
      await sendCut(`${api.url}/api/v1/uploads/${uploadId}?offset=0`, bytes.subarray(0, PART_BYTES * 2.5), bytes.byteLength);
      const at = async () => (await client.getUpload({ params: { id: uploadId } })).offsetBytes;
      await expect.poll(at, { timeout: 20_000 }).toBe(PART_BYTES * 2);
      await expect(
        client.continueUpload({ params: { id: uploadId }, query: { offset: 5 }, content: bytes.subarray(5) }),
      ).rejects.toMatchObject({ status: 409, code: 'revision-stale', details: { offsetBytes: PART_BYTES * 2 } });
      const rest = bytes.subarray(PART_BYTES * 2);
      const ended = await client.continueUpload({ params: { id: uploadId }, query: { offset: PART_BYTES * 2 }, content: rest });
      expect(ended.file).toMatchObject({ sha256: sha256(bytes), sizeBytes: bytes.byteLength, mediaType: 'application/zip' });
      expect((await read(ended.file?.fileId ?? '')).equals(bytes)).toBe(true);
      // Sent again, as after a lost answer.
      const again = await client.continueUpload({ params: { id: uploadId }, query: { offset: PART_BYTES * 2 }, content: rest });
      expect(again.file?.fileId).toBe(ended.file?.fileId);
    }, 60_000);

    test('an upload takes neither more bytes than announced nor more than allowed, and can be cancelled', async () => {
      const { client, root, namesIn } = await open();
      const begin = (sizeBytes: number) => client.beginUpload({ body: { path: `${root}/x.bin`, sizeBytes } });
      await expect(begin(MAX_BYTES + 1)).rejects.toMatchObject({
        status: 413,
        message: expect.stringContaining('files.max_upload_bytes'),
      });
      const { uploadId } = await begin(10);
      const params = { id: uploadId };
      await expect(client.continueUpload({ params, query: { offset: 0 }, content: 'more than ten' })).rejects.toMatchObject({
        code: 'body-invalid',
      });
      await client.cancelUpload({ params });
      await expect(client.getUpload({ params })).rejects.toMatchObject({ code: 'not-found' });
      expect(await namesIn()).toEqual([]);
    });

    test('ranges, a hash as the etag, and headers with which a browser runs nothing', async () => {
      const { api, put } = await open();
      const bytes = randomBytes(PART_BYTES + 1000);
      const file = await put('clip.mp3', bytes);
      const url = `${api.url}/api/v1/files/${file.fileId}/content`;
      const get = async (headers: Record<string, string>, query = '') => {
        const response = await fetch(url + query, { headers });
        return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
      };
      const middle = await get({ range: `bytes=${PART_BYTES - 10}-${PART_BYTES + 9}` });
      expect(middle.status).toBe(206);
      expect(middle.headers.get('content-range')).toBe(`bytes ${PART_BYTES - 10}-${PART_BYTES + 9}/${bytes.byteLength}`);
      expect(middle.body.equals(bytes.subarray(PART_BYTES - 10, PART_BYTES + 10))).toBe(true);
      expect((await get({ range: 'bytes=-7' })).body.equals(bytes.subarray(-7))).toBe(true);
      expect(await get({ range: `bytes=${bytes.byteLength}-` })).toMatchObject({ status: 416, body: Buffer.alloc(0) });
      expect((await get({ range: 'bytes=1-2, 5-6' })).status).toBe(200);
      expect((await get({ 'if-none-match': `"${file.sha256}"` })).status).toBe(304);
      expect((await get({ range: 'bytes=0-1', 'if-range': '"another"' })).status).toBe(200);
      const head = await fetch(url, { method: 'HEAD' });
      expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.byteLength)]);
      const shown = await get({}, '?disposition=inline');
      expect(Object.fromEntries(shown.headers)).toMatchObject({
        'content-type': 'audio/mpeg',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'self'; sandbox",
        'content-disposition': expect.stringMatching(/^inline; filename="clip.mp3"/),
      });
      const page = await put('"evil"; x.html', '<script>alert(1)</script>').catch((error) => error);
      expect(page).toMatchObject({ code: 'body-invalid', message: expect.stringContaining('holds') });
      const html = await put("it's (1) 页.html", '<script>alert(1)</script>');
      const sent = await fetch(`${api.url}/api/v1/files/${html.fileId}/content?disposition=inline`);
      expect(sent.headers.get('content-disposition')).toBe(
        `attachment; filename="it's (1) _.html"; filename*=UTF-8''it%27s%20%281%29%20%E9%A1%B5.html`,
      );
    }, 60_000);

    test('replacing keeps earlier contents; an edit of an old revision is refused', async () => {
      const { client, put, read } = await open();
      const first = await put('notes.md', 'one');
      const params = { id: first.fileId };
      const second = await client.replaceFileContent({ params, query: { revision: 1 }, content: 'two' });
      expect(second).toMatchObject({ fileId: first.fileId, revision: 2, sizeBytes: 3 });
      await expect(client.replaceFileContent({ params, query: { revision: 1 }, content: 'lost' })).rejects.toMatchObject({
        status: 409,
        code: 'revision-stale',
      });
      expect((await put('notes.md', 'three', 'replace')).revision).toBe(3);
      expect((await read(first.fileId)).toString()).toBe('three');
      const { items } = await client.listFileVersions({ params });
      expect(items.map(({ revision }) => revision)).toEqual([2, 1]);
      expect(await (await client.downloadFile({ params, query: { revision: 1 } })).text()).toBe('one');
      await expect(client.downloadFile({ params, query: { revision: 9 } })).rejects.toMatchObject({ code: 'not-found' });
      for (let count = 4; count <= 14; count++) await put('notes.md', String(count), 'replace');
      expect((await client.listFileVersions({ params })).items.map(({ revision }) => revision)).toEqual([
        13, 12, 11, 10, 9, 8, 7, 6, 5, 4,
      ]);
    });

    test('of two edits of one revision at once, one wins', async () => {
      const { client, put } = await open();
      const { fileId } = await put('both.md', 'x');
      const edits = ['a', 'b', 'c', 'd'].map((content) =>
        client.replaceFileContent({ params: { id: fileId }, query: { revision: 1 }, content }).then(
          () => 'won',
          (error) => error.code,
        ),
      );
      expect((await Promise.all(edits)).sort()).toEqual(['revision-stale', 'revision-stale', 'revision-stale', 'won']);
    });

    test('a taken name is refused, replaced or numbered, as asked', async () => {
      const { put, namesIn } = await open();
      await put('a.txt', '1');
      await expect(put('a.txt', '2', 'refuse')).rejects.toMatchObject({ status: 409, code: 'name-taken' });
      expect((await put('a.txt', '3')).name).toBe('a (2).txt');
      expect((await put('a.txt', '4')).name).toBe('a (3).txt');
      await put('.env', '5');
      expect((await put('.env', '6')).name).toBe('.env (2)');
      expect(await namesIn()).toEqual(['.env', '.env (2)', 'a (2).txt', 'a (3).txt', 'a.txt']);
    });

    test.each(['../a.txt', '/etc/passwd', 'a/../../b', 'C:/x', 'a\\b', 'con.txt', 'a\u202egpj.exe', `${'d/'.repeat(40)}x`])(
      'the path %j is refused with what is wrong',
      async (path) => {
        const { client } = await open();
        const refused = { status: 400, code: 'body-invalid', message: expect.stringContaining('is not allowed') };
        await expect(client.uploadFiles({ query: { path }, content: 'x' })).rejects.toMatchObject(refused);
        await expect(client.beginUpload({ body: { path, sizeBytes: 1 } })).rejects.toMatchObject(refused);
      },
    );

    test('a file is no folder, and a folder is no file', async () => {
      const { put } = await open();
      await put('a/b.txt', 'x');
      await expect(put('a', 'x')).rejects.toMatchObject({ message: expect.stringContaining('it is a folder') });
      await expect(put('a/b.txt/c', 'x')).rejects.toMatchObject({ message: expect.stringContaining('is a file, not a folder') });
    });

    test('move, rename, copy and delete files and folders', async () => {
      const { client, put, read, namesIn, root } = await open();
      const one = await put('in/one.txt', '1');
      await put('in/deep/two.txt', '2');
      await put('out/one.txt', 'other');
      await expect(
        client.moveFiles({ body: { items: [{ fileId: one.fileId }], to: { folder: `${root}/out` } } }),
      ).rejects.toMatchObject({
        code: 'name-taken',
      });
      const renamed = await client.moveFiles({ body: { items: [{ fileId: one.fileId }], to: { path: `${root}/in/uno.txt` } } });
      expect(renamed.items).toMatchObject([{ fileId: one.fileId, name: 'uno.txt', revision: 1 }]);
      await client.moveFiles({ body: { items: [{ folder: `${root}/in` }], to: { folder: `${root}/out` } } });
      expect([await namesIn('in'), await namesIn('out/in'), await namesIn('out/in/deep')]).toEqual([
        [],
        ['uno.txt'],
        ['two.txt'],
      ]);
      await expect(
        client.moveFiles({ body: { items: [{ folder: `${root}/out` }], to: { folder: `${root}/out/in` } } }),
      ).rejects.toMatchObject({
        message: expect.stringContaining('cannot be put into itself'),
      });
      const copies = await client.copyFiles({ body: { items: [{ folder: `${root}/out/in` }], to: { folder: `${root}/copy` } } });
      expect(copies.items.map(({ path }) => path)).toEqual([`${root}/copy/in/deep/two.txt`, `${root}/copy/in/uno.txt`]);
      expect(
        (await client.copyFiles({ body: { items: [{ fileId: one.fileId }], to: { folder: `${root}/out/in` } } })).items,
      ).toMatchObject([{ name: 'uno (2).txt' }]);
      // A copy keeps its content when the original is deleted.
      expect(await client.deleteFiles({ body: { items: [{ folder: `${root}/out` }, { fileId: 'file_missing' }] } })).toEqual({
        deleted: 4,
      });
      expect((await read(copies.items[1]?.fileId ?? '')).toString()).toBe('1');
      await expect(client.deleteFiles({ body: { items: [{ folder: '../x' }] } })).rejects.toMatchObject({ code: 'body-invalid' });
    });

    test('all of a batch, or none', async () => {
      const { client, put, namesIn, root } = await open();
      const one = await put('a/one.txt', '1');
      await put('b/two.txt', '2');
      await put('c/two.txt', '3');
      const items = [
        { fileId: one.fileId },
        { fileId: (await client.listFiles({ query: { folder: `${root}/b` } })).items[0]?.fileId ?? '' },
      ];
      await expect(client.moveFiles({ body: { items, to: { folder: `${root}/c` } } })).rejects.toMatchObject({
        code: 'name-taken',
      });
      expect([await namesIn('a'), await namesIn('c')]).toEqual([['one.txt'], ['two.txt']]);
    });

    test('list by folder, search, sort and page; the tree has a version', async () => {
      const { client, put, root } = await open();
      const before = (await client.getFileTree()).version;
      for (const [index, name] of ['b.txt', 'A.txt', 'sub/Report_2026.txt', 'sub/deep/100%.txt'].entries())
        await put(name, 'x'.repeat(10 - index));
      const list = async (query: object) =>
        (await client.listFiles({ query: { folder: root, ...query } })).items.map(({ name }) => name);
      expect(await list({})).toEqual(['A.txt', 'b.txt']);
      expect(await list({ sort: 'size', order: 'desc' })).toEqual(['b.txt', 'A.txt']);
      expect(await list({ search: 'report' })).toEqual(['Report_2026.txt']);
      expect(await list({ search: '%' })).toEqual(['100%.txt']);
      const first = await client.listFiles({ query: { folder: root, search: 'txt', limit: 3 } });
      expect([first.items.length, first.total]).toEqual([3, 4]);
      const second = await client.listFiles({ query: { folder: root, search: 'txt', limit: 3, cursor: first.nextCursor ?? '' } });
      expect([second.items.length, second.nextCursor]).toEqual([1, null]);
      const tree = await client.getFileTree();
      expect(tree.version).toBe(before + 4);
      expect(tree.folders?.filter(({ path }) => path.startsWith(root))).toEqual([
        { path: root, files: 2, sizeBytes: 19 },
        { path: `${root}/sub`, files: 1, sizeBytes: 8 },
        { path: `${root}/sub/deep`, files: 1, sizeBytes: 7 },
      ]);
      expect(await client.getFileTree({ query: { version: tree.version } })).toEqual({ version: tree.version, folders: null });
    });

    test('a signed address gives one revision to anyone until it expires', async () => {
      const { api, client, put } = await open();
      const { fileId } = await put('a.txt', 'first');
      const { url } = await client.createFileLink({ params: { id: fileId }, body: { expiresInS: 60 } });
      await client.replaceFileContent({ params: { id: fileId }, content: 'second' });
      expect(await (await fetch(api.url + url)).text()).toBe('first');
      const forged = url.slice(0, -3) + (url.endsWith('AAA') ? 'BBB' : 'AAA');
      expect((await fetch(api.url + forged)).status).toBe(404);
      const links = new FileLinks(randomBytes(32));
      const link = { workspaceId: localWorkspace, fileId, revision: 1 };
      expect(links.open(links.sign(link, 1000), 999)).toEqual(link);
      expect(links.open(links.sign(link, 1000), 1000)).toBeNull();
      expect(new FileLinks(randomBytes(32)).open(links.sign(link, 1000), 0)).toBeNull();
    });

    /** The next file is stored, and its writer never learns of it. */
    function breakAfterNextPut({ index }: FileStore): void {
      const put = vi.spyOn(index, 'put').mockImplementation(async (...args) => {
        put.mockRestore();
        await index.put(...args);
        throw new Error('Connection terminated unexpectedly');
      });
    }

    test('an upload becomes one file, also when its last request breaks just after the file is stored', async () => {
      const { client, uploads, store, root } = await open();
      const path = `${root}/once/a.txt`;
      const { uploadId } = await client.beginUpload({ body: { path, sizeBytes: 3, onExisting: 'rename' } });
      breakAfterNextPut(store);
      const last = uploads.append(localWorkspace, uploadId, { offsetBytes: 0, content: bytesOf('abc') });
      await expect(last).rejects.toThrow('terminated');
      const { file } = await uploads.append(localWorkspace, uploadId, { offsetBytes: 3, content: bytesOf('') });
      expect(file?.path).toBe(path);
      const { items } = await client.listFiles({ query: { folder: `${root}/once` } });
      expect(items.map((one) => one.path)).toEqual([path]);
    });

    test('content is kept when the database breaks while it answers that a file is stored', async () => {
      const { store, uploads, root } = await open();
      const path = `${root}/kept.txt`;
      breakAfterNextPut(store);
      await expect(store.write(localWorkspace, { path, content: bytesOf('kept') })).rejects.toThrow('terminated');
      const content = async () =>
        Buffer.from(await store.readWhole(await store.get(localWorkspace, { path }), MAX_BYTES, '')).toString();
      expect(await content()).toBe('kept');
      const clock = { now: () => Date.now() + 2 * 86_400_000 };
      await cleanFiles({ store, uploads }, { clock, signal: new AbortController().signal });
      expect(await content()).toBe('kept');
    });

    test('content that nothing refers to is deleted after a day, and nothing else', async () => {
      const { client, store, uploads, blobs, put, read, root } = await open();
      const kept = await put('kept.txt', 'kept');
      const gone = await put('gone.txt', 'gone');
      await client.copyFiles({ body: { items: [{ fileId: kept.fileId }], to: { path: `${kept.path}.copy` } } });
      await client.deleteFiles({ body: { items: [{ fileId: kept.fileId }] } });
      const row = await store.get(localWorkspace, { fileId: gone.fileId });
      await client.deleteFiles({ body: { items: [{ fileId: gone.fileId }] } });
      const orphan = `${localWorkspace}/left-by-a-crash`;
      await blobs.put(orphan, Buffer.from('x'));
      const clean = (afterMs: number) =>
        cleanFiles({ store, uploads }, { clock: { now: () => Date.now() + afterMs }, signal: new AbortController().signal });
      const has = async (key: string) => {
        for await (const blob of blobs.list()) if (blob.key === key) return true;
        return false;
      };
      await clean(0);
      expect([await has(row.parts[0] ?? ''), await has(orphan)]).toEqual([true, true]);
      await clean(3 * 86_400_000);
      expect([await has(row.parts[0] ?? ''), await has(orphan)]).toEqual([false, false]);
      const [copy] = (await client.listFiles({ query: { folder: root, search: 'kept.txt.copy' } })).items;
      expect((await read(copy?.fileId ?? '')).toString()).toBe('kept');
    });

    test('tools see the same files, without those kept from them', async () => {
      const { store, put, root, read } = await open();
      const tools = makeStoredFiles({ store, denyGlobs: ['*.key'], maxFileBytes: 1000 });
      const file = await put('notes.md', 'Tee für 2');
      expect(await tools.read(localWorkspace, `${root}/notes.md`)).toEqual({ text: 'Tee für 2', sizeBytes: 10 });
      expect(await tools.readFile(localWorkspace, { fileId: file.fileId })).toMatchObject({
        name: 'notes.md',
        mediaType: 'text/markdown',
      });
      await put('secret.key', 'x');
      const secret = await store.get(localWorkspace, { path: `${root}/secret.key` });
      await expect(tools.readFile(localWorkspace, { fileId: secret.fileId })).rejects.toMatchObject({ code: 'path-refused' });
      await expect(tools.read(localWorkspace, `${root}/secret.key`)).rejects.toMatchObject({ code: 'path-refused' });
      await expect(tools.readFile(workspaceId('ws_other'), { fileId: file.fileId })).rejects.toMatchObject({
        code: 'file-not-found',
      });
      await put('large.md', 'x'.repeat(1001));
      await expect(tools.read(localWorkspace, `${root}/large.md`)).rejects.toMatchObject({ code: 'file-too-large' });
      const { signal } = new AbortController();
      const listed = await tools.list(localWorkspace, { glob: `${root}/**/*.md`, limit: 10, signal });
      expect(listed).toMatchObject({
        files: [{ path: `${root}/large.md` }, { path: `${root}/notes.md`, sizeBytes: 10 }],
        isCut: false,
      });
      expect((await tools.list(localWorkspace, { glob: `${root}/*`, limit: 1, signal })).isCut).toBe(true);
      expect(await tools.list(localWorkspace, { glob: `${root}/*.key`, limit: 10, signal })).toEqual({ files: [], isCut: false });
      expect(await tools.list(workspaceId('ws_other'), { glob: '**', limit: 10, signal })).toEqual({ files: [], isCut: false });
      await put('letters.txt', '');
      const add = (text: string) => tools.update(localWorkspace, `${root}/letters.txt`, (before) => before + text);
      await Promise.all(['a', 'b', 'c'].map(add));
      const { text } = await tools.read(localWorkspace, `${root}/letters.txt`);
      expect([...text].sort().join('')).toBe('abc');
      const madeBy = { runId: 'run_1', nodeId: 'code' };
      const [written] = await tools.writeAll(
        localWorkspace,
        `${root}/runs`,
        [{ name: 'out.csv', bytes: Buffer.from('a,b') }],
        madeBy,
      );
      expect(written).toMatchObject({ fileId: expect.stringMatching(/^art_/), sha256: sha256(Buffer.from('a,b')) });
      expect((await read(written?.fileId ?? '')).toString()).toBe('a,b');
      expect(await tools.write(localWorkspace, `${root}/notes.md`, 'new', madeBy)).toEqual({ sizeBytes: 3, isNew: false });
      expect((await store.versions(localWorkspace, file.fileId)).map(({ revision }) => revision)).toEqual([1]);
    });
  });

  test('a file input by id: the run gets what the server knows of it, and a key names its own files alone', async () => {
    const api: ApiServer = await startApi(database());
    const reads = workflowOf(
      {
        start: ['start', { inputs: [{ name: 'report', type: 'file', required: true }] }],
        end: ['end', { outputs: { report: '{{start.report}}' } }],
      },
      ['start -> end'],
    );
    const { items } = await api.client.uploadFiles({ query: { path: 'secret.txt' }, content: 'Tea' });
    const [file] = items as [FileResource];
    const given = { fileId: file.fileId, name: 'forged.pdf', path: 'other.txt', sizeBytes: 1 };
    const run = await callApi(`${api.url}/api/v1/runs`, { body: { document: reads, inputs: { report: given } } });
    expect(run.json).toMatchObject({ status: 'succeeded' });
    expect((run.json.outputs as { report: object }).report).toEqual({
      fileId: file.fileId,
      name: 'secret.txt',
      mediaType: 'text/plain',
      sizeBytes: 3,
      sha256: sha256(Buffer.from('Tea')),
    });
    const { slug, key } = await publish(api.url, reads);
    const start = (fileId: string) =>
      callApi(`${api.url}/api/v1/run/${slug}`, { body: { inputs: { report: { fileId } } }, headers: bearer(key) });
    expect(await start(file.fileId)).toMatchObject({
      status: 422,
      json: { error: { code: 'inputs-invalid', message: `Input 'report' names a file that does not exist: ${file.fileId}` } },
    });
    const own = await callApi(`${api.url}/api/v1/files?path=a.json`, { body: { n: 1 }, headers: bearer(key) });
    const [uploaded] = own.json.items as [{ fileId: string }];
    expect(await start(uploaded.fileId)).toMatchObject({ status: 200, json: { status: 'succeeded' } });
  });

  test('a key reads what it uploaded and what its runs made, and no other file', async () => {
    const api: ApiServer = await startApi(database());
    const mine = await publish(api.url, echo);
    const other = await publish(api.url, echo);
    const upload = (key: string) =>
      callApi(`${api.url}/api/v1/files?path=a.json&onExisting=replace`, { body: { n: 1 }, headers: bearer(key) });
    const [first, second] = [await upload(mine.key), await upload(mine.key)];
    const idOf = ({ json }: { json: object }) => (json as { items: [{ fileId: string; path: string }] }).items[0];
    // Nothing is replaced with a key, and the folder is that key's.
    expect([idOf(first).path, idOf(second).path]).toEqual([`uploads/${mine.keyId}/a.json`, `uploads/${mine.keyId}/a (2).json`]);
    const get = async (fileId: string, key: string) =>
      (await callApi(`${api.url}/api/v1/files/${fileId}`, { headers: bearer(key) })).status;
    expect([await get(idOf(first).fileId, mine.key), await get(idOf(first).fileId, other.key)]).toEqual([200, 404]);
    const { items } = await api.client.uploadFiles({ query: { path: 'workspace.txt' }, content: 'x' });
    expect(await get(items[0]?.fileId ?? '', mine.key)).toBe(404);
    const begun = await callApi(`${api.url}/api/v1/uploads`, {
      body: { path: 'b.bin', sizeBytes: 5 },
      headers: bearer(mine.key),
    });
    const { uploadId } = begun.json as UploadResource;
    expect((await callApi(`${api.url}/api/v1/uploads/${uploadId}`, { headers: bearer(other.key) })).status).toBe(404);
    for (const path of ['/files', '/files/tree'])
      expect((await callApi(`${api.url}/api/v1${path}`, { headers: bearer(mine.key) })).status).toBe(403);
    const run = await callApi(`${api.url}/api/v1/run/${mine.slug}`, { body: { inputs: {} }, headers: bearer(mine.key) });
    const files = new FileIndex(database().pool);
    const content = { sizeBytes: 0, sha256: sha256(new Uint8Array()), mediaType: 'text/plain', parts: [], partBytes: PART_BYTES };
    const { row } = await files.put(localWorkspace, {
      ...content,
      newFileId: newId('art'),
      path: `runs/${kind}/${String(run.json.runId)}/x.txt`,
      onExisting: 'refuse',
      runId: String(run.json.runId),
      nodeId: 'end',
      owner: { kind: 'key', id: mine.key.slice('tlk_'.length).split('_')[0] ?? '' },
    });
    expect([await get(row.fileId, mine.key), await get(row.fileId, other.key)]).toEqual([200, 404]);
  });
});

/** Sends the beginning of a body of `sizeBytes` and cuts the connection once the server has had time to take it. */
async function sendCut(url: string, bytes: Uint8Array, sizeBytes: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const outgoing = request(url, { method: 'PUT', headers: { 'content-length': String(sizeBytes) } });
    outgoing.on('error', () => resolve());
    outgoing.write(bytes, () => outgoing.destroy());
    outgoing.on('close', () => resolve());
  });
}
