/** `charset'language'percent-encoded`. @see https://www.rfc-editor.org/rfc/rfc8187 */
const EXTENDED = /(?:^|[;\s])filename\*\s*=\s*"?([\w!#$&+^`{}~.-]+)'[^']*'([^;\s"]+)/i;
const PLAIN = /(?:^|[;\s])filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|"?([^;"]+))/i;
/** `=?charset?B?base64?=`, as in mail. @see https://www.rfc-editor.org/rfc/rfc2047 */
const WORD = /=\?([\w.:-]{1,40})(?:\*[\w-]*)?\?([bq])\?([^?\s]*)\?=/gi;

/**
 * The file name of a `content-disposition` header: that of `filename*` first, which may have any characters.
 * @see https://www.rfc-editor.org/rfc/rfc6266
 */
export function dispositionFileName(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const [, charset = '', encoded] = EXTENDED.exec(header) ?? [];
  if (encoded !== undefined) return decoded(percentBytes(encoded), charset) ?? percentDecoded(encoded);
  const [, quoted, token] = PLAIN.exec(header) ?? [];
  const name = quoted?.replaceAll(/\\(["\\])/g, '$1') ?? token?.trim();
  return name?.replaceAll(/\?=\s+=\?/g, '?==?').replaceAll(WORD, (word, of: string, kind: string, text: string) => {
    const bytes = kind.toLowerCase() === 'b' ? base64Bytes(text) : percentBytes(text.replaceAll('_', ' ').replaceAll('=', '%'));
    return (bytes && decoded(bytes, of)) ?? word;
  });
}

function percentBytes(text: string): Uint8Array {
  const bytes = text.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Uint8Array.from(bytes, (char) => char.charCodeAt(0));
}

function base64Bytes(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** Undefined for a charset that is not known, and bytes that do not fit it. */
function decoded(bytes: Uint8Array, charset: string): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The text as it is where it is not percent-encoded UTF-8. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
