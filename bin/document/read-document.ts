import { readFile } from 'node:fs/promises';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

/** What a file holds: its text, and the JSON in it. `name` is how messages call it. */
export type Document = { readonly name: string; readonly text: string } & (
  | { readonly isJson: true; readonly json: unknown }
  | { readonly isJson: false; readonly reason: string }
);

/** Larger files are no workflows, and reading them would only fill the memory. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Reads a workflow file; `-` is standard input.
 * @throws {UsageError} when there is no such file or it cannot be read
 */
export async function readDocument(file: string, terminal: Pick<Terminal, 'readStdin'>): Promise<Document> {
  const name = file === '-' ? 'standard input' : file;
  const source = file === '-' ? await terminal.readStdin() : await readText(file);
  // An editor on Windows may have put a byte order mark there, which JSON does not allow.
  const json = source.replace(/^\uFEFF/, '');
  try {
    return { name, text: source, isJson: true, json: JSON.parse(json) };
  } catch (error) {
    return { name, text: source, isJson: false, reason: error instanceof Error ? error.message : String(error) };
  }
}

async function readText(file: string): Promise<string> {
  try {
    const bytes = await readFile(file);
    if (bytes.byteLength > MAX_BYTES)
      throw new UsageError(`${file} has more than ${MAX_BYTES / 1024 / 1024} MiB: no workflow is that large`);
    return bytes.toString('utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new UsageError(`There is no file ${file}`);
    if (code === 'EISDIR')
      throw new UsageError(`${file} is a folder; name the files in it, as in ${file.replace(/\/$/, '')}/*.workflow.json`);
    if (code === undefined) throw error;
    throw new UsageError(`${file} cannot be read: ${message}`);
  }
}
