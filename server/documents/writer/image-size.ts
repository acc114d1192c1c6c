import type { DeckImage } from './deck/make-deck.ts';

/** Bytes of a JPEG file that are searched for its size. */
const SEARCHED_BYTES = 1_000_000;
const MAX_PIXELS = 30_000;

/** Size and type of a PNG, JPEG or GIF file, by its content; undefined for any other. */
export function readImage(bytes: Buffer): DeckImage | undefined {
  const size = pngSize(bytes) ?? gifSize(bytes) ?? jpegSize(bytes);
  if (!size || size.width < 1 || size.height < 1 || size.width > MAX_PIXELS || size.height > MAX_PIXELS) return undefined;
  return { ...size, base64: bytes.toString('base64') };
}

type Size = Omit<DeckImage, 'base64'>;

function pngSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 24 || bytes.readUInt32BE(0) !== 0x89504e47 || bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  return { mediaType: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function gifSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 10 || !/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return undefined;
  return { mediaType: 'image/gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}

/** The size is in the segment of the first frame (SOF0 to SOF15, which are not all in a row). */
function jpegSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 < Math.min(bytes.length, SEARCHED_BYTES); ) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { mediaType: 'image/jpeg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}
