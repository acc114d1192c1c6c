import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { ListedFile } from '#lib/ports/workspace-files.ts';
import { confinedNames } from './confined-path.ts';
import { matchesPath } from './glob.ts';

type Options = {
  readonly glob: string;
  readonly limit: number;
  readonly signal: AbortSignal;
  readonly denyGlobs: readonly string[];
};

/** Entries of folders that one listing looks at. */
const MAX_ENTRIES = 100_000;

/** The files under a folder, in the order of their paths. Folders that tools may not see are not entered. */
export async function listFiles(
  folder: string,
  { glob, limit, signal, denyGlobs }: Options,
): Promise<{ files: ListedFile[]; isCut: boolean }> {
  const files: ListedFile[] = [];
  const budget = { entries: MAX_ENTRIES };
  for await (const names of filesUnder(folder, [], { denyGlobs, budget, signal })) {
    if (!matchesPath(glob, names)) continue;
    if (files.length === limit) return { files, isCut: true };
    const stat = await lstat(join(folder, ...names)).catch(() => undefined);
    if (stat?.isFile()) files.push({ path: names.join('/'), sizeBytes: stat.size, changedAt: stat.mtime.toISOString() });
  }
  return { files, isCut: budget.entries <= 0 };
}

type Walk = Pick<Options, 'denyGlobs' | 'signal'> & { readonly budget: { entries: number } };

async function* filesUnder(folder: string, names: readonly string[], walk: Walk): AsyncGenerator<readonly string[]> {
  walk.signal.throwIfAborted();
  for (const entry of await entriesOf(join(folder, ...names))) {
    if (walk.budget.entries-- <= 0) return;
    const path = [...names, entry.name];
    if (!isVisible(path, walk.denyGlobs)) continue;
    if (entry.isFile()) yield path;
    else if (entry.isDirectory()) yield* filesUnder(folder, path, walk);
  }
}

/** Folders sort as if their names ended with a slash, so that paths are in order. */
async function entriesOf(folder: string): Promise<Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
  const key = (entry: Dirent) => (entry.isDirectory() ? `${entry.name}/` : entry.name);
  return entries.sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** Names that the other operations refuse are not shown either. */
function isVisible(names: readonly string[], denyGlobs: readonly string[]): boolean {
  try {
    confinedNames(names.join('/'), denyGlobs);
    return true;
  } catch (error) {
    if (NodeFailure.is(error)) return false;
    throw error;
  }
}
