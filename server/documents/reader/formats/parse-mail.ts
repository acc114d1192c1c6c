import PostalMime, { type Email } from 'postal-mime';
import { charsetIn } from '#lib/text/decode-text.ts';
import { ReadingError } from '../reading-error.ts';
import type { DocumentInput } from './document-input.ts';
import { decodeUndeclared, keepUndeclared } from './undeclared-charsets.ts';

const MAX_NESTING = 50;
const MAX_HEADERS_BYTES = 1_000_000;
const MAX_CHARSETS = 1000;
/** Charsets under names that only mail programs use, which the library knows. */
const OF_MAIL_PROGRAMS =
  /jis|jp|31j|kanji|junet|kr|uhc|tis-?620|8859|(?:cp|windows-?|ms|ibm)(?:932|936|949|950|874|51932|5022\d)$/i;

/**
 * A mail, or a page that was saved like one, with its texts in the charsets that they have. Warns of unknown
 * charsets, and of a last part that is missing.
 */
export async function parseMail({ bytes, warnings }: Pick<DocumentInput, 'bytes' | 'warnings'>): Promise<Email> {
  const kept = await keepUndeclared(bytes);
  const { declared } = kept;
  const mail = await parse(kept.mail);
  const source = bytes.toString('latin1');
  for (const charset of unknownCharsets(source)) warnings.add('charset-guessed', { detail: `windows-1252 for ${charset}` });
  const boundary = boundaryOf(mail);
  if (boundary !== undefined && !source.includes(`--${boundary}--`)) warnings.add('file-incomplete');
  const { text, html } = mail;
  return {
    ...mail,
    ...(text !== undefined && { text: await decodeUndeclared(text, { warnings, declared }) }),
    ...(html !== undefined && { html: await decodeUndeclared(html, { warnings, declared, format: 'html' }) }),
  };
}

async function parse(bytes: Buffer): Promise<Email> {
  try {
    return await PostalMime.parse(bytes, { maxNestingDepth: MAX_NESTING, maxHeadersSize: MAX_HEADERS_BYTES });
  } catch (cause) {
    throw new ReadingError('document-unreadable', (cause as Error).message, { cause });
  }
}

/** Of the parts that are text. */
function unknownCharsets(source: string): Set<string> {
  const unknown = new Set<string>();
  const headers = source.matchAll(/^content-type:[ \t]*text\/(?:plain|html)\b[^\r\n]*(?:\r?\n[ \t][^\r\n]*){0,20}/gim);
  for (const [header] of headers) {
    const charset = charsetIn(header);
    if (charset === undefined || isKnown(charset) || OF_MAIL_PROGRAMS.test(charset)) continue;
    if (unknown.size < MAX_CHARSETS) unknown.add(charset);
  }
  return unknown;
}

function isKnown(charset: string): boolean {
  return [charset, charset.replace(/^(?:x-ms-|x-|cs)/i, '')].some((label) => {
    try {
      return Boolean(new TextDecoder(label));
    } catch {
      return false;
    }
  });
}

function boundaryOf({ headers }: Email): string | undefined {
  const type = headers.find(({ key }) => key === 'content-type')?.value ?? '';
  if (!/^\s*multipart\//i.test(type)) return undefined;
  const [, quoted, plain] = /boundary\s*=\s*(?:"([^"]{1,200})"|([^\s;]{1,200}))/i.exec(type) ?? [];
  return quoted ?? plain;
}
