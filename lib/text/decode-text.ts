import { isCharset } from './charset.ts';

export type DecodeOptions = {
  /** What a person chose: nothing else is tried. A label as `TextDecoder` takes it. */
  readonly chosen?: string | undefined;
  /** Of a header, as `text/html; charset=gbk`, or a charset alone. */
  readonly declared?: string | undefined;
  /** Where the text itself may declare its charset. @defaultValue nowhere */
  readonly format?: 'xml' | 'html' | undefined;
};

export type DecodedText = {
  readonly text: string;
  /** As `TextDecoder` names it. */
  readonly charset: string;
  /** Nothing declared the charset, and the bytes are no UTF-8: it was guessed by the frequency of characters. */
  readonly isGuessed: boolean;
  /** Bytes that fit no character of the charset became U+FFFD. */
  readonly isDamaged: boolean;
};

const BOMS: readonly { readonly bytes: readonly number[]; readonly charset: string }[] = [
  { bytes: [0xef, 0xbb, 0xbf], charset: 'utf-8' },
  { bytes: [0xff, 0xfe], charset: 'utf-16le' },
  { bytes: [0xfe, 0xff], charset: 'utf-16be' },
];
/** Browsers look for a declaration of HTML in its head, which may be long. */
const DECLARATION_BYTES = 100_000;
/** More text makes no guess better, and each kilobyte costs time. */
const SAMPLE_BYTES = 20_000;
/** Names of the detector that `TextDecoder` has under another one. */
const OTHER_NAMES: Readonly<Record<string, string>> = { cp932: 'shift_jis', cp949: 'euc-kr', cp874: 'windows-874' };
/** Of them some bytes fit no character, so that a text which fits is in it. All others fit any bytes. */
const SELECTIVE = /^(?:utf-|gb|big5|euc-|shift_jis|iso-2022|hz)/;
/** `TextDecoder` takes it for windows-1252. */
const ASCII = /^(?:us-|csisolatin)?ascii$|^ansi_x3\.4-19(?:68|86)$|^iso_?646|^iso-ir-6$/i;
/** So many characters of UTF-8 in bytes that are all UTF-8 do not happen by chance in a text of another charset. */
const SURELY_UTF8 = 3;
const UTF_32LE = [0xff, 0xfe, 0, 0] as const;
/** Escapes of texts that are ASCII byte by byte. */
const ISO_2022_KR = '\u001b$)C';
const ISO_2022_JP = ['\u001b$B', '\u001b$@'];

/**
 * Text of others in the first charset that fits all of its bytes: that of its byte order mark, the
 * declared one, UTF-8, a guessed one. Where a declared one and UTF-8 do not fit, the declared one is
 * used, and bytes that have no character become U+FFFD.
 */
export async function decodeText(bytes: Uint8Array, options: DecodeOptions = {}): Promise<DecodedText> {
  const { chosen, declared, format } = options;
  if (chosen !== undefined) return decodeAs(bytes, chosen);
  if (UTF_32LE.every((byte, index) => bytes[index] === byte)) return decodeUtf32(bytes);
  const marked = BOMS.find((bom) => bom.bytes.every((byte, index) => bytes[index] === byte))?.charset;
  if (marked !== undefined) return decodeAs(bytes, marked);
  const named = [charsetIn(declared), format && declaredInText(bytes, format)].filter(
    (label) => isCharset(label) && !ASCII.test(label),
  ) as string[];
  const wide = named.length === 0 ? wideWithoutMark(bytes) : undefined;
  if (wide !== undefined) return { ...decodeAs(bytes, wide), isGuessed: true };
  for (const charset of candidates(bytes, named)) {
    const text = tryCharset(bytes, charset);
    if (text === undefined) continue;
    const escaped =
      named.length === 0 && ISO_2022_JP.some((begin) => text.includes(begin)) ? tryCharset(bytes, 'iso-2022-jp') : undefined;
    // Of Korean in this form there is no decoder.
    if (named.length === 0 && text.includes(ISO_2022_KR)) return { text, charset, isGuessed: true, isDamaged: false };
    if (escaped !== undefined) return { text: escaped, charset: 'iso-2022-jp', isGuessed: true, isDamaged: false };
    return { text, charset: new TextDecoder(charset).encoding, isGuessed: false, isDamaged: false };
  }
  const [first] = named;
  if (first !== undefined) return decodeAs(bytes, first);
  return guess(bytes);
}

