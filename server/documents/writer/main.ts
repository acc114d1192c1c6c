import type { WritableDocument } from '#lib/ports/document-writer.ts';
import { withoutControls } from '#lib/slides/svg-text.ts';
import { writeDocument } from './write-document.ts';
import { WritingError } from './writing-error.ts';

type Sent = Record<string, unknown> & { readonly sizes: readonly number[]; readonly images?: readonly { file: string }[] };

/**
 * Writes one document: a line of JSON about it and the bytes of its parts on standard input, a line
 * of JSON and the document on standard output. Runs in a process of its own; see
 * ../make-document-writer.ts.
 */
async function main(): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  const written = await writeDocument(parse(Buffer.concat(chunks))).catch((error: unknown) => failureOf(error));
  const isFailure = 'failure' in written;
  process.stdout.write(`${JSON.stringify(isFailure ? written : { written: true })}\n`);
  if (!isFailure) process.stdout.write(written);
}

function parse(input: Buffer): WritableDocument {
  const end = input.indexOf('\n');
  const { sizes, ...about } = JSON.parse(input.toString('utf8', 0, end)) as Sent;
  let at = end + 1;
  const blobs = sizes.map((size) => {
    at += size;
    return input.subarray(at - size, at);
  });
  const own = about.kind === 'slide' ? { bytes: blobs.shift() } : {};
  const images = about.images?.map(({ file }, index) => ({ file, bytes: blobs[index] }));
  // What the other process made is not checked again.
  return { ...(cleaned(about) as object), ...own, ...(images && { images }) } as unknown as WritableDocument;
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return withoutControls(value);
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cleaned(inner)]));
}

function failureOf(error: unknown): { failure: { path: string; reason: string } } {
  if (error instanceof WritingError) return { failure: { path: error.path, reason: error.message } };
  return { failure: { path: '', reason: error instanceof Error ? error.message : String(error) } };
}

await main();
