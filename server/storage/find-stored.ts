import type { WorkspaceId } from '#lib/ports/run-store.ts';
import type { Reader } from '#lib/run/owner.ts';
import type { FileRow } from '../db/stores/file-rows.ts';
import type { FileStore } from './files/file-store.ts';
import { matchesPath } from './glob.ts';

type Finding = {
  readonly workspaceId: WorkspaceId;
  readonly glob: string;
  readonly reader: Reader;
  readonly signal: AbortSignal;
  readonly isAllowed: (path: string) => boolean;
};

const PAGE = 1000;
/** Files that one search looks at. */
const MAX_FILES = 50_000;

/** The files of a workspace whose paths match, in the order of their paths. `isCut`: there are too many to look at. */
export async function findStored(
  store: Pick<FileStore, 'list'>,
  { workspaceId, glob, reader, signal, isAllowed }: Finding,
): Promise<{ rows: FileRow[]; isCut: boolean }> {
  const found: FileRow[] = [];
  const folder = folderOf(glob);
  for (let offset = 0; ; offset += PAGE) {
    signal.throwIfAborted();
    const query = { folder, isDeep: true, sort: 'name', isDescending: false, reader, offset, limit: PAGE } as const;
    const { rows, total } = await store.list(workspaceId, query);
    found.push(...rows.filter(({ path }) => matchesPath(glob, path.split('/')) && isAllowed(path)));
    const isCut = offset + PAGE >= MAX_FILES && total > MAX_FILES;
    if (offset + rows.length >= total || rows.length === 0 || isCut)
      return { rows: found.sort((a, b) => (a.path < b.path ? -1 : 1)), isCut };
  }
}

/** The folders before the first wildcard, within which all matching files are. */
function folderOf(glob: string): string {
  const names = glob.replace(/^\.?\//, '').split('/');
  const wild = names.findIndex((name) => /[*?]/.test(name));
  return names.slice(0, wild < 0 ? -1 : wild).join('/');
}
