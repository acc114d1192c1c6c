import { secondsOfMp4 } from './seconds-of-mp4.ts';
import { secondsOfOgg } from './seconds-of-ogg.ts';
import { secondsOfWav } from './seconds-of-wav.ts';
import { secondsOfWebm } from './seconds-of-webm.ts';

export type Recording = { readonly mediaType: string; readonly seconds: number };

const KINDS: readonly {
  readonly mediaType: string;
  readonly isThis: (bytes: Buffer) => boolean;
  readonly secondsOf: (bytes: Buffer) => number | undefined;
}[] = [
  { mediaType: 'audio/webm', isThis: (bytes) => bytes.readUInt32BE(0) === 0x1a45dfa3, secondsOf: secondsOfWebm },
  { mediaType: 'audio/ogg', isThis: (bytes) => bytes.toString('latin1', 0, 4) === 'OggS', secondsOf: secondsOfOgg },
  { mediaType: 'audio/mp4', isThis: (bytes) => bytes.toString('latin1', 4, 8) === 'ftyp', secondsOf: secondsOfMp4 },
  {
    mediaType: 'audio/wav',
    isThis: (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WAVE',
    secondsOf: secondsOfWav,
  },
];
const MIN_BYTES = 12;

/**
 * What a recording is, by its content alone, and how long it is.
 * @returns undefined for anything that no browser records, and for what cannot be read
 */
export function readRecording(bytes: Buffer): Recording | undefined {
  if (bytes.byteLength < MIN_BYTES) return undefined;
  const kind = KINDS.find(({ isThis }) => isThis(bytes));
  const seconds = kind && withinBytes(() => kind.secondsOf(bytes));
  return kind && seconds !== undefined && Number.isFinite(seconds) && seconds >= 0
    ? { mediaType: kind.mediaType, seconds }
    : undefined;
}

/** A file that ends too early is unreadable. */
function withinBytes(read: () => number | undefined): number | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
