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

/**
 * Text of others in the first charset that fits all of its bytes: that of its byte order mark, the
 * declared one, UTF-8, a guessed one. Where a declared one and UTF-8 do not fit, the declared one is
 * used, and bytes that have no character become U+FFFD.
 */
export async function decodeText(bytes: Uint8Array, options: DecodeOptions = {}): Promise<DecodedText> {
  const { chosen, declared, format } = options;
  if (chosen !== undefined) return decodeAs(bytes, chosen);
  const marked = BOMS.find((bom) => bom.bytes.every((byte, index) => bytes[index] === byte))?.charset;
  if (marked !== undefined) return decodeAs(bytes, marked);
  const named = [charsetIn(declared), format && declaredInText(bytes, format)].filter((label) => isCharset(label));
  for (const charset of [...named, 'utf-8']) {
    const text = tryCharset(bytes, charset);
    if (text !== undefined) return { text, charset, isGuessed: false, isDamaged: false };
  }
  const [first] = named;
  if (first !== undefined) return decodeAs(bytes, first);
  return guess(bytes);
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
