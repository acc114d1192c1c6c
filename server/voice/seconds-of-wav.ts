/** Integers, floats, and either of them with more about the channels. */
const PCM = [1, 3, 0xfffe];

/** Length of an uncompressed WAV file: its samples by their rate. @see https://www.rfc-editor.org/rfc/rfc2361 */
export function secondsOfWav(bytes: Buffer): number | undefined {
  let bytesPerSecond = 0;
  let at = 12;
  while (at + 8 <= bytes.byteLength) {
    const name = bytes.toString('latin1', at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    if (name === 'fmt ' && PCM.includes(bytes.readUInt16LE(at + 8)))
      bytesPerSecond = bytes.readUInt32LE(at + 12) * bytes.readUInt16LE(at + 20);
    // A recorder that writes as it goes does not know the size.
    if (name === 'data') return bytesPerSecond > 0 ? Math.min(size, bytes.byteLength - at - 8) / bytesPerSecond : undefined;
    // Chunks begin at even places.
    at += 8 + size + (size % 2);
  }
  return undefined;
}
