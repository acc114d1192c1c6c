import { Buffer } from 'node:buffer';
import type { EncodedFile } from '../guest/guest-messages.ts';
import type { PythonRequest } from './python-child.ts';

/** Emscripten's in-memory file system. @see https://emscripten.org/docs/api_reference/Filesystem-API.html */
type GuestFs = {
  mkdirTree(path: string): void;
  writeFile(path: string, bytes: Uint8Array): void;
  readFile(path: string): Uint8Array;
  readdir(path: string): string[];
  lstat(path: string): { readonly mode: number; readonly size: number };
  isFile(mode: number): boolean;
  isDir(mode: number): boolean;
};

const IN = '/files/in';
const OUT = '/files/out';
const MAX_DEPTH = 16;

/** Runs before the code. If files are not kept there is no output folder, so that writing fails. */
export function putFiles(fs: GuestFs, { files, keepsFiles }: Pick<PythonRequest, 'files' | 'keepsFiles'>): void {
  fs.mkdirTree(IN);
  for (const { name, base64 } of files) {
    const path = `${IN}/${name}`;
    fs.mkdirTree(path.slice(0, path.lastIndexOf('/')));
    fs.writeFile(path, Buffer.from(base64, 'base64'));
  }
  if (keepsFiles) fs.mkdirTree(OUT);
}

type Limits = Pick<PythonRequest, 'keepsFiles' | 'maxFiles' | 'maxFileBytes' | 'maxTotalFileBytes'>;

/** Runs after the code. Links are not followed: they may lead to the interpreter's files, or form a cycle. */
export function takeFiles(fs: GuestFs, limits: Limits): { files: EncodedFile[]; filesProblem?: string } {
  if (!limits.keepsFiles) return { files: [] };
  try {
    return { files: collect(fs, limits) };
  } catch (error) {
    return { files: [], filesProblem: String((error as Error).message) };
  }
}

function collect(fs: GuestFs, { maxFiles, maxFileBytes, maxTotalFileBytes }: Limits): EncodedFile[] {
  for (const folder of ['/files', OUT]) if (!fs.isDir(fs.lstat(folder).mode)) throw new Error(`${folder} is no folder any more`);
  const found: EncodedFile[] = [];
  let totalBytes = 0;
  const walk = (folder: string, depth: number) => {
    if (depth > MAX_DEPTH) throw new Error(`The folders in ${OUT} lie more than ${MAX_DEPTH} deep`);
    for (const entry of fs.readdir(folder)) {
      if (entry === '.' || entry === '..') continue;
      const path = `${folder}/${entry}`;
      const { mode, size } = fs.lstat(path);
      if (fs.isDir(mode)) walk(path, depth + 1);
      else found.push(take(path, { isFile: fs.isFile(mode), size }));
    }
  };
  const take = (path: string, { isFile, size }: { isFile: boolean; size: number }): EncodedFile => {
    const name = path.slice(OUT.length + 1);
    if (!isFile) throw new Error(`${name} is a link, or no file, and cannot be kept`);
    if (found.length >= maxFiles) throw new Error(`The code may write ${maxFiles} files, and ${name} is one more`);
    if (size > maxFileBytes) throw new Error(`The file ${name} has ${size} bytes, and a file may have ${maxFileBytes}`);
    totalBytes += size;
    if (totalBytes > maxTotalFileBytes)
      throw new Error(`With ${name} the files have ${totalBytes} bytes, and together they may have ${maxTotalFileBytes}`);
    return { name, base64: Buffer.from(fs.readFile(path)).toString('base64') };
  };
  walk(OUT, 0);
  return found;
}
