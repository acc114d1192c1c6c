import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Client } from '#lib/api/client.ts';
import { mediaTypeOf } from '#lib/run/media-type.ts';
import { UsageError } from '../usage-error.ts';
import type { InputValues } from './read-inputs.ts';

/** Larger files are uploaded where there is a server: those within the inputs are in the log of the run. */
const INLINE_MAX_BYTES = 1_048_576;

type FileOptions = {
  /** Whether an input takes a list of files. */
  readonly isList: (name: string) => boolean;
  /** Of the server that runs the workflow; undefined for a run in this process. */
  readonly client?: Pick<Client, 'uploadFiles'> | undefined;
};

/**
 * File inputs from the command line, each `name=path`. Several files of one name are a list.
 * @throws {UsageError} when a file cannot be read
 */
export async function readFileInputs(given: readonly string[], { isList, client }: FileOptions): Promise<InputValues> {
  const files = new Map<string, InputValues[]>();
  for (const text of given) {
    const equals = text.indexOf('=');
    if (equals < 1) throw new UsageError(`--file ${text} has no path: write --file name=path`);
    const name = text.slice(0, equals);
    files.set(name, [...(files.get(name) ?? []), await readOne(text.slice(equals + 1), client)]);
  }
  return Object.fromEntries(
    Array.from(files, ([name, values]) => [name, values.length === 1 && !isList(name) ? (values[0] ?? null) : values]),
  );
}

async function readOne(path: string, client: FileOptions['client']): Promise<InputValues> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new UsageError(`The file ${path} cannot be read: ${(error as Error).message}`);
  });
  const name = basename(path);
  if (client && bytes.byteLength > INLINE_MAX_BYTES) {
    const query = { path: `cli/${name}`, onExisting: 'rename' } as const;
    const { items } = await client.uploadFiles({ query, content: new Blob([bytes]) });
    return { fileId: items[0]?.fileId ?? '' };
  }
  const about = { name, mediaType: mediaTypeOf(name) };
  try {
    return { ...about, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { ...about, base64: bytes.toString('base64') };
  }
}
