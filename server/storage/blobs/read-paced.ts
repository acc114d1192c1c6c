import { blobFailure } from './blob-failure.ts';

/** Slower answers are cut off, beyond the time limit. */
const MIN_BYTES_PER_MS = 10;

/**
 * The body of an answer, as fast as its reader reads. Only the time that is spent waiting for the sender counts: so
 * long as `timeoutMs`, and longer by what has arrived.
 * @throws {NodeFailure} `file-failed`
 */
export async function* readPaced({ body }: Response, timeoutMs: number): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  if (!reader) return;
  let leftMs = timeoutMs;
  try {
    for (;;) {
      const sinceMs = performance.now();
      const { done, value } = await readWithin(reader, leftMs);
      if (done) return;
      leftMs += value.byteLength / MIN_BYTES_PER_MS - (performance.now() - sinceMs);
      yield value;
    }
  } finally {
    void reader.cancel().catch(() => {});
  }
}

async function readWithin(reader: ReadableStreamDefaultReader<Uint8Array>, limitMs: number) {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(blobFailure('too slow')), Math.max(0, limitMs));
  try {
    return await Promise.race([
      reader.read().catch((error: unknown) => {
        throw blobFailure('cut off', error);
      }),
      late.promise,
    ]);
  } finally {
    clearTimeout(timer);
  }
}
