import { createReadStream } from 'node:fs';
import { mkdir, opendir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isDiskFull } from '../../db/database/disk-full.ts';
import { replaceFile } from '../replace-file.ts';
import { blobFailure } from './blob-failure.ts';
import { assertKey, type BlobStore, type StoredBlob } from './blob-store.ts';

/** Folder of incomplete blobs: on the same disk as the others, and of no workspace. */
const INCOMING = '.incoming';

/** Blobs as files of a folder of this machine. */
export function makeFolderBlobs(root: string): BlobStore {
  const fileOf = (key: string) => {
    assertKey(key);
    return join(root, key);
  };
  return {
    async put(key, bytes) {
      const target = fileOf(key);
      await failing(async () => {
        await mkdir(dirname(target), { recursive: true });
        await replaceFile(target, bytes, join(root, INCOMING));
      });
    },
    async *read(key, { start, end }) {
      const file = fileOf(key);
      if (end <= start) return;
      let sizeBytes = 0;
      try {
        // The end of a stream's range is inclusive.
        for await (const chunk of createReadStream(file, { start, end: end - 1 })) {
          sizeBytes += chunk.byteLength;
          yield chunk;
        }
      } catch (error) {
        throw toFailure(error);
      }
      if (sizeBytes < end - start) throw blobFailure('cut off');
    },
    async remove(keys) {
      const files = keys.map(fileOf);
      await failing(async () => {
        for (const file of files) await rm(file, { force: true });
      });
    },
    list: () => listFolder(root),
  };
}

async function* listFolder(root: string): AsyncGenerator<StoredBlob> {
  for await (const workspace of entriesOf(root)) {
    if (!workspace.isDirectory() || workspace.name === INCOMING) continue;
    for await (const { name } of entriesOf(join(root, workspace.name))) {
      const stats = await stat(join(root, workspace.name, name)).catch(() => undefined);
      if (stats?.isFile()) yield { key: `${workspace.name}/${name}`, sizeBytes: stats.size, changedAt: stats.mtime };
    }
  }
}

/** Nothing when there is no such folder. */
async function* entriesOf(folder: string) {
  const entries = await opendir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw toFailure(error);
  });
  yield* entries;
}

async function failing(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    throw toFailure(error);
  }
}

/** A full disk keeps its error, which the server reports as such; of others only the code is shown. */
function toFailure(error: unknown): unknown {
  return isDiskFull(error) ? error : blobFailure((error as NodeJS.ErrnoException).code ?? 'unknown error', error);
}
