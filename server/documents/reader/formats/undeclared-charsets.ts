import { isUtf8 } from 'node:buffer';
import { charsetIn, decodeText } from '#lib/text/decode-text.ts';
import { decodeBytes } from '../decode-bytes.ts';
import type { Warnings } from '../warnings.ts';

/** Bytes above 127 become U+F780 to U+F7FF, so that they can be had back. */
const MARK = '; charset=x-user-defined';
/** The name of a charset that is not believed, in its header. */
const DOUBTED = 'x-threadloom-charset';
const CONTENT_TYPE = /^content-type:[ \t]*text\/(?:plain|html)\b[^\r\n]*(?:\r?\n[ \t][^\r\n]*){0,20}/gim;
const TYPE = /^content-type:[ \t]*text\/(?:plain|html)/i;
/** Names that mail programs give when they do not know better, and which fit any bytes. */
const DOUBTFUL = /^(?:(?:us-)?ascii|ansi_x3\.4-1968|iso646-us|iso-8859-1|latin-?1|windows-1252|cp1252)$/i;
const LATIN = /iso-8859|latin|1252/i;
const MAYBE_BYTES = /[\0-\x7f\uf780-\uf7ff]+/g;
const BYTES = /[\uf780-\uf7ff]/;
const EACH_BYTE = new RegExp(BYTES, 'g');
/** A header, a line that continues one, or what mailboxes in one file have before a mail. */
const HEADER_LINE = /^(?:[!-9;-~]{1,200}[ \t]*:|[ \t]|>?From )/;
const MAX_BOUNDARIES = 1000;

export type KeptMail = {
  readonly mail: Buffer;
  /** Of texts that are kept as bytes though they declare a charset, which often is wrong. */
  readonly declared: string | undefined;
};

/**
 * A mail whose texts without a charset are kept as bytes, because a mail parser would take them for
 * UTF-8; `decodeUndeclared` reads what it makes of them. Headers in another charset become UTF-8.
 */
export async function keepUndeclared(bytes: Buffer): Promise<KeptMail> {
  const mail = bytes.subarray(bytes.findIndex((byte) => byte !== 0x0a && byte !== 0x0d));
  const source = mail.toString('latin1');
  const end = endOfHeaders(source);
  const headers = await headersOf(mail, end);
  const rest = source.slice(end);
  const body = endHeadersOfParts(/^\r?\n\r?\n/.test(rest) ? rest : `\r\n\r\n${rest}`, boundariesIn(source));
  const doubted = new Set<string>();
  const mark = (part: string) => part.replaceAll(CONTENT_TYPE, (header) => markType(header, doubted));
  const named = mark(/^content-type:/im.test(headers) ? headers : `Content-Type: text/plain\r\n${headers}`);
  const kept = Buffer.concat([Buffer.from(named, 'utf8'), Buffer.from(mark(body), 'latin1')]);
  const isLatin = doubted.size > 0 && [...doubted].every((charset) => LATIN.test(charset));
  return { mail: kept, declared: isLatin ? 'windows-1252' : undefined };
}

/**
 * A text of a parsed mail: what was kept as bytes in the charset that its HTML declares, UTF-8, the one that its
 * header declares, or a guessed one.
 */
export async function decodeUndeclared(
  text: string,
  options: { warnings: Warnings; format?: 'html'; declared: string | undefined },
): Promise<string> {
  const unmarked = text.replaceAll(MARK, '').replaceAll(DOUBTED, 'charset');
  let decoded = '';
  let done = 0;
  for (const { 0: part, index } of unmarked.matchAll(MAYBE_BYTES)) {
    if (!BYTES.test(part)) continue;
    const bytes = Buffer.from(
      part.replaceAll(EACH_BYTE, (char) => String.fromCharCode(char.charCodeAt(0) & 0xff)),
      'latin1',
    );
    decoded += unmarked.slice(done, index) + ((await decodeBytes(bytes, options))?.text ?? part);
    done = index + part.length;
  }
  return decoded + unmarked.slice(done);
}

/** Headers without an encoding are in the charset of the text, if they are not UTF-8. */
async function headersOf(mail: Buffer, end: number): Promise<string> {
  const headers = mail.subarray(0, end);
  if (isUtf8(headers)) return headers.toString('utf8');
  const declared = /^content-type:[^\r\n]*(?:\r?\n[ \t][^\r\n]*){0,20}/im.exec(headers.toString('latin1'))?.[0];
  const { charset } = await decodeText(mail, { declared });
  return (await decodeText(headers, { chosen: charset })).text;
}

/** Where an empty line ends the headers, or a line that is no header: it belongs to the text. */
function endOfHeaders(source: string): number {
  let start = 0;
  while (start < source.length) {
    const next = source.indexOf('\n', start);
    const end = next === -1 ? source.length : next + 1;
    const line = source.slice(start, end).replace(/\r?\n$/, '');
    if (line === '') return source[start - 2] === '\r' ? start - 2 : Math.max(0, start - 1);
    if (!HEADER_LINE.test(line)) return start;
    start = end;
  }
  return source.length;
}

/** The same in parts: a line after a boundary that is no header would be lost as one. */
function endHeadersOfParts(body: string, boundaries: ReadonlySet<string>): string {
  return body.replaceAll(/^--([^\r\n]{1,250})\r?\n(?=([^\r\n]{0,250}))/gm, (line, boundary: string, next: string) =>
    boundaries.has(boundary.trimEnd()) && next.trim() !== '' && !HEADER_LINE.test(next) ? `${line}\r\n` : line,
  );
}

function boundariesIn(source: string): Set<string> {
  const boundaries = new Set<string>();
  for (const [, quoted, plain] of source.matchAll(/\bboundary\s{0,9}=\s{0,9}(?:"([^"\r\n]{1,200})"|([^\s;"]{1,200}))/gi))
    if (boundaries.size < MAX_BOUNDARIES) boundaries.add(quoted ?? plain ?? '');
  return boundaries;
}

function markType(header: string, doubted: Set<string>): string {
  const charset = charsetIn(header);
  if (charset === undefined || !/charset/i.test(header)) return header.replace(TYPE, (type) => type + MARK);
  if (!DOUBTFUL.test(charset)) return header;
  doubted.add(charset);
  return header.replace(/charset(?=\s{0,20}=)/i, DOUBTED).replace(TYPE, (type) => type + MARK);
}
