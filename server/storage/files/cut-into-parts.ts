/**
 * A stream in pieces of exactly `partBytes`, the last one shorter; none for an empty stream. Holds
 * one part in memory: the next piece overwrites the last one.
 */
export async function* cutIntoParts(content: AsyncIterable<Uint8Array>, partBytes: number): AsyncGenerator<Uint8Array> {
  let part = Buffer.allocUnsafe(0);
  let used = 0;
  for await (const chunk of content) {
    for (let from = 0; from < chunk.byteLength; ) {
      if (part.byteLength === used) part = grown(part, used, partBytes);
      const taken = Math.min(chunk.byteLength - from, part.byteLength - used);
      part.set(chunk.subarray(from, from + taken), used);
      used += taken;
      from += taken;
      if (used < partBytes) continue;
      yield part;
      used = 0;
    }
  }
  if (used > 0) yield part.subarray(0, used);
}

const FIRST_BYTES = 64 * 1024;

/** Doubled, so that a small file needs no buffer of a whole part. */
function grown(part: Buffer<ArrayBuffer>, used: number, partBytes: number): Buffer<ArrayBuffer> {
  const larger = Buffer.allocUnsafe(Math.min(partBytes, Math.max(FIRST_BYTES, used * 2)));
  larger.set(part.subarray(0, used));
  return larger;
}
