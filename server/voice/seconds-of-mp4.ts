/** Boxes whose content is read as boxes. */
const PARENTS: ReadonlySet<string> = new Set(['moov', 'trak', 'mdia', 'moof', 'traf']);
const HAS_DURATION = 0x100;
const HAS_SIZE = 0x200;
const HAS_FLAGS = 0x400;
const HAS_OFFSET = 0x800;

/**
 * Length of an MP4 file: what its head says, or the samples of its fragments, which recorders write as they go.
 * @see ISO/IEC 14496-12, boxes mvhd, mdhd, tfhd and trun
 */
export function secondsOfMp4(bytes: Buffer): number | undefined {
  let ofHead = 0;
  let timescale = 0;
  let sampleDuration = 0;
  let ofFragments = 0;
  let at = 0;
  while (at + 8 <= bytes.byteLength) {
    const declared = bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    const start = at + (declared === 1 ? 16 : 8);
    // 0: to the end of the file.
    const size = declared === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : declared || bytes.byteLength - at;
    if (size < start - at) return undefined;
    if (name === 'mvhd') ofHead = readDuration(bytes, start).seconds;
    else if (name === 'mdhd') timescale = readDuration(bytes, start).timescale;
    else if (name === 'tfhd') sampleDuration = readDefaultDuration(bytes, start) ?? sampleDuration;
    else if (name === 'trun') ofFragments += readRun(bytes, start, sampleDuration);
    at = PARENTS.has(name) ? start : at + size;
  }
  if (timescale === 0) return undefined;
  const seconds = Math.max(ofHead, ofFragments / timescale);
  // A length of zero is none that could be counted.
  return seconds > 0 ? seconds : undefined;
}

/** Of mvhd and mdhd, whose beginnings are the same. */
function readDuration(bytes: Buffer, start: number): { timescale: number; seconds: number } {
  const isLong = bytes.readUInt8(start) === 1;
  const timescale = bytes.readUInt32BE(start + (isLong ? 20 : 12));
  const duration = isLong ? Number(bytes.readBigUInt64BE(start + 24)) : bytes.readUInt32BE(start + 16);
  const isUnknown = duration === 0xffff_ffff || duration >= 2 ** 63;
  return { timescale, seconds: isUnknown || timescale === 0 ? 0 : duration / timescale };
}

function readDefaultDuration(bytes: Buffer, start: number): number | undefined {
  const flags = bytes.readUIntBE(start + 1, 3);
  if (!(flags & 0x8)) return undefined;
  const before = (flags & 0x1 ? 8 : 0) + (flags & 0x2 ? 4 : 0);
  return bytes.readUInt32BE(start + 8 + before);
}

/** Duration of the samples of one run, in the timescale of the track. */
function readRun(bytes: Buffer, start: number, sampleDuration: number): number {
  const flags = bytes.readUIntBE(start + 1, 3);
  const count = bytes.readUInt32BE(start + 4);
  if (!(flags & HAS_DURATION)) return count * sampleDuration;
  const fields = [HAS_DURATION, HAS_SIZE, HAS_FLAGS, HAS_OFFSET].filter((flag) => flags & flag).length;
  let at = start + 8 + (flags & 0x1 ? 4 : 0) + (flags & 0x4 ? 4 : 0);
  let sum = 0;
  for (let index = 0; index < count; index++, at += fields * 4) sum += bytes.readUInt32BE(at);
  return sum;
}
