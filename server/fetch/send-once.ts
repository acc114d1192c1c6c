import { type Dispatcher, request as undiciRequest } from 'undici';
import type { GuardedRequest } from './guarded-request.ts';
import { unpackBody } from './unpack-body.ts';

/** As browsers and fetch send them; a header of the request replaces one. */
const DEFAULT_HEADERS = { accept: '*/*', 'accept-language': '*', 'user-agent': 'threadloom' };
const ENCODINGS = 'gzip, deflate, br, zstd';
const TEXT_TYPE = 'text/plain;charset=UTF-8';
/** Limits for the rest of a body that is not read. */
const DISCARDED_BYTES = 100_000;
const DISCARD_MS = 1000;
const STATUSES_WITHOUT_BODY: readonly number[] = [204, 205, 304];

/** The answer of one hop. */
export type Answer = {
  readonly status: number;
  /** By name in lower case, a character for each byte. Values of a repeated header are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  readonly hasBody: boolean;
  /** Unpacked. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Ends the answer without its body. */
  readonly discard: () => Promise<void>;
  /** Closes the connection. */
  readonly close: () => void;
};

/** Sends a request as it is written, a body of `GET` too, which fetch refuses. Follows no redirect. */
export async function sendOnce(
  url: URL,
  { method, headers, body }: GuardedRequest,
  { dispatcher, signal }: { readonly dispatcher: Dispatcher; readonly signal: AbortSignal },
): Promise<Answer> {
  const sent = {
    ...DEFAULT_HEADERS,
    // The range is one of the bytes as they are sent.
    'accept-encoding': headers.range === undefined ? ENCODINGS : 'identity',
    ...(typeof body === 'string' && { 'content-type': TEXT_TYPE }),
    ...headers,
  };
  const answer = await undiciRequest(url, {
    method: method as Dispatcher.HttpMethod,
    headers: sent,
    body: body ?? null,
    dispatcher,
    signal,
  });
  const { statusCode: status, body: packed } = answer;
  packed.on('error', () => {});
  const read = joined(answer.headers);
  const hasBody = method !== 'HEAD' && !STATUSES_WITHOUT_BODY.includes(status);
  return {
    status,
    headers: read,
    hasBody,
    body: hasBody ? unpackedOrClosed(packed, read['content-encoding'] ?? '') : packed,
    discard: () => discard(packed),
    close: () => void packed.destroy(),
  };
}

type Packed = Awaited<ReturnType<typeof undiciRequest>>['body'];

/** A body that cannot be unpacked keeps no connection. */
function unpackedOrClosed(packed: Packed, encoding: string): AsyncIterable<Uint8Array> {
  try {
    return unpackBody(packed, encoding);
  } catch (error) {
    packed.destroy();
    throw error;
  }
}

/** A short rest is read, so that the connection is used again; a long or slow one ends with its connection. */
async function discard(packed: Packed): Promise<void> {
  const rest = packed.dump({ limit: DISCARDED_BYTES }).catch(() => {});
  const timer = setTimeout(() => packed.destroy(), DISCARD_MS);
  await rest;
  clearTimeout(timer);
}

/** The body as a stream of the web; null for an answer that has none. */
export function streamOf({ body, hasBody, close }: Answer): ReadableStream<Uint8Array> | null {
  if (!hasBody) return null;
  const chunks = body[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(new Uint8Array(value));
    },
    cancel: close,
  });
}

function joined(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]));
}
