import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { Semaphore } from '#lib/async/semaphore.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import { chunkSchema } from '#lib/knowledge/chunk.ts';
import type { DocumentReader, DocumentSource, ReadDocument, ReadPart } from '#lib/ports/document-reader.ts';

const READER = fileURLToPath(new URL('reader/main.ts', import.meta.url));
/** The reader reads its own modules and nothing else of this machine. */
const CODE = fileURLToPath(new URL('../../', import.meta.url));
const HEAP_MB = 1024;
const TIMEOUT_MS = 60_000;
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
const answerSchema = z.union([
  z.object({
    document: z.object({
      kind: z.string(),
      text: z.string(),
      pages: z.array(z.object({ number: z.int(), title: z.string(), text: z.string() })),
      tables: z.array(z.object({ page: z.int().nullable(), title: z.string(), rows: z.array(z.array(z.string())) })),
      metadata: z.record(z.string(), z.union([z.string(), z.number()])),
    }),
  }),
  failureSchema,
]);
const partSchema = z.union([
  z.object({ document: z.object({ kind: z.string(), title: z.union([z.string(), z.number()]).transform(String).optional() }) }),
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
  const places = new Semaphore(atOnce);
  return {
    async read(source, signal) {
      return places.run(() => readInChild(source, { timeoutMs, heapMb, signal }), { signal });
    },
    async *readChunks(source, { maxChars, signal }) {
      // A generator cannot run inside of the semaphore: its place is held until it ends.
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      const { promise: begun, resolve: begin, reject: refuse } = Promise.withResolvers<void>();
      places
        .run(
          () => {
            begin();
            return ended;
          },
          { signal },
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

type Reading = { readonly timeoutMs: number; readonly heapMb: number; readonly signal: AbortSignal };

function startReader(heapMb: number): ChildProcessByStdio<Writable, Readable, null> {
  return spawn(process.execPath, [`--max-old-space-size=${heapMb}`, '--permission', `--allow-fs-read=${CODE}`, READER], {
    // Nothing of our environment, which has secrets.
    env: { NODE_ENV: 'production', NODE_NO_WARNINGS: '1' },
    stdio: ['pipe', 'pipe', 'ignore'],
    cwd: CODE,
  });
}

/** The time limit does not count while the caller works on a part. */
async function* readPartsInChild(
  source: DocumentSource & { readonly chunkChars: number },
  { timeoutMs, heapMb, signal }: Reading,
): AsyncGenerator<ReadPart> {
  signal.throwIfAborted();
  const { name } = source;
  const child = startReader(heapMb);
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

async function readInChild(source: DocumentSource, { timeoutMs, heapMb, signal }: Reading): Promise<ReadDocument> {
  signal.throwIfAborted();
  const { name } = source;
  const child = startReader(heapMb);
  const deadline = AbortSignal.timeout(timeoutMs);
  const end = () => child.kill('SIGKILL');
  const signals = AbortSignal.any([signal, deadline]);
  signals.addEventListener('abort', end, { once: true });
  try {
    const output = await exchange(child, source);
    signal.throwIfAborted();
    if (deadline.aborted) throw failure('document-timed-out', name, `it could not be read within ${timeoutMs / 1000} s`);
    if (output === undefined) throw failure('document-too-large', name, 'it needs more memory than reading a document may use');
    return readAnswer(output, name);
  } finally {
    signals.removeEventListener('abort', end);
    child.kill('SIGKILL');
  }
}

/** @returns what it wrote; undefined when it ended without an answer */
function exchange(child: ChildProcessByStdio<Writable, Readable, null>, source: DocumentSource): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let sizeBytes = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      sizeBytes += chunk.byteLength;
      if (sizeBytes > MAX_OUTPUT_BYTES) child.kill('SIGKILL');
      else chunks.push(chunk);
    });
    child.once('error', reject);
    child.once('close', (code) => resolve(code === 0 ? Buffer.concat(chunks).toString('utf8') : undefined));
    send(child, source);
  });
}

function send(child: ChildProcessByStdio<Writable, Readable, null>, { bytes, ...about }: DocumentSource): void {
  // A child that has ended takes no more input; how it ended says why.
  child.stdin.on('error', () => {});
  child.stdin.write(`${JSON.stringify(about)}\n`);
  child.stdin.end(bytes);
}

function readAnswer(output: string, name: string): ReadDocument {
  const answer = answerSchema.parse(JSON.parse(output));
  if ('document' in answer) return answer.document;
  const { code, message } = answer.failure;
  throw failure(code, name, message);
}

function failure(code: string, name: string, reason: string): NodeFailure {
  const shown = reason.length > REASON_CHARS ? `${reason.slice(0, REASON_CHARS)}…` : reason;
  return new NodeFailure(code, `The document ${JSON.stringify(name)} cannot be read: ${shown}`, { path: 'file' });
}