/** The declared ones, then UTF-8; before one that would fit any bytes, if there is no doubt. */
function candidates(bytes: Uint8Array, named: readonly string[]): string[] {
  const [first] = named;
  const isDoubtful = first !== undefined && !SELECTIVE.test(new TextDecoder(first).encoding);
  return isDoubtful && isSurelyUtf8(bytes) ? ['utf-8'] : [...named, 'utf-8'];
}

function isSurelyUtf8(bytes: Uint8Array): boolean {
  let count = 0;
  for (const byte of bytes) if (byte >= 0xc2 && ++count === SURELY_UTF8) return tryCharset(bytes, 'utf-8') !== undefined;
  return false;
}

/** UTF-16 of mostly ASCII: every second byte of its start is zero, and no other. */
function wideWithoutMark(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const head = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = [0, 0];
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (head.length < 2 || bytes.length % 2 === 1) return undefined;
  if (even === 0 && odd > head.length * 0.3) return 'utf-16le';
  return odd === 0 && even > head.length * 0.3 ? 'utf-16be' : undefined;
}

/** `TextDecoder` has no UTF-32. */
function decodeUtf32(bytes: Uint8Array): DecodedText {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength - (bytes.byteLength % 4));
  const pieces: string[] = [];
  let isDamaged = bytes.byteLength % 4 !== 0;
  for (let at = UTF_32LE.length; at < view.byteLength; at += 4) {
    const code = view.getUint32(at, true);
    const isCharacter = code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    isDamaged ||= !isCharacter;
    pieces.push(isCharacter ? String.fromCodePoint(code) : '\ufffd');
  }
  return { text: pieces.join(''), charset: 'utf-32le', isGuessed: false, isDamaged };
}

/** @throws {RangeError} for a charset that does not exist */
function decodeAs(bytes: Uint8Array, label: string): DecodedText {
  const { encoding: charset } = new TextDecoder(label);
  const text = tryCharset(bytes, charset);
  if (text !== undefined) return { text, charset, isGuessed: false, isDamaged: false };
  return { text: new TextDecoder(charset).decode(bytes), charset, isGuessed: false, isDamaged: true };
}

async function guess(bytes: Uint8Array): Promise<DecodedText> {
  const charset = await detectCharset(bytes);
  const text = charset === undefined ? undefined : tryCharset(bytes, charset);
  if (charset !== undefined && text !== undefined) return { text, charset, isGuessed: true, isDamaged: false };
  return { ...decodeAs(bytes, 'windows-1252'), isGuessed: true };
}

async function detectCharset(bytes: Uint8Array): Promise<string | undefined> {
  const { detect } = await import('jschardet');
  const found = detect(bytes.subarray(0, SAMPLE_BYTES)).encoding?.toLowerCase() ?? '';
  const label = OTHER_NAMES[found] ?? found;
  return isCharset(label) ? new TextDecoder(label).encoding : undefined;
}

function tryCharset(bytes: Uint8Array, charset: string): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The charset of a content type, in any quotes, or of a header that names one alone. */
export function charsetIn(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const [, named] = /charset\s{0,20}=\s{0,20}["']?([\w:.-]{1,40})/i.exec(header) ?? [];
  return named ?? (/^[\w:.-]{1,40}$/.test(header) ? header : undefined);
}

/** What an XML declaration or a `<meta>` of HTML names. Both are ASCII, or UTF-16 without a mark. */
function declaredInText(bytes: Uint8Array, format: 'xml' | 'html'): string | undefined {
  const wide = bytes[0] === 0x3c && bytes[1] === 0 ? 'utf-16le' : bytes[0] === 0 && bytes[1] === 0x3c ? 'utf-16be' : undefined;
  if (wide !== undefined) return wide;
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, DECLARATION_BYTES));
  const [, xml] = /^\s{0,100}<\?xml\s[^>]{0,200}?encoding\s{0,20}=\s{0,20}["']([\w:.-]{1,40})/i.exec(start) ?? [];
  const named = xml ?? (format === 'html' ? charsetOfMeta(start) : undefined);
  // A text whose declaration can be read byte by byte is in no UTF-16, whatever it says. So do browsers.
  return named !== undefined && /^utf-?16/i.test(named) ? 'utf-8' : named;
}

function charsetOfMeta(html: string): string | undefined {
  for (const [tag] of html.matchAll(/<meta\s[^>]{0,500}>/gi)) {
    const named = charsetIn(tag);
    if (named !== undefined) return named;
  }
  return undefined;
}
