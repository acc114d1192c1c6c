import { createInterface } from 'node:readline';
import { z } from 'zod';
import { documentWarningSchema } from '#lib/documents/document-warning.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import { chunkSchema } from '#lib/knowledge/chunk.ts';
import type { DocumentReader, DocumentSource, ReadPart } from '#lib/ports/document-reader.ts';
import { slidePictureSchema } from '#lib/slides/slide-picture.ts';
import { FairPermits, type PermitCaller } from './fair-permits.ts';
import { collectOutput, type DocumentProcess, startDocumentProcess } from './start-document-process.ts';

const READER = new URL('reader/main.ts', import.meta.url);
const HEAP_MB = 1024;
const TIMEOUT_MS = 60_000;
/** For a document of a stranger. */
const STRANGER_TIMEOUT_MS = 20_000;
const AT_ONCE = 2;
/** Of the result as JSON. */
const MAX_OUTPUT_BYTES = 100_000_000;
/** What a library may be quoted with. */
const REASON_CHARS = 300;

const failureSchema = z.object({
  failure: z.object({
    code: z.enum(['document-unsupported', 'document-refused', 'document-unreadable', 'document-too-large']),
    message: z.string(),
  }),
});
const answerSchema = z.object({
  document: z.object({
    kind: z.string(),
    text: z.string(),
    pages: z.array(z.object({ number: z.int(), title: z.string(), text: z.string() })),
    tables: z.array(z.object({ page: z.int().nullable(), title: z.string(), rows: z.array(z.array(z.string())) })),
    metadata: z.record(z.string(), z.union([z.string(), z.number()])),
    warnings: z.array(documentWarningSchema),
  }),
});
const slidesSchema = z.object({ slides: z.array(slidePictureSchema) });
const partSchema = z.union([
  z.object({
    document: z.object({
      kind: z.string(),
      title: z.union([z.string(), z.number()]).transform(String).optional(),
      warnings: z.array(documentWarningSchema),
    }),
  }),
  z.object({ chunks: z.array(chunkSchema) }),
  failureSchema,
]);

export type DocumentReaderOptions = {
  /** For one document, in milliseconds. @defaultValue 60,000 */
  readonly timeoutMs?: number;
  /** For one document. @defaultValue 1024 */
  readonly heapMb?: number;
  /** Documents that are read at the same time. @defaultValue 2 */
  readonly atOnce?: number;
};

/**
 * Reads each document in a process of its own, which has no network, may write nothing and read only
 * the program: a document that exploits or exhausts its reader ends that process and no other.
 */
export function makeDocumentReader({
  timeoutMs = TIMEOUT_MS,
  heapMb = HEAP_MB,
  atOnce = AT_ONCE,
}: DocumentReaderOptions = {}): DocumentReader {
  const permits = new FairPermits(atOnce);
  const strangerTimeoutMs = Math.min(timeoutMs, STRANGER_TIMEOUT_MS);
  return readerFor({ kind: 'member' }, { permits, heapMb, timeoutMs, strangerTimeoutMs });
}

type Limits = {
  readonly permits: FairPermits;
  readonly heapMb: number;
  readonly timeoutMs: number;
  readonly strangerTimeoutMs: number;
};

function readerFor(caller: PermitCaller, limits: Limits): DocumentReader {
  const { permits, heapMb, strangerTimeoutMs } = limits;
  const timeoutMs = caller.kind === 'stranger' ? strangerTimeoutMs : limits.timeoutMs;
  return {
    for: (other) => readerFor(other, limits),
    async read(source, signal) {
      const { document } = await permits.run(() => readInChild(source, answerSchema, { timeoutMs, heapMb, signal }), {
        caller,
        signal,
      });
      return document;
    },
    async readSlides(source, signal) {
      const sent = { ...source, format: 'text', readsSlides: true } as const;
      const { slides } = await permits.run(() => readInChild(sent, slidesSchema, { timeoutMs, heapMb, signal }), {
        caller,
        signal,
      });
      return slides;
    },
    async *readChunks(source, { maxChars, signal }) {
      // A generator cannot run inside of the semaphore: its permit is held until it ends.
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      const { promise: begun, resolve: begin, reject: refuse } = Promise.withResolvers<void>();
      permits
        .run(
          () => {
            begin();
            return ended;
          },
          { caller, signal },
        )
        .catch(refuse);
      await begun;
      try {
        yield* readPartsInChild({ ...source, format: 'markdown', chunkChars: maxChars }, { timeoutMs, heapMb, signal });
      } finally {
        end();
      }
    },
  };
}

