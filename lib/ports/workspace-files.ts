import type { WorkspaceId } from './run-store.ts';

export type NamedBytes = { readonly name: string; readonly bytes: Uint8Array };

/**
 * The files of each workspace. Paths are relative to its folder, with `/` between names; nothing
 * outside that folder is ever read or written.
 * @throws {NodeFailure} `path-refused`, `file-not-found`, `file-too-large`, `file-not-text` or
 * `file-failed`, each naming the path
 */
export interface WorkspaceFiles {
  /** The text of a file. */
  read(workspaceId: WorkspaceId, path: string): Promise<{ readonly text: string; readonly sizeBytes: number }>;
  /** The bytes of a file, without checks. */
  readBytes(workspaceId: WorkspaceId, path: string): Promise<Uint8Array>;
  /**
   * Makes or replaces a file, and the folders above it. A reader sees the old content or the new
   * one, never a part.
   */
  write(workspaceId: WorkspaceId, path: string, text: string): Promise<{ readonly sizeBytes: number; readonly isNew: boolean }>;
  /**
   * Writes files into a folder, each like `write`. All names are checked before the first file
   * is written.
   * @returns their paths, in that order
   */
  writeAll(workspaceId: WorkspaceId, folder: string, files: readonly NamedBytes[]): Promise<string[]>;
}
