import { z } from 'zod';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { DocumentWriter, WritableDocument } from '#lib/ports/document-writer.ts';
import { FairPermits, type PermitCaller } from './fair-permits.ts';
import { collectOutput, startDocumentProcess } from './start-document-process.ts';

const WRITER = new URL('writer/main.ts', import.meta.url);
const HEAP_MB = 768;
const TIMEOUT_MS = 60_000;
const AT_ONCE = 2;
const MAX_OUTPUT_BYTES = 100_000_000;
const REASON_CHARS = 500;
const NEWLINE = 10;

const answerSchema = z.union([
  z.object({ written: z.literal(true) }),
  z.object({ failure: z.object({ path: z.string(), reason: z.string() }) }),
]);

export type DocumentWriterOptions = {
  /** For one document, in milliseconds. @defaultValue 60,000 */
  readonly timeoutMs?: number;
  /** @defaultValue 768 */
  readonly heapMb?: number;
};

/** Writes each document in a process of its own, as documents are read. */
export function makeDocumentWriter({ timeoutMs = TIMEOUT_MS, heapMb = HEAP_MB }: DocumentWriterOptions = {}): DocumentWriter {
  return writerFor({ kind: 'member' }, { permits: new FairPermits(AT_ONCE), timeoutMs, heapMb });
}

type Limits = { readonly permits: FairPermits; readonly timeoutMs: number; readonly heapMb: number };

function writerFor(caller: PermitCaller, limits: Limits): DocumentWriter {
  const { permits, ...each } = limits;
  return {
    for: (other) => writerFor(other, limits),
    write: (document, signal) => permits.run(() => writeInChild(document, { ...each, signal }), { caller, signal }),
  };
}

type Writing = { readonly timeoutMs: number; readonly heapMb: number; readonly signal: AbortSignal };

async function writeInChild(document: WritableDocument, { timeoutMs, heapMb, signal }: Writing): Promise<Uint8Array> {
  signal.throwIfAborted();
  const child = startDocumentProcess(WRITER, heapMb);
  const deadline = AbortSignal.timeout(timeoutMs);
  const end = () => child.kill('SIGKILL');
  const signals = AbortSignal.any([signal, deadline]);
  signals.addEventListener('abort', end, { once: true });
  try {
    const output = collectOutput(child, MAX_OUTPUT_BYTES);
    const { about, blobs } = split(document);
    // A child that has ended takes no more input; how it ended says why.
    child.stdin.on('error', () => {});
    child.stdin.write(`${JSON.stringify(about)}\n`);
    for (const blob of blobs) child.stdin.write(blob);
    child.stdin.end();
    const written = await output;
    signal.throwIfAborted();
    if (deadline.aborted) throw notWritten('', `it could not be written within ${timeoutMs / 1000} s`);
    if (!written) throw notWritten('', 'it needs more memory than writing a document may use');
    return readAnswer(written);
  } finally {
    signals.removeEventListener('abort', end);
    child.kill('SIGKILL');
  }
}

/** What is sent as JSON, and the bytes that follow it, whose sizes it says. */
function split(document: WritableDocument): { about: object; blobs: readonly Uint8Array[] } {
  const images = 'images' in document ? document.images : [];
  const own = document.kind === 'slide' ? [document.bytes] : [];
  const blobs = [...own, ...images.map(({ bytes }) => bytes)];
  const about = {
    ...document,
    ...(document.kind === 'slide' && { bytes: undefined }),
    ...('images' in document && { images: images.map(({ file }) => ({ file })) }),
    sizes: blobs.map(({ byteLength }) => byteLength),
  };
  return { about, blobs };
}

function readAnswer(output: Buffer): Uint8Array {
  const end = output.indexOf(NEWLINE);
  const answer = answerSchema.parse(JSON.parse(output.toString('utf8', 0, end)));
  if ('failure' in answer) throw notWritten(answer.failure.path, answer.failure.reason);
  return new Uint8Array(output.subarray(end + 1));
}

function notWritten(path: string, reason: string): NodeFailure {
  const shown = reason.length > REASON_CHARS ? `${reason.slice(0, REASON_CHARS)}…` : reason;
  return new NodeFailure('document-not-written', `The document cannot be written (${path || 'document'}): ${shown}`, {
    ...(path !== '' && { path }),
  });
}
