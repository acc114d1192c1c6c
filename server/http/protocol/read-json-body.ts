import type { IncomingMessage } from 'node:http';
import { AppError } from '#lib/errors/app-error.ts';
import { hasPrototypeKey } from '#lib/json/has-prototype-key.ts';
import { type JsonReading, readJsonText } from '#lib/json/json-limits.ts';

export const MAX_BODY_BYTES = 5 * 1024 * 1024;
const JSON_TYPE = /^application\/json\s*(;|$)/i;

/**
 * The JSON of a request.
 * @throws {AppError} `content-type-unsupported`, `body-too-large`, or `body-invalid` when it is no
 * JSON or nested too deeply
 */
export async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  const contentType = request.headers['content-type'] ?? '';
  if (!JSON_TYPE.test(contentType)) {
    throw new AppError(
      'content-type-unsupported',
      `Send the body as application/json, not as ${contentType || 'something without a content type'}.`,
    );
  }
  const text = await readText(request);
  const { value, excess } = parseJson(text);
  if (excess !== undefined) throw new AppError('body-invalid', `The body has ${excess}.`);
  if (hasPrototypeKey(value)) throw new AppError('body-invalid', 'The body has a key named __proto__; give it another name.');
  return value;
}

/** With listeners: an iterator of the stream costs a small request several times as much. */
function readText(request: IncomingMessage): Promise<string> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) return Promise.reject(tooLarge());
  if (request.destroyed) return Promise.reject(cut(request.errored));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let sizeBytes = 0;
    const take = (chunk: Buffer) => {
      sizeBytes += chunk.byteLength;
      chunks.push(chunk);
      if (sizeBytes > MAX_BODY_BYTES) end(tooLarge());
    };
    const end = (error?: Error) => {
      // The connection stays open for the answer, and `discardRest` reads the rest.
      request.off('data', take).off('end', end).off('error', fail).off('close', fail).pause();
      if (error) reject(error);
      else resolve(Buffer.concat(chunks).toString('utf8'));
    };
    const fail = (error?: Error) => end(cut(error));
    request.on('data', take).on('end', end).on('error', fail).on('close', fail);
  });
}

function cut(cause?: Error | null): Error {
  return cause ?? new Error('The connection was closed in the middle of the body');
}

function tooLarge(): AppError {
  return new AppError('body-too-large', `The body may have at most ${MAX_BODY_BYTES} bytes.`, {
    details: { maxBytes: MAX_BODY_BYTES },
  });
}

function parseJson(text: string): JsonReading {
  if (text.trim() === '') throw new AppError('body-invalid', 'The body is empty; send JSON.');
  try {
    return readJsonText(text);
  } catch (cause) {
    throw new AppError('body-invalid', `The body is no JSON: ${(cause as Error).message}`, { cause });
  }
}
