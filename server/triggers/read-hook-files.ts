import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { AppError } from '#lib/errors/app-error.ts';
import { isCharset } from '#lib/text/charset.ts';
import { decodeText } from '#lib/text/decode-text.ts';
import { dispositionFileName } from '#lib/text/disposition-file-name.ts';
import { groupFields } from '#lib/text/parse-form-fields.ts';
import type { HookFile, HookRequest } from './define-trigger-handler.ts';

const MULTIPART = /^multipart\/form-data\s*;/i;
const MAX_FILES = 20;
const LIMITS = { files: MAX_FILES, fields: 200, parts: 220, fieldSize: 1_000_000, headerPairs: 50 } as const;
const CHARSET_FIELD = '_charset_';
/** Each byte is the character of its number. */
const BYTES_CHARSET = 'latin1';
const UNKNOWN_TYPE = 'application/octet-stream';

/** A body with files: `value` puts together what stands for them. */
export type BodyWithFiles = {
  readonly files: readonly HookFile[];
  /** Nothing named the charset of some text, and it is no UTF-8. */
  readonly guessedCharset?: string | undefined;
  value(stored: readonly object[]): unknown;
};
type Part = { readonly name: string; readonly text?: string; readonly file?: number };

export function isMultipart({ headers }: Pick<HookRequest, 'headers'>): boolean {
  return MULTIPART.test(headers['content-type'] ?? '');
}

/** A body that is one file. */
export function readFileBody({ body, headers }: Pick<HookRequest, 'body' | 'headers'>): BodyWithFiles {
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  const name = dispositionFileName(headers['content-disposition']) || 'body';
  const file = { name, mediaType: type.trim().toLowerCase() || UNKNOWN_TYPE, bytes: body };
  return { files: [file], value: ([stored]) => stored };
}

/**
 * The fields of a multipart form as an object; one that comes several times is a list. Texts without a charset of their
 * own are in that of the field `_charset_`, in UTF-8, or in one that fits.
 * @see https://www.rfc-editor.org/rfc/rfc7578#section-4.6
 * @throws {AppError} `body-invalid` for what is no form, or has too many parts
 */
export async function readMultipart(request: Pick<HookRequest, 'body' | 'headers'>): Promise<BodyWithFiles> {
  const form = await readParts(request, 'utf-8');
  // The parser reads every charset but UTF-8 and Latin-1 as UTF-8.
  if (!form.parts.some(isDamaged)) return bodyOf(form);
  const latin = Buffer.from(request.body).toString('latin1');
  const named = form.parts.find(({ name }) => name === CHARSET_FIELD)?.text;
  const declared = isCharset(named) ? named : /^content-type:[^\r\n]{0,200}?charset="?([\w:.-]{1,40})/im.exec(latin)?.[1];
  const undeclared = latin.replaceAll(/^(content-type:[^\r\n]{0,200}?)charset=/gim, '$1x-chars=');
  const raw = await readParts({ ...request, body: Buffer.from(undeclared, 'latin1') }, BYTES_CHARSET);
  const read = await Promise.all(
    form.parts.map(async (part, index) => {
      if (!isDamaged(part)) return { part, charset: undefined };
      const { text, isGuessed, charset } = await decodeText(Buffer.from(raw.parts[index]?.text ?? '', 'latin1'), { declared });
      return { part: { ...part, text }, charset: isGuessed ? charset : undefined };
    }),
  );
  const guessedCharset = read.find(({ charset }) => charset !== undefined)?.charset;
  return bodyOf({ ...form, parts: read.map(({ part }) => part) }, guessedCharset);
}

function isDamaged({ text }: Part): boolean {
  return text?.includes('\ufffd') === true;
}

type ReadParts = { readonly parts: readonly Part[]; readonly found: ReadonlyMap<number, HookFile> };

async function readParts({ body, headers }: Pick<HookRequest, 'body' | 'headers'>, charset: string): Promise<ReadParts> {
  const parts: Part[] = [];
  const found = new Map<number, HookFile>();
  const reading: Promise<void>[] = [];
  const form = openForm(headers['content-type'] ?? '', charset);
  form.on('field', (name, text, _isNameCut, isCut) => {
    if (isCut) form.destroy(invalid(`The field '${name}' is longer than ${LIMITS.fieldSize} bytes`));
    parts.push({ name, text });
  });
  form.on('file', (field, stream, name, _encoding, mediaType) => {
    const part = parts.push({ name: field }) - 1;
    reading.push(
      bytesOf(stream).then((bytes) => {
        // What browsers send for an input in which no file was chosen.
        if (!name && bytes.byteLength === 0) return;
        found.set(part, { name: name || field, mediaType: mediaType || UNKNOWN_TYPE, bytes });
      }),
    );
  });
  for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const)
    form.on(limit, () => form.destroy(invalid(`The form has more than ${MAX_FILES} files or ${LIMITS.fields} fields`)));
  try {
    await pipeline(Readable.from([body]), form);
    await Promise.all(reading);
  } catch (error) {
    await Promise.allSettled(reading);
    throw AppError.is(error) ? error : invalid(`The form cannot be read: ${(error as Error).message}`, error);
  }
  return { parts, found };
}

/** Files are in the order of their parts, whichever was read first. */
function bodyOf({ parts, found }: ReadParts, guessedCharset?: string): BodyWithFiles {
  const files: HookFile[] = [];
  const kept = parts.flatMap((part, index): Part[] => {
    const file = found.get(index);
    if (file) return [{ ...part, file: files.push(file) - 1 }];
    return part.text === undefined ? [] : [part];
  });
  return { files, guessedCharset, value: (stored) => fieldsOf(kept, stored) };
}

function fieldsOf(parts: readonly Part[], stored: readonly object[]): Record<string, unknown> {
  return groupFields(parts.map(({ name, text, file }) => [name, text ?? stored[file ?? -1]] as const));
}

function openForm(contentType: string, charset: string) {
  try {
    const headers: BusboyHeaders = { 'content-type': contentType };
    return new Busboy({ headers, limits: LIMITS, defCharset: charset, defParamCharset: 'utf8' } as ConstructorParameters<
      typeof Busboy
    >[0]);
  } catch (error) {
    throw invalid(`The form cannot be read: ${(error as Error).message}`, error);
  }
}

async function bytesOf(stream: AsyncIterable<Buffer>): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function invalid(message: string, cause?: unknown): AppError {
  return new AppError('body-invalid', `${message}.`, { cause });
}
