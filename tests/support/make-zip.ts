import { crc32, deflateRawSync } from 'node:zlib';

export type ZipEntry = {
  readonly name: string;
  readonly content: Uint8Array | string;
  /** What the archive claims. @defaultValue the truth */
  readonly claimedBytes?: number;
  readonly isEncrypted?: boolean;
};

export type ZipForm = {
  /** Sizes stand behind each file, as where an archive was written to a stream. */
  readonly hasDescriptors?: boolean;
  /** The directory is described by the record for large archives. */
  readonly isLong?: boolean;
};

/**
 * A zip archive with exactly these entries, however hostile.
 * @see https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
 */
export function makeZip(entries: readonly ZipEntry[], { hasDescriptors = false, isLong = false }: ZipForm = {}): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, content, claimedBytes, isEncrypted = false } of entries) {
    const bytes = Buffer.from(content as Uint8Array);
    const packed = deflateRawSync(bytes);
    const nameBytes = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE((isEncrypted ? 0x0801 : 0x0800) | (hasDescriptors ? 8 : 0), 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(claimedBytes ?? bytes.length, 18);
    common.writeUInt16LE(nameBytes.length, 22);
    const sizes = common.subarray(10, 22);
    const head = Buffer.from(common);
    if (hasDescriptors) head.fill(0, 10, 22);
    const after = hasDescriptors ? [Buffer.from('PK\x07\x08', 'latin1'), sizes] : [];
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), head, nameBytes, packed, ...after]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, tail, nameBytes]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  if (isLong) return Buffer.concat([...locals, directory, longEnd({ entries: entries.length, size: directory.length, offset })]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, directory, Buffer.from('PK\x05\x06', 'latin1'), end]);
}

function longEnd({ entries, size, offset }: { entries: number; size: number; offset: number }): Buffer {
  const record = Buffer.alloc(56);
  record.write('PK\x06\x06', 'latin1');
  record.writeBigUInt64LE(44n, 4);
  record.writeBigUInt64LE(BigInt(entries), 24);
  record.writeBigUInt64LE(BigInt(entries), 32);
  record.writeBigUInt64LE(BigInt(size), 40);
  record.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.write('PK\x06\x07', 'latin1');
  locator.writeBigUInt64LE(BigInt(offset + size), 8);
  locator.writeUInt32LE(1, 16);
  const end = Buffer.alloc(22, 0xff);
  end.write('PK\x05\x06\0\0\0\0', 'latin1');
  end.writeUInt16LE(0, 20);
  return Buffer.concat([record, locator, end]);
}
