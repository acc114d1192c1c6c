import { NodeFailure } from '#lib/errors/node-failure.ts';
import { chunkDocument } from '#lib/knowledge/chunk-document.ts';
import type { DocumentReader, ReadPart } from '#lib/ports/document-reader.ts';

export type Content = { readonly name: string; readonly mediaType: string; readonly bytes: Uint8Array };

/** Text up to this size is cut here, which takes a few milliseconds; starting a process takes more. */
const MAX_HERE_BYTES = 100_000;
const CHUNKS_AT_ONCE = 32;
const PLAIN = ['text/markdown', 'text/plain'];

/**
 * The chunks of a document, a few at a time: of short plain texts here, of all others in a process
 * of their own.
 * @throws {NodeFailure} those of reading documents
 */
export async function* readContent(
  { name, mediaType, bytes }: Content,
  {
    maxChars,
    selector,
    documents,
    signal,
  }: {
    readonly maxChars: number;
    readonly selector: string | undefined;
    readonly documents: DocumentReader;
    readonly signal: AbortSignal;
  },
): AsyncGenerator<ReadPart> {
  const text = PLAIN.includes(mediaType) && bytes.byteLength <= MAX_HERE_BYTES ? plainText(bytes) : undefined;
  if (text === undefined) {
    yield* documents.readChunks({ name, mediaType, bytes, selector }, { maxChars, signal });
    return;
  }
  if (text.trim() === '') throw new NodeFailure('document-unreadable', `The document ${JSON.stringify(name)} is empty`);
  yield { document: { kind: 'md', warnings: [] } };
  const chunks = [...chunkDocument([{ number: null, title: '', text }], { maxChars })];
  for (let start = 0; start < chunks.length; start += CHUNKS_AT_ONCE)
    yield { chunks: chunks.slice(start, start + CHUNKS_AT_ONCE) };
}

/** Undefined for what is no UTF-8, which the reader of documents decodes. */
function plainText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text.replaceAll('\r\n', '\n');
  } catch {
    return undefined;
  }
}
