import type { Owner, Reader } from '../run/owner.ts';
import type { WorkspaceId } from './run-store.ts';

export type ListedFile = { readonly path: string; readonly sizeBytes: number; readonly changedAt: string };

export type NamedBytes = { readonly name: string; readonly bytes: Uint8Array; readonly mediaType?: string };
/** The node of a run that a file comes from. */
export type MadeBy = { readonly runId: string; readonly nodeId: string };
/** A file as it was written; with an id where there is a store of files, and not in a plain folder. */
export type WrittenFile = {
  readonly path: string;
  readonly fileId?: string;
  readonly sha256?: string;
  readonly revision?: number;
};
/** `isNewest`: false where others have written a newer content, which the run does not see. */
export type LocatedFile = Omit<WrittenFile, 'sha256'> & { readonly isNewest?: boolean };
/** A file of the workspace by its id, or by its path. */
export type FileRef = { readonly fileId: string } | { readonly path: string };
/** For whom files are read, and whose is what is written. */
export type FileScope = { readonly owner: Owner; readonly reader: Reader };
export type ReadFile = { readonly name: string; readonly mediaType: string; readonly bytes: Uint8Array };

/**
 * The files of each workspace. Paths are relative to its folder, with `/` between names; nothing
 * outside that folder is ever read or written.
 * @throws {NodeFailure} `path-refused`, `file-not-found`, `file-too-large`, `file-not-text` or
 * `file-failed`, each naming the path
 */
export interface WorkspaceFiles {
  /** The same files as a run sees them: others do not exist for it, and what it writes is its owner's. */
  within(scope: FileScope): WorkspaceFiles;
  /** The text of a file. */
  read(workspaceId: WorkspaceId, path: string): Promise<{ readonly text: string; readonly sizeBytes: number }>;
  /** The bytes of a file, without checks. */
  readBytes(workspaceId: WorkspaceId, path: string): Promise<Uint8Array>;
  /** Where a file is, without its content; with the id and the content that is read where there is a store of files. */
  locate(workspaceId: WorkspaceId, file: FileRef): Promise<LocatedFile>;
  /** A file with its name and type. */
  readFile(workspaceId: WorkspaceId, file: FileRef): Promise<ReadFile>;
  /**
   * Makes or replaces a file, and the folders above it. A reader sees the old content or the new
   * one, never a part.
   */
  write(
    workspaceId: WorkspaceId,
    path: string,
    text: string,
    madeBy?: MadeBy,
  ): Promise<{ readonly sizeBytes: number; readonly isNew: boolean }>;
  /** Throws as `write` would, as far as it is known before: the path and the size. */
  assertWritable(workspaceId: WorkspaceId, path: string, text: string): Promise<void>;
  /**
   * Replaces the text of a file by what is made of it. Changes of one file in this process run one after
   * another, so none is lost; when `change` throws, the file stays as it was.
   */
  update(workspaceId: WorkspaceId, path: string, change: (text: string) => string): Promise<{ readonly sizeBytes: number }>;
  /**
   * Files in the order of their paths, without links, special files and those that are kept from tools.
   * @param options `glob`: `*`, `?` and `**`, the path itself for one file; `limit` at most
   * @returns `isCut` when there are more, or too many to look at
   */
  list(
    workspaceId: WorkspaceId,
    options: { readonly glob: string; readonly limit: number; readonly signal: AbortSignal },
  ): Promise<{ readonly files: readonly ListedFile[]; readonly isCut: boolean }>;
  /**
   * Writes files into a folder, each like `write`. All names are checked before the first file
   * is written.
   * @returns the written files, in that order
   */
  writeAll(workspaceId: WorkspaceId, folder: string, files: readonly NamedBytes[], madeBy?: MadeBy): Promise<WrittenFile[]>;
}
