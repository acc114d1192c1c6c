import { isUtf8 } from 'node:buffer';
import { decodeText } from '#lib/text/decode-text.ts';
import { decodeBytes } from '../decode-bytes.ts';
import type { Warnings } from '../warnings.ts';

/** Bytes above 127 become U+F780 to U+F7FF, so that they can be had back. */
const MARK = '; charset=x-user-defined';
const CONTENT_TYPE = /^content-type:[ \t]*text\/(?:plain|html)\b(?![^\r\n]*(?:\r?\n[ \t][^\r\n]*){0,20}charset)/gim;
const MAYBE_BYTES = /[\0-\x7f\uf780-\uf7ff]+/g;
const BYTES = /[\uf780-\uf7ff]/;
const EACH_BYTE = new RegExp(BYTES, 'g');

/**
 * A mail whose texts without a charset are kept as bytes, because a mail parser would take them for
 * UTF-8; `decodeUndeclared` reads what it makes of them. Headers in another charset become UTF-8.
 */
export async function keepUndeclared(mail: Buffer): Promise<Buffer> {
  const source = mail.toString('latin1');
  const end = /\r?\n\r?\n/.exec(source)?.index ?? source.length;
  const headers = await headersOf(mail, end);
  const named = markTypes(/^content-type:/im.test(headers) ? headers : `Content-Type: text/plain\r\n${headers}`);
  return Buffer.concat([Buffer.from(named, 'utf8'), Buffer.from(markTypes(source.slice(end)), 'latin1')]);
}

/** A text of a parsed mail: what was kept as bytes in the charset that its HTML declares, UTF-8 or a guessed one. */
export async function decodeUndeclared(text: string, options: { warnings: Warnings; format?: 'html' }): Promise<string> {
  const unmarked = text.replaceAll(MARK, '');
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

function markTypes(source: string): string {
  return source.replace(CONTENT_TYPE, (type) => type + MARK);
}
