import type { DocumentFormat, ReadDocument } from '#lib/ports/document-reader.ts';
import { decodeText } from '#lib/text/decode-text.ts';
import type { Budget } from '../budget.ts';
import type { OpenZip } from '../open-zip.ts';
import { ReadingError } from '../reading-error.ts';
import type { Warnings } from '../warnings.ts';

export type DocumentInput = {
  readonly name: string;
  readonly bytes: Buffer;
  readonly format: DocumentFormat;
  readonly selector: string | undefined;
  /** Of a document that is an archive. */
  readonly zip: OpenZip | undefined;
  readonly budget: Budget;
  /** Takes what the format leaves out of the document. */
  readonly warnings: Warnings;
};

type FormatResult = Omit<ReadDocument, 'kind' | 'warnings'>;

export type ReadFormat = (input: DocumentInput) => Promise<FormatResult> | FormatResult;

/** A file of the document's archive. @throws {ReadingError} `document-unreadable` when it is missing */
export async function fileOf({ zip }: DocumentInput, name: string): Promise<string> {
  const bytes = (await zip?.read(name)) ?? (await zip?.read(nameInAnyCase(zip.names, name)));
  if (!bytes) throw new ReadingError('document-unreadable', `the file ${name} is missing in it`);
  return (await decodeText(bytes, { format: 'xml' })).text;
}

/**
 * Reads a part next to the main one. If it is missing or damaged, a warning takes its place, and the
 * rest of the document is still read.
 * @returns undefined for such a part
 */
export async function readSidePart<T>(
  { warnings }: Pick<DocumentInput, 'warnings'>,
  { path, place }: { readonly path: string; readonly place: string },
  read: () => T | Promise<T>,
): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ReadingError) || error.code !== 'document-unreadable') throw error;
    warnings.add('part-unreadable', { place, detail: path });
    return undefined;
  }
}

/** Names of parts are the same in any case, and a few programs rely on it. */
function nameInAnyCase(names: readonly string[], name: string): string {
  const lower = name.toLowerCase();
  return names.find((one) => one.toLowerCase() === lower) ?? name;
}

/** Facts of a document that have a value. */
export function metadataOf(facts: Readonly<Record<string, unknown>>): Record<string, string | number> {
  const given = Object.entries(facts).filter(
    ([, value]) => (typeof value === 'string' && value.trim() !== '') || Number.isFinite(value),
  );
  return Object.fromEntries(given.map(([name, value]) => [name, typeof value === 'string' ? value.trim() : (value as number)]));
}
