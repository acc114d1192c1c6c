import { SANDBOX_FILES, type SandboxFile, type SandboxResult } from '#lib/ports/sandbox.ts';
import { confinedNames } from '../storage/confined-path.ts';
import { MAX_MESSAGE_CHARS } from './sandbox-limits.ts';

/** A run's value and the files it wrote, if they may be kept. */
export function withWritten(value: unknown, files: readonly SandboxFile[]): SandboxResult {
  const written = new WrittenFiles();
  try {
    for (const { name, bytes } of files) written.write(name, bytes);
  } catch (error) {
    const message = (error as Error).message.slice(0, MAX_MESSAGE_CHARS);
    return { ok: false, failure: { reason: 'bad-files', message } };
  }
  return { ok: true, value, files: written.files };
}

/** The files of a run. Names and sizes from a guest are untrusted until they are checked here. */
export class WrittenFiles {
  /** By lower-case name: some disks ignore case. */
  readonly #files = new Map<string, SandboxFile>();
  #totalBytes = 0;

  get files(): SandboxFile[] {
    return [...this.#files.values()];
  }

  /** Overwrites a file of the same name. @throws an error for the author of the code */
  write(name: string, bytes: Uint8Array): void {
    const path = confinedNames(name, []).join('/');
    const key = path.toLowerCase();
    const before = this.#files.get(key);
    if (before && before.name !== path) throw new Error(`The files ${before.name} and ${path} are one file on some disks`);
    const folder = this.#folderAmong(key);
    if (folder !== undefined) throw new Error(`${folder} cannot be a file and a folder`);
    const { maxCount, maxBytes, maxTotalBytes } = SANDBOX_FILES;
    if (!before && this.#files.size >= maxCount) throw new Error(`The code may write ${maxCount} files, and ${path} is one more`);
    if (bytes.byteLength > maxBytes)
      throw new Error(`The file ${path} has ${bytes.byteLength} bytes, and a file may have ${maxBytes}`);
    const totalBytes = this.#totalBytes - (before?.bytes.byteLength ?? 0) + bytes.byteLength;
    if (totalBytes > maxTotalBytes)
      throw new Error(`With ${path} the files have ${totalBytes} bytes, and together they may have ${maxTotalBytes}`);
    this.#totalBytes = totalBytes;
    this.#files.set(key, { name: path, bytes });
  }

  #folderAmong(key: string): string | undefined {
    for (const [other, { name }] of this.#files) {
      if (other.startsWith(`${key}/`) || key.startsWith(`${other}/`)) return other.length < key.length ? name : key;
    }
    return undefined;
  }
}
