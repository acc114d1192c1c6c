import { createReadStream } from 'node:fs';
import { opendir, rm } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import { workspaceId } from '#lib/ports/run-store.ts';
import type { FileStore } from './file-store.ts';

/** Written to by earlier builds, and empty except after a crash. */
const INCOMING = '.incoming';

/**
 * Takes the files of a folder of workspaces, `<workspace>/<path>`, into the store and deletes them
 * from the folder. A file that the store has already stays as it is there, and its copy of the
 * folder gets a name with a number. Links, and names that the store does not take, stay in the
 * folder.
 * @returns how many were taken over; 0 without such a folder
 */
export async function adoptFolder(root: string, store: FileStore): Promise<number> {
  let count = 0;
  for await (const { name, isFolder } of entriesOf(root)) {
    if (!isFolder || name === INCOMING) continue;
    for await (const file of filesBelow(join(root, name))) {
      const path = relative(join(root, name), file).split(sep).join('/');
      const isTaken = await take(store, { workspace: name, path, file });
      if (isTaken) count++;
    }
  }
  return count;
}

async function take(
  store: FileStore,
  { workspace, path, file }: { workspace: string; path: string; file: string },
): Promise<boolean> {
  try {
    await store.write(workspaceId(workspace), { path, content: createReadStream(file), onExisting: 'rename' });
  } catch (error) {
    if (NodeFailure.is(error) && error.code === 'path-refused') return false;
    throw error;
  }
  await rm(file);
  return true;
}

async function* filesBelow(folder: string): AsyncGenerator<string> {
  for await (const { name, isFolder, isFile } of entriesOf(folder)) {
    if (isFolder) yield* filesBelow(join(folder, name));
    else if (isFile) yield join(folder, name);
  }
}

async function* entriesOf(folder: string): AsyncGenerator<{ name: string; isFolder: boolean; isFile: boolean }> {
  const entries = await opendir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  });
  if (!entries) return;
  for await (const entry of entries) yield { name: entry.name, isFolder: entry.isDirectory(), isFile: entry.isFile() };
}
