import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';

const UNPACKERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

/**
 * The body of a response without its compression, which proxies add although it was not asked for. Both streams end
 * together.
 */
export function unpackMessage(message: IncomingMessage): Readable {
  const encoding = (message.headers['content-encoding'] ?? '').trim().toLowerCase();
  if (!Object.hasOwn(UNPACKERS, encoding)) return message;
  const unpacker = UNPACKERS[encoding]?.();
  // The error is that of the unpacker, whose reader sees it.
  return unpacker ? pipeline(message, unpacker, () => {}) : message;
}
