const HEADER_BYTES = 27;
const OPUS_RATE = 48_000;
/** Of a page on which no packet ends. */
const NO_POSITION = 0xffff_ffff_ffff_ffffn;

/**
 * Length of an Ogg file of Opus or Vorbis: the largest position of its pages.
 * @see https://www.rfc-editor.org/rfc/rfc3533
 */
export function secondsOfOgg(bytes: Buffer): number | undefined {
  const head = bytes.subarray(0, 512);
  const rate = head.includes('OpusHead') ? OPUS_RATE : vorbisRate(head);
  if (!rate) return undefined;
  let last = 0n;
  let at = 0;
  while (at + HEADER_BYTES <= bytes.byteLength && bytes.toString('latin1', at, at + 4) === 'OggS') {
    const position = bytes.readBigUInt64LE(at + 6);
    if (position !== NO_POSITION && position > last) last = position;
    const segments = bytes.readUInt8(at + 26);
    let size = 0;
    for (let index = 0; index < segments; index++) size += bytes.readUInt8(at + HEADER_BYTES + index);
    at += HEADER_BYTES + segments + size;
  }
  return Number(last) / rate;
}

function vorbisRate(head: Buffer): number | undefined {
  const at = head.indexOf('\x01vorbis', 0, 'latin1');
  return at < 0 ? undefined : head.readUInt32LE(at + 12);
}
