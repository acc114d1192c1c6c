import { pipeline, type Transform } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';

/** Each further one multiplies what a small answer may cost. As in undici's fetch. */
const MAX_ENCODINGS = 5;
/** What has arrived is passed on at once. */
const AT_ONCE = { flush: constants.Z_SYNC_FLUSH };
/** The method in the first byte of zlib's format, which some servers leave out of `deflate`. */
const ZLIB_METHOD = 8;
const unpackers: Readonly<Record<string, (first: Uint8Array) => Transform>> = {
  gzip: () => createGunzip(AT_ONCE),
  'x-gzip': () => createGunzip(AT_ONCE),
  deflate: ([byte = 0]) => ((byte & 15) === ZLIB_METHOD ? createInflate(AT_ONCE) : createInflateRaw(AT_ONCE)),
  br: () => createBrotliDecompress({ flush: constants.BROTLI_OPERATION_FLUSH }),
  zstd: () => createZstdDecompress(),
};

/** Why an answer could not be unpacked. */
export class UnpackError extends Error {
  override readonly name = 'UnpackError';
}

type Bytes = AsyncIterable<Uint8Array>;

/**
 * The bytes of an answer without its `Content-Encoding`. The end of each encoding is checked, so that a cut answer is
 * an error; browsers and fetch take what came for all of it. Bytes in an unknown encoding stay as they are.
 * @throws {UnpackError} also from the iteration
 */
export function unpackBody(body: Bytes, contentEncoding: string): Bytes {
  const names = contentEncoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  if (!names.every((name) => Object.hasOwn(unpackers, name))) return body;
  if (names.length > MAX_ENCODINGS) throw new UnpackError(`${names.length} content encodings are more than ${MAX_ENCODINGS}`);
  return names.toReversed().reduce(unpackOne, body);
}

/** Without any byte there is nothing to unpack: answers without a body name an encoding, too. */
async function* unpackOne(bytes: Bytes, encoding: string): AsyncGenerator<Uint8Array> {
  const chunks = bytes[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done) return;
  const rest = { [Symbol.asyncIterator]: () => chunks };
  const source = async function* () {
    yield first.value;
    yield* rest;
  };
  const unpacker = (unpackers[encoding] as (first: Uint8Array) => Transform)(first.value);
  try {
    yield* pipeline(source, unpacker, () => {});
  } catch (error) {
    throw isOfZlib(error) ? new UnpackError(`it is cut off, or not ${encoding} (${error.message})`, { cause: error }) : error;
  }
}

function isOfZlib(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && /^(Z_|ERR_|ZSTD_)/.test(String(error.code)) && 'errno' in error;
}
