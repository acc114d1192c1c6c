const LOCAL_FILE = 0x04034b50;
const CENTRAL_FILE = 0x02014b50;
const END = Buffer.from('PK\x05\x06', 'latin1');
const END_BYTES = 22;
const LOCATOR = 0x07064b50;
const LOCATOR_BYTES = 20;
const END_64 = 0x06064b50;
const END_64_BYTES = 56;
const OVERFLOW = 0xffffffff;
/** Ends that are tried: a hostile file can hold many marks without a directory. */
const MAX_ENDS = 50;

/** The directory of an archive as its end describes it, with its place in the file. */
type Bounds = {
  /** Of the end record. */
  readonly end: number;
  /** Bytes before the archive: what its own offsets do not count. */
  readonly before: number;
  readonly entries: number;
};

/**
 * The archive in a file without the bytes around it, as some programs, mail gateways and downloads
 * leave. Undefined when there is none, or when its end is cut off.
 * @see https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT sections 4.3.14 to 4.3.16
 */
export function bareZip(bytes: Buffer): Buffer | undefined {
  const bounds = boundsOf(bytes);
  if (!bounds) return undefined;
  const { end, before } = bounds;
  const isBare = before === 0 && end + END_BYTES + bytes.readUInt16LE(end + 20) === bytes.length;
  if (isBare) return bytes;
  const archive = Buffer.from(bytes.subarray(before, end + END_BYTES));
  // What follows is no comment of the archive.
  archive.writeUInt16LE(0, archive.length - 2);
  return archive;
}

/** Whether an archive with files is somewhere in these bytes, from its first file to its end. */
export function holdsZip(bytes: Buffer): boolean {
  const bounds = boundsOf(bytes);
  return bounds !== undefined && bounds.entries > 0;
}

/** The last end record whose directory is where it says. */
function boundsOf(bytes: Buffer): Bounds | undefined {
  let end = bytes.length;
  for (let tried = 0; tried < MAX_ENDS && end > 0; tried++) {
    end = bytes.lastIndexOf(END, end - 1);
    if (end < 0) return undefined;
    const bounds = end + END_BYTES <= bytes.length ? checkedEnd(bytes, end) : undefined;
    if (bounds) return bounds;
  }
  return undefined;
}

function checkedEnd(bytes: Buffer, end: number): Bounds | undefined {
  const short = {
    entries: bytes.readUInt16LE(end + 10),
    size: bytes.readUInt32LE(end + 12),
    offset: bytes.readUInt32LE(end + 16),
  };
  const locator = end - LOCATOR_BYTES;
  const hasLong = locator >= END_64_BYTES && bytes.readUInt32LE(locator) === LOCATOR;
  const long = hasLong ? longEnd(bytes, locator) : undefined;
  if (hasLong && !long) return undefined;
  const { entries, size, offset, start } = long ?? { ...short, start: end };
  if (entries === 0) return { end, before: 0, entries };
  if (size === OVERFLOW || offset === OVERFLOW) return undefined;
  // Where the offsets count from is only known by the place of the directory before its end.
  for (const before of new Set([0, start - size - offset])) {
    const directory = before + offset;
    const isThere = before >= 0 && directory + 4 <= start && bytes.readUInt32LE(directory) === CENTRAL_FILE;
    if (isThere && (before === 0 || bytes.readUInt32LE(before) === LOCAL_FILE)) return { end, before, entries };
  }
  return undefined;
}

/** The end record of archives with more or larger files than the short one can say. */
function longEnd(bytes: Buffer, locator: number): { entries: number; size: number; offset: number; start: number } | undefined {
  const stated = Number(bytes.readBigUInt64LE(locator + 8));
  const start = [stated, locator - END_64_BYTES].find(
    (at) => at >= 0 && at + END_64_BYTES <= locator && bytes.readUInt32LE(at) === END_64,
  );
  if (start === undefined) return undefined;
  const [entries = 0, size = 0, offset = 0] = [32, 40, 48].map((at) => Number(bytes.readBigUInt64LE(start + at)));
  return { entries, size, offset, start };
}
