import { once } from 'node:events';
import { chunkDocument } from '#lib/knowledge/chunk-document.ts';
import type { ReadDocument } from '#lib/ports/document-reader.ts';
import { readDocument, readSlides } from './read-document.ts';
import { ReadingError } from './reading-error.ts';

/** Chunks of one line, so that no line is large. */
const CHUNKS_PER_LINE = 32;

/**
 * Reads one document: a line of JSON about it and its bytes on standard input, a line of JSON as the
 * result on standard output; with `chunkChars` its chunks instead, a few on each line. Runs in a
 * process of its own; see ../make-document-reader.ts.
 */
async function main(): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  const input = Buffer.concat(chunks);
  const end = input.indexOf('\n');
  const { chunkChars, readsSlides, ...about } = JSON.parse(input.subarray(0, end).toString('utf8'));
  const source = { ...about, bytes: input.subarray(end + 1) };
  const reading = readsSlides
    ? readSlides(source).then((slides) => ({ slides }))
    : readDocument(source).then((document) => ({ document }));
  const answer = await reading.catch((error: unknown) => ({ failure: failureOf(error) }));
  if (chunkChars === undefined || !('document' in answer)) process.stdout.write(JSON.stringify(answer));
  else await writeChunks(answer.document, chunkChars);
}

/** The reader on the other side decides how fast. */
async function writeChunks({ kind, text, pages, metadata, warnings }: ReadDocument, maxChars: number): Promise<void> {
  const write = async (line: object) => {
    if (!process.stdout.write(`${JSON.stringify(line)}\n`)) await once(process.stdout, 'drain');
  };
  await write({ document: { kind, title: metadata.title, warnings } });
  const read = pages.length > 0 ? pages : [{ number: null, title: '', text }];
  let batch: object[] = [];
  for (const chunk of chunkDocument(read, { maxChars })) {
    batch.push(chunk);
    if (batch.length < CHUNKS_PER_LINE) continue;
    await write({ chunks: batch });
    batch = [];
  }
  if (batch.length > 0) await write({ chunks: batch });
}

/** Any other error means that the document is not as its format says; its own words say nothing to people. */
function failureOf(error: unknown): { code: string; message: string } {
  if (error instanceof ReadingError) return { code: error.code, message: error.message };
  return { code: 'document-unreadable', message: `its content is not as its format says (${(error as Error).name})` };
}

await main();
