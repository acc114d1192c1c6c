const BOMS: readonly { readonly bytes: readonly number[]; readonly charset: string }[] = [
  { bytes: [0xef, 0xbb, 0xbf], charset: 'utf-8' },
  { bytes: [0xff, 0xfe], charset: 'utf-16le' },
  { bytes: [0xfe, 0xff], charset: 'utf-16be' },
];

/**
 * Decodes by the byte order mark, else as the declared charset, UTF-8, GB18030 (as Chinese spreadsheets are) or
 * Windows-1252: the first one that fits.
 * @returns undefined for binary content: a NUL byte without a byte order mark
 */
export function decodeBytes(bytes: Uint8Array, declared?: string): string | undefined {
  const marked = BOMS.find((bom) => bom.bytes.every((byte, index) => bytes[index] === byte))?.charset;
  if (marked === undefined && bytes.subarray(0, 100_000).includes(0)) return undefined;
  for (const charset of [marked, declared, 'utf-8', 'gb18030']) {
    const text = charset === undefined ? undefined : tryCharset(bytes, charset);
    if (text !== undefined) return text;
  }
  return new TextDecoder('windows-1252').decode(bytes);
}

function tryCharset(bytes: Uint8Array, charset: string): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
