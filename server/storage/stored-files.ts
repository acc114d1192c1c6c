import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import type { FileScope, MadeBy, NamedBytes, WorkspaceFiles } from '#lib/ports/workspace-files.ts';
import { MEMBER, WORKSPACE_OWNER } from '#lib/run/owner.ts';
import { confinedNames } from './confined-path.ts';
import { decodeText } from './files/decode-text.ts';
import { tooLarge } from './files/file-failure.ts';
import type { FileStore } from './files/file-store.ts';
import { findStored } from './find-stored.ts';

type Options = {
  readonly store: FileStore;
  readonly denyGlobs: readonly string[];
  readonly maxFileBytes: number;
};

const OF_WORKSPACE: FileScope = { owner: WORKSPACE_OWNER, reader: MEMBER };
const SETTING = 'files.max_file_bytes';
/** Of a change while others change the same file. */
const MAX_ATTEMPTS = 20;

/** The files that nodes and tools see: those of the store, without the ones the administrator keeps from them. */
export function makeStoredFiles(options: Options, scope: FileScope = OF_WORKSPACE): WorkspaceFiles {
  const { store, denyGlobs, maxFileBytes } = options;
  const { owner, reader } = scope;
  const allowed = (path: string) => confinedNames(path, denyGlobs).join('/');
  const readRow = async (workspaceId: WorkspaceId, which: { fileId: string } | { path: string }) => {
    const row = await store.get(workspaceId, which, reader);
    allowed(row.path);
    return { row, bytes: await store.readWhole(row, maxFileBytes, SETTING) };
  };
  const write = async (workspaceId: WorkspaceId, { name: path, bytes, mediaType }: NamedBytes, madeBy?: MadeBy) =>
    store.write(workspaceId, { path, mediaType, content: oneChunk(bytes), source: { ...madeBy, owner } });
  const checked = (path: string, { byteLength: sizeBytes }: Uint8Array) => {
    if (sizeBytes > maxFileBytes) throw tooLarge(path, { sizeBytes, maxBytes: maxFileBytes, setting: SETTING });
    return allowed(path);
  };
  const find = (workspaceId: WorkspaceId, glob: string, signal: AbortSignal) =>
    findStored(store, { workspaceId, glob, reader, signal, isAllowed: (path) => isAllowed(path, allowed) });
  return {
    within: (narrower) => makeStoredFiles(options, narrower),
    async update(workspaceId, path, change) {
      for (let attempt = 1; ; attempt++) {
        const { row, bytes } = await readRow(workspaceId, { path: allowed(path) });
        const changed = Buffer.from(change(decodeText(bytes, path)));
        checked(path, changed);
        try {
          await store.write(workspaceId, {
            path: row.path,
            content: oneChunk(changed),
            ifRevision: row.revision,
            source: { owner },
          });
          return { sizeBytes: changed.byteLength };
        } catch (error) {
          if (!NodeFailure.is(error) || error.code !== 'file-changed' || attempt === MAX_ATTEMPTS) throw error;
        }
      }
    },
    async list(workspaceId, { glob, limit, signal }) {
      const { rows, isCut } = await find(workspaceId, glob, signal);
      const files = rows
        .slice(0, limit)
        .map(({ path, sizeBytes, changedAt }) => ({ path, sizeBytes, changedAt: changedAt.toISOString() }));
      return { files, isCut: isCut || rows.length > limit };
    },
    async read(workspaceId, path) {
      const { bytes } = await readRow(workspaceId, { path: allowed(path) });
      return { text: decodeText(bytes, path), sizeBytes: bytes.byteLength };
    },
    async readBytes(workspaceId, path) {
      return (await readRow(workspaceId, { path: allowed(path) })).bytes;
    },
    async locate(workspaceId, file) {
      const which = 'path' in file ? { path: allowed(file.path) } : file;
      const { path, fileId, revision } = await store.get(workspaceId, which, reader);
      allowed(path);
      if (reader.isMember) return { path, fileId, revision };
      const newest = await store.get(workspaceId, { fileId });
      return { path, fileId, revision, isNewest: newest.revision === revision };
    },
    async readFile(workspaceId, file) {
      const { row, bytes } = await readRow(workspaceId, 'path' in file ? { path: allowed(file.path) } : file);
      return { name: row.path.slice(row.path.lastIndexOf('/') + 1), mediaType: row.mediaType, bytes };
    },
    async assertWritable(_workspaceId, path, text) {
      checked(path, Buffer.from(text));
    },
    async write(workspaceId, path, text, madeBy) {
      const bytes = Buffer.from(text);
      const { isNew } = await write(workspaceId, { name: checked(path, bytes), bytes }, madeBy);
      return { sizeBytes: bytes.byteLength, isNew };
    },
    async writeAll(workspaceId, folder, files, madeBy) {
      const named = files.map((file) => ({ ...file, name: checked(`${folder}/${file.name}`, file.bytes) }));
      const written = [];
      for (const file of named) {
        const { row } = await write(workspaceId, file, madeBy);
        written.push({ path: row.path, fileId: row.fileId, sha256: row.sha256, revision: row.revision });
      }
      return written;
    },
  };
}

function isAllowed(path: string, check: (path: string) => unknown): boolean {
  try {
    check(path);
    return true;
  } catch (error) {
    if (NodeFailure.is(error)) return false;
    throw error;
  }
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
