/** A range of bytes: from `start`, up to and without `end`. */
export type ByteRange = { readonly start: number; readonly end: number };

export type StoredBlob = { readonly key: string; readonly sizeBytes: number; readonly changedAt: Date };

/**
 * Immutable content under keys that the server made, `<workspace>/<id>`: a folder of this machine,
 * or a bucket. Each blob is small enough for memory (`PART_BYTES`); a file is a list of them.
 * @throws {NodeFailure} `file-failed` when the store does not answer or refuses; retryable
 */
export interface BlobStore {
  /** Durable and complete once it resolves, or not stored at all. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** The bytes of a range. @throws {NodeFailure} `file-failed` when there is no such blob, too */
  read(key: string, range: ByteRange): AsyncIterable<Uint8Array>;
  /** Deletes blobs; those that do not exist count as deleted. */
  remove(keys: readonly string[]): Promise<void>;
  /** All blobs, in no order. */
  list(): AsyncIterable<StoredBlob>;
}

/** Content is cut into parts of this size; an upload continues after its last complete part. */
export const PART_BYTES = 8 * 1024 * 1024;

const KEY = /^[\w-]{1,100}\/[\w-]{1,100}$/;

/** A key is part of a path and of an address, so nothing else may be in it. */
export function assertKey(key: string): void {
  if (!KEY.test(key)) throw new Error(`'${key}' is no key of a blob`);
}