type Sent = DocumentSource & { readonly chunkChars?: number; readonly readsSlides?: true };
type Reading = { readonly timeoutMs: number; readonly heapMb: number; readonly signal: AbortSignal };

/** The time limit does not count while the caller works on a part. */
async function* readPartsInChild(
  source: DocumentSource & { readonly chunkChars: number },
  { timeoutMs, heapMb, signal }: Reading,
): AsyncGenerator<ReadPart> {
  signal.throwIfAborted();
  const { name } = source;
  const child = startDocumentProcess(READER, heapMb);
  const exit = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  let isLate = false;
  const end = () => child.kill('SIGKILL');
  const endLate = () => {
    isLate = true;
    end();
  };
  let timer = setTimeout(endLate, timeoutMs);
  signal.addEventListener('abort', end, { once: true });
  try {
    send(child, source);
    for await (const line of createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY })) {
      clearTimeout(timer);
      const part = partSchema.parse(JSON.parse(line));
      if ('failure' in part) throw failure(part.failure.code, name, part.failure.message);
      yield part;
      timer = setTimeout(endLate, timeoutMs);
    }
    const code = await exit;
    signal.throwIfAborted();
    if (isLate) throw failure('document-timed-out', name, `it could not be read within ${timeoutMs / 1000} s`);
    if (code !== 0) throw failure('document-too-large', name, 'it needs more memory than reading a document may use');
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
    child.kill('SIGKILL');
  }
}

async function readInChild<Answer extends object>(
  source: Sent,
  answer: z.ZodType<Answer>,
  { timeoutMs, heapMb, signal }: Reading,
): Promise<Answer> {
  signal.throwIfAborted();
  const { name } = source;
  const child = startDocumentProcess(READER, heapMb);
  const deadline = AbortSignal.timeout(timeoutMs);
  const end = () => child.kill('SIGKILL');
  const signals = AbortSignal.any([signal, deadline]);
  signals.addEventListener('abort', end, { once: true });
  try {
    const output = collectOutput(child, MAX_OUTPUT_BYTES);
    send(child, source);
    const written = await output;
    signal.throwIfAborted();
    if (deadline.aborted) throw failure('document-timed-out', name, `it could not be read within ${timeoutMs / 1000} s`);
    if (!written) throw failure('document-too-large', name, 'it needs more memory than reading a document may use');
    return readAnswer(answer, JSON.parse(written.toString('utf8')), name);
  } finally {
    signals.removeEventListener('abort', end);
    child.kill('SIGKILL');
  }
}

function send(child: DocumentProcess, { bytes, ...about }: Sent): void {
  // A child that has ended takes no more input; how it ended says why.
  child.stdin.on('error', () => {});
  child.stdin.write(`${JSON.stringify(about)}\n`);
  child.stdin.end(bytes);
}

function readAnswer<Answer>(schema: z.ZodType<Answer>, answer: unknown, name: string): Answer {
  const failed = failureSchema.safeParse(answer);
  if (!failed.success) return schema.parse(answer);
  const { code, message } = failed.data.failure;
  throw failure(code, name, message);
}

function failure(code: string, name: string, reason: string): NodeFailure {
  const shown = reason.length > REASON_CHARS ? `${reason.slice(0, REASON_CHARS)}…` : reason;
  return new NodeFailure(code, `The document ${JSON.stringify(name)} cannot be read: ${shown}`, { path: 'file' });
}
