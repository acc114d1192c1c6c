const SEGMENT = 0x18538067;
const INFO = 0x1549a966;
const CLUSTER = 0x1f43b675;
const BLOCK_GROUP = 0xa0;
const TIMESTAMP_SCALE = 0x2ad7b1;
const TIMESTAMP = 0xe7;
const SIMPLE_BLOCK = 0xa3;
const BLOCK = 0xa1;
/** Elements whose content is read as elements. */
const PARENTS: ReadonlySet<number> = new Set([SEGMENT, INFO, CLUSTER, BLOCK_GROUP]);
const DEFAULT_SCALE_NS = 1_000_000;

/**
 * Length of a WebM file: the time of its last block. Recorders of browsers write no duration.
 * @see https://www.rfc-editor.org/rfc/rfc9559
 */
export function secondsOfWebm(bytes: Buffer): number | undefined {
  let scaleNs = DEFAULT_SCALE_NS;
  let clusterTime = 0;
  let last: number | undefined;
  let at = 0;
  while (at < bytes.byteLength) {
    const id = readNumber(bytes, at, { keepsMark: true });
    const size = readNumber(bytes, at + id.length, { keepsMark: false });
    const start = at + id.length + size.length;
    // Read through: its elements follow, also where its size is not known.
    if (PARENTS.has(id.value)) {
      at = start;
      continue;
    }
    const end = start + size.value;
    if (end > bytes.byteLength) break;
    if (id.value === TIMESTAMP_SCALE) scaleNs = readUnsigned(bytes, start, end);
    else if (id.value === TIMESTAMP) clusterTime = readUnsigned(bytes, start, end);
    else if (id.value === SIMPLE_BLOCK || id.value === BLOCK) {
      const track = readNumber(bytes, start, { keepsMark: false });
      last = Math.max(last ?? 0, clusterTime + bytes.readInt16BE(start + track.length));
    }
    at = end;
  }
  return last === undefined ? undefined : (last * scaleNs) / 1e9;
}

/** A number of EBML, whose first byte says how many there are. */
function readNumber(bytes: Buffer, at: number, { keepsMark }: { keepsMark: boolean }): { value: number; length: number } {
  const first = bytes.readUInt8(at);
  const length = Math.clz32(first) - 23;
  // No number begins with a zero byte.
  if (length > 8) throw new RangeError();
  let value = keepsMark ? first : first & (0xff >> length);
  for (let index = 1; index < length; index++) value = value * 256 + bytes.readUInt8(at + index);
  return { value, length };
}

function readUnsigned(bytes: Buffer, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at++) value = value * 256 + bytes.readUInt8(at);
  return value;
}
