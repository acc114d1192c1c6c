import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { WorkspaceFiles } from '#lib/ports/workspace-files.ts';
import { mediaTypeOf } from '#lib/run/media-type.ts';
import { confinedNames, refused, shown } from './confined-path.ts';
import { decodeText } from './files/decode-text.ts';
import { idNotFound, notFound, tooLarge } from './files/file-failure.ts';
import { listFiles } from './list-files.ts';
import { replaceFile } from './replace-file.ts';

type Options = {
  /** Holds a folder for each workspace. */
  readonly root: string;
  readonly denyGlobs: readonly string[];
  readonly maxFileBytes: number;
};

/** Folder of incomplete files: on the same disk as the others, and in no workspace. */
const INCOMING = '.incoming';
const SETTING = 'files.max_file_bytes';
const IS_WINDOWS = process.platform === 'win32';
/** Neither follows a link nor waits for the other end of a pipe. */
const READ_FLAGS = constants.O_RDONLY | (IS_WINDOWS ? 0 : constants.O_NOFOLLOW | constants.O_NONBLOCK);

/** Files of workspaces in a folder of this machine, for runs of the command line, which have no database. */
export function makeWorkspaceFiles({ root, denyGlobs, maxFileBytes }: Options): WorkspaceFiles {
  const locate = (workspaceId: string, path: string) => {
    if (!/^[A-Za-z0-9_-]{1,100}$/.test(workspaceId)) throw new Error(`'${workspaceId}' cannot be the name of a folder`);
    return { folder: join(root, workspaceId), names: confinedNames(path, denyGlobs) };
  };
  const readBytes = async (workspaceId: string, path: string) => {
    const { folder, names } = locate(workspaceId, path);
    return withPlainErrors(path, async () => {
      await assertNoLinks(folder, names, path);
      const file = await open(join(folder, ...names), READ_FLAGS);
      try {
        return await readWhole(file, { path, maxFileBytes });
      } finally {
        await file.close();
      }
    });
  };
  /** @returns the path as it will be read */
  const checked = (workspaceId: string, path: string, { byteLength }: Uint8Array) => {
    if (byteLength > maxFileBytes) throw tooLarge(path, { sizeBytes: byteLength, maxBytes: maxFileBytes, setting: SETTING });
    return locate(workspaceId, path).names.join('/');
  };
  const writeBytes = async (workspaceId: string, path: string, bytes: Uint8Array) => {
    checked(workspaceId, path, bytes);
    const { folder, names } = locate(workspaceId, path);
    return withPlainErrors(path, async () => {
      const isNew = await assertNoLinks(folder, names, path);
      const target = join(folder, ...names);
      await mkdir(dirname(target), { recursive: true });
      // Checked again: a link may have been made while the folders were created.
      await assertNoLinks(folder, names, path);
      await replaceFile(target, bytes, join(root, INCOMING));
      return { sizeBytes: bytes.byteLength, isNew };
    });
  };
  const changes = new Map<string, Promise<unknown>>();
  const files: WorkspaceFiles = {
    // Runs of the command line are those of its user.
    within: () => files,
    readBytes,
    async update(workspaceId, path, change) {
      const key = join(workspaceId, ...locate(workspaceId, path).names);
      const before = changes.get(key) ?? Promise.resolve();
      const changed = before
        .catch(() => {})
        .then(async () =>
          writeBytes(workspaceId, path, Buffer.from(change(decodeText(await readBytes(workspaceId, path), path)))),
        );
      changes.set(key, changed);
      try {
        const { sizeBytes } = await changed;
        return { sizeBytes };
      } finally {
        if (changes.get(key) === changed) changes.delete(key);
      }
    },
    async list(workspaceId, { glob, limit, signal }) {
      const { folder } = locate(workspaceId, 'any');
      return withPlainErrors(glob, () => listFiles(folder, { glob, limit, signal, denyGlobs }));
    },
    async locate(workspaceId, file) {
      if ('fileId' in file) throw idNotFound(file.fileId);
      return { path: locate(workspaceId, file.path).names.join('/') };
    },
    async readFile(workspaceId, file) {
      // A plain folder gives no ids.
      if ('fileId' in file) throw idNotFound(file.fileId);
      return { name: nameOf(file.path), mediaType: mediaTypeOf(file.path), bytes: await readBytes(workspaceId, file.path) };
    },
    async read(workspaceId, path) {
      const bytes = await readBytes(workspaceId, path);
      return { text: decodeText(bytes, path), sizeBytes: bytes.byteLength };
    },
    async assertWritable(workspaceId, path, text) {
      checked(workspaceId, path, Buffer.from(text));
      const { folder, names } = locate(workspaceId, path);
      await withPlainErrors(path, () => assertNoLinks(folder, names, path));
    },
    async write(workspaceId, path, text) {
      return writeBytes(workspaceId, path, Buffer.from(text));
    },
    async writeAll(workspaceId, folder, files) {
      const paths = files.map(({ name, bytes }) => checked(workspaceId, `${folder}/${name}`, bytes));
      for (const [index, { bytes }] of files.entries()) await writeBytes(workspaceId, paths[index] as string, bytes);
      return paths.map((path) => ({ path }));
    },
  };
  return files;
}

/** Refuses links and special files. @returns whether the file does not exist yet */
async function assertNoLinks(folder: string, names: readonly string[], path: string): Promise<boolean> {
  for (let depth = 0; depth <= names.length; depth++) {
    const stat = await lstat(join(folder, ...names.slice(0, depth))).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (!stat) return true;
    if (stat.isSymbolicLink()) throw refused(path, `${names.slice(0, depth).join('/') || 'the folder'} is a link`);
    if (depth === names.length && !stat.isFile()) throw refused(path, stat.isDirectory() ? 'it is a folder' : 'it is no file');
  }
  return false;
}

async function readWhole(file: FileHandle, { path, maxFileBytes }: { path: string; maxFileBytes: number }): Promise<Uint8Array> {
  const stat = await file.stat();
  if (!stat.isFile()) throw refused(path, 'it is no file');
  if (stat.size > maxFileBytes) throw tooLarge(path, { sizeBytes: stat.size, maxBytes: maxFileBytes, setting: SETTING });
  return file.readFile();
}

/** The message of the system without the path of the folder. */
async function withPlainErrors<T>(path: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (NodeFailure.is(error)) throw error;
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw notFound(path);
    if (code === 'ENOTDIR' || code === 'EEXIST') throw refused(path, 'a part of it is a file, not a folder');
    if (code === 'ELOOP') throw refused(path, 'it is a link');
    throw new NodeFailure('file-failed', `The file ${shown(path)} cannot be used: ${code}`, { path: 'path', cause: error });
  }
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
