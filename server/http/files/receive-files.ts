import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { AppError } from '#lib/errors/app-error.ts';
import { isCharset } from '#lib/text/charset.ts';
import { decodeText } from '#lib/text/decode-text.ts';
import type { UploadedBody } from '../handler-kit/define-handler.ts';

/** Of one form. */
const LIMITS = { files: 100, fields: 100, parts: 200, fieldSize: 5 * 1024 * 1024, headerPairs: 50 } as const;
/** Characters of all texts of a form together. */
const MAX_TEXT_CHARS = LIMITS.fieldSize;
/** A field that names the charset of the others. @see https://www.rfc-editor.org/rfc/rfc7578#section-4.6 */
const CHARSET_FIELD = '_charset_';
/** Each byte is the character of its number. */
const BYTES_CHARSET = 'latin1';

export type ReceivedFile = {
  /** Of the field of the form. */
  readonly field: string;
  /** The last part of what the sender calls it. Empty where it has no name. */
  readonly name: string;
  readonly mediaType: string;
  readonly content: AsyncIterable<Uint8Array>;
};

export function isForm({ contentType }: Pick<UploadedBody, 'contentType'>): boolean {
  return /^multipart\/form-data\s*;/i.test(contentType);
}

/**
 * Reads a form as it arrives: each file is given to `onFile`, and the form is read on when that is done with it.
 * @returns the texts of the other fields, by name, in their order
 * @throws {AppError} `body-invalid` for what is not a form, has too many parts, or a text that is neither UTF-8 nor of
 * the charset that the field `_charset_` names; whatever `onFile` throws
 */
export async function receiveFiles(
  { contentType, bytes }: UploadedBody,
  onFile: (file: ReceivedFile) => Promise<void>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const fields = new Map<string, string[]>();
  const work: Promise<void>[] = [];
  const streams: Readable[] = [];
  let failure: unknown;
  /** Of streams that were cut: what `onFile` throws itself is another error. */
  const cuts = new Set<unknown>();
  let chars = 0;
  const form = openForm(contentType);
  form.on('field', (name, text, _isNameCut, isTextCut) => {
    chars += text.length;
    if (isTextCut || chars > MAX_TEXT_CHARS)
      form.destroy(invalid(`The texts of the form are longer than ${LIMITS.fieldSize} bytes.`));
    else fields.set(name, [...(fields.get(name) ?? []), text]);
  });
  form.on('file', (field, stream, name, _encoding, mediaType) => {
    // A part of the type application/octet-stream is a file for the parser, even without a name.
    const file = { field, name: (name as string | undefined) ?? '', mediaType, content: stream };
    streams.push(stream);
    // A listener, since an error of a stream that nothing reads yet would end the process.
    stream.on('error', (error) => cuts.add(error));
    work.push(
      onFile(file).catch((error: unknown) => {
        if (!cuts.has(error)) failure ??= error;
        // The parser continues only when the rest of the file is consumed.
        stream.resume();
        form.destroy(error as Error);
      }),
    );
  });
  for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const)
    form.on(limit, () =>
      form.destroy(invalid(`The form has more than ${LIMITS.files} files, or more than ${LIMITS.fields} fields.`)),
    );
  try {
    await pipeline(Readable.from(bytes), form);
  } catch (error) {
    // The parser leaves the stream of an incomplete file open: its reader would wait for the end.
    for (const stream of streams) stream.destroy(error as Error);
    await Promise.all(work);
    if (failure !== undefined) throw failure;
    throw AppError.is(error) ? error : invalid(`The form cannot be read: ${(error as Error).message}.`, error);
  }
  await Promise.all(work);
  if (failure !== undefined) throw failure;
  return decodeFields(fields);
}

async function decodeFields(fields: ReadonlyMap<string, readonly string[]>): Promise<Map<string, readonly string[]>> {
  const named = fields.get(CHARSET_FIELD)?.at(-1);
  const declared = isCharset(named) ? named : undefined;
  const decoded = new Map<string, readonly string[]>();
  for (const [name, texts] of fields)
    if (name !== CHARSET_FIELD) decoded.set(name, await Promise.all(texts.map((text) => decodeField(text, { name, declared }))));
  return decoded;
}

async function decodeField(text: string, { name, declared }: { name: string; declared: string | undefined }): Promise<string> {
  // The part names a charset of its own.
  const isDecoded = /[^\0-\xff]/.test(text);
  const decoded = isDecoded ? undefined : await decodeText(Buffer.from(text, BYTES_CHARSET), { declared });
  if (decoded ? decoded.isGuessed || decoded.isDamaged : text.includes('\ufffd'))
    throw invalid(
      `The text of the field '${name}' is not UTF-8. Send it as UTF-8, or name its charset in a field ${CHARSET_FIELD}.`,
    );
  return decoded?.text ?? text;
}

function openForm(contentType: string) {
  try {
    const headers: BusboyHeaders = { 'content-type': contentType };
    return new Busboy({ headers, limits: LIMITS, defCharset: BYTES_CHARSET, defParamCharset: 'utf8' } as ConstructorParameters<
      typeof Busboy
    >[0]);
  } catch (error) {
    throw invalid(`The form cannot be read: ${(error as Error).message}.`, error);
  }
}

function invalid(message: string, cause?: unknown): AppError {
  return new AppError('body-invalid', message, { cause });
}
