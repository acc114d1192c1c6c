import type { IncomingMessage } from 'node:http';
import { AppError } from '#lib/errors/app-error.ts';
import type { OpenBody } from './body-budget.ts';

const LARGE_CHUNK_BYTES = 4096;
const SHARED_BYTES = 64 * 1024;
/** Parts of a stored file are collected in memory up to this size, see `PART_BYTES`. */
const MAX_STREAMED_BYTES = 8 * 1024 * 1024;

type ReadLimits = { readonly maxBytes: number; readonly tooLarge: () => AppError };

/**
 * The whole body of a request, each byte of which is counted before it is kept. A refused body is not read further.
 * @throws {AppError} what `tooLarge` makes, `rate-limited`, `body-timeout`; `body-invalid` when the client leaves
 */
export function readBody(request: IncomingMessage, body: OpenBody, { maxBytes, tooLarge }: ReadLimits): Promise<Buffer> {
  const declaredBytes = Number(request.headers['content-length'] ?? Number.NaN);
  if (declaredBytes > maxBytes) return Promise.reject(tooLarge());
  if (request.destroyed) return Promise.reject(clientGone(request.errored));
  const collected = new CollectedBytes();
  // With listeners: an iterator of the stream costs a small request several times as much.
  return new Promise((resolve, reject) => {
    const take = (chunk: Buffer) => {
      if (collected.sizeBytes + chunk.byteLength > maxBytes) return end(tooLarge());
      try {
        body.take(chunk.byteLength);
        collected.add(chunk);
      } catch (error) {
        return end(error as Error);
      }
      const turn = body.nextTurn(chunk.byteLength);
      if (!turn) return;
      request.pause();
      void turn.then(() => !isEnded && request.resume());
    };
    let isEnded = false;
    const end = (error?: Error) => {
      isEnded = true;
      unwatch();
      body.close();
      // The connection stays open for the answer, and `discardRest` reads the rest.
      request.off('data', take).off('end', end).off('error', fail).off('close', fail).pause();
      if (error) reject(error);
      else resolve(collected.bytes);
    };
    const fail = (error?: Error) => end(clientGone(error));
    const unwatch = body.watch(end);
    request.on('data', take).on('end', end).on('error', fail).on('close', fail);
  });
}

/**
 * The body of a request as it arrives, for what stores it part by part.
 * @throws {AppError} as `readBody`
 */
export async function* streamBody(request: IncomingMessage, body: OpenBody, limits?: ReadLimits): AsyncGenerator<Uint8Array> {
  if (request.destroyed) throw clientGone(request.errored);
  let isLate = (_: AppError) => {};
  const late = new Promise<never>((_, reject) => {
    isLate = reject;
  });
  late.catch(() => {});
  const unwatch = body.watch(isLate);
  const chunks: AsyncIterator<Buffer> = request.iterator({ destroyOnReturn: false });
  let sizeBytes = 0;
  try {
    for (;;) {
      // A promise that never settles would keep every chunk of a long upload.
      const next = body.isTimed ? Promise.race([chunks.next(), late]) : chunks.next();
      const { done, value } = await next.catch((error: Error) => {
        throw AppError.is(error) ? error : clientGone(error);
      });
      if (done) return;
      sizeBytes += value.byteLength;
      if (limits && sizeBytes > limits.maxBytes) throw limits.tooLarge();
      body.take(value.byteLength, { maxHeldBytes: MAX_STREAMED_BYTES });
      yield value;
      const turn = body.nextTurn(value.byteLength);
      if (turn) await turn;
    }
  } finally {
    unwatch();
    body.close();
    // Not awaited: a chunk of a client that sends no more never comes.
    chunks.return?.().catch(() => {});
  }
}

/** A client that disconnects is not an error of the server, and its answer is not sent. */
function clientGone(cause?: Error | null): AppError {
  return new AppError('body-invalid', 'The connection was closed in the middle of the body.', { cause });
}

/**
 * Keeps large chunks as they are, and copies small ones together: by themselves, chunks of one byte
 * would take a hundred times their size.
 */
class CollectedBytes {
  readonly #parts: Buffer[] = [];
  /** Where small chunks are copied to; `#shared` up to `#usedBytes` belongs to no part yet. */
  #shared: Buffer = Buffer.alloc(0);
  #usedBytes = 0;
  sizeBytes = 0;

  get bytes(): Buffer {
    this.#endShared();
    const [first, ...others] = this.#parts;
    return first && others.length === 0 ? first : Buffer.concat(this.#parts, this.sizeBytes);
  }

  add(chunk: Buffer): void {
    const isFirst = this.sizeBytes === 0;
    this.sizeBytes += chunk.byteLength;
    // Most bodies are one chunk, which is not copied.
    if (isFirst || chunk.byteLength >= LARGE_CHUNK_BYTES) {
      this.#endShared();
      this.#parts.push(chunk);
      return;
    }
    if (this.#usedBytes + chunk.byteLength > this.#shared.byteLength) {
      this.#endShared();
      this.#shared = Buffer.allocUnsafeSlow(SHARED_BYTES);
    }
    chunk.copy(this.#shared, this.#usedBytes);
    this.#usedBytes += chunk.byteLength;
  }

  #endShared(): void {
    if (this.#usedBytes > 0) this.#parts.push(this.#shared.subarray(0, this.#usedBytes));
    this.#shared = this.#shared.subarray(this.#usedBytes);
    this.#usedBytes = 0;
  }
}
