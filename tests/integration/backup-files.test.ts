import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { takeBackup } from '#server/backup/take-backup.ts';
import type { Database } from '#server/db/database/open-database.ts';
import { FileIndex } from '#server/db/stores/file-index.ts';
import { newId } from '#server/process/new-id.ts';
import { SecretBox } from '#server/secrets/secret-box.ts';
import { PART_BYTES } from '#server/storage/blobs/blob-store.ts';
import { makeFolderBlobs } from '#server/storage/blobs/folder-blobs.ts';
import { FileStore } from '#server/storage/files/file-store.ts';
import { databaseKinds, makeDatabaseLocation } from '../support/databases.ts';
import { localWorkspace } from '../support/run-batch.ts';

const secrets = new SecretBox([randomBytes(32)]);

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'threadloom-backup-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function open(kind: (typeof databaseKinds)[number], isEmpty: boolean): Promise<{ database: Database; store: FileStore }> {
  const place = await makeDatabaseLocation(kind, { isEmpty });
  const database = await place.open();
  onTestFinished(async () => {
    await database.close();
    await place.remove();
  });
  const blobs = makeFolderBlobs(scratch());
  return { database, store: new FileStore({ index: new FileIndex(database.pool), blobs, maxBytes: 1e9, newFileId: newId }) };
}

async function* once(bytes: Uint8Array) {
  yield bytes;
}

async function bytesOf(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}

test.each(databaseKinds)(
  'a backup has the content of files and of their versions, %s',
  async (kind) => {
    const source = await open(kind, false);
    const [first, second] = [randomBytes(PART_BYTES + 1234), Buffer.from('zwei 二')];
    const write = (path: string, bytes: Uint8Array) => source.store.write(localWorkspace, { path, content: once(bytes) });
    await write('reports/a.bin', first);
    await write('reports/a.bin', second);
    await write('empty.txt', new Uint8Array());
    const { row } = await write('deleted.txt', Buffer.from('x'));
    await source.store.remove(localWorkspace, [{ fileId: row.fileId }]);
    const file = join(scratch(), 'one.backup.gz');
    const now = new Date();
    const { blobs } = source.store;
    const readOverride = async () => undefined;
    await takeBackup({ database: source.database, secrets, file, version: '1', readOverride, isShared: true, blobs, now });

    const target = await open(kind === 'PGlite' ? 'Postgres' : 'PGlite', true);
    await restoreBackup({ file, pool: target.database.pool, secrets, blobs: target.store.blobs, isForced: false });
    const restored = await target.store.get(localWorkspace, { path: 'reports/a.bin' });
    expect((await bytesOf(target.store.read(restored))).equals(second)).toBe(true);
    const [version] = await target.store.versions(localWorkspace, restored.fileId);
    expect(version && (await bytesOf(target.store.read(version))).equals(first)).toBe(true);
    expect(await target.store.get(localWorkspace, { path: 'empty.txt' })).toMatchObject({ sizeBytes: 0 });
    const keys: string[] = [];
    for await (const { key } of target.store.blobs.list()) keys.push(key);
    expect(keys.length).toBe(3);
    await expect(target.store.get(localWorkspace, { path: 'deleted.txt' })).rejects.toMatchObject({ code: 'file-not-found' });
  },
  60_000,
);
