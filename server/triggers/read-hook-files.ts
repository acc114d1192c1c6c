import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { AppError } from '#lib/errors/app-error.ts';
import { dispositionFileName } from '#lib/text/disposition-file-name.ts';
import { groupFields } from '#lib/text/parse-form-fields.ts';
import type { HookFile, HookRequest } from './define-trigger-handler.ts';

const MULTIPART = /^multipart\/form-data\s*;/i;
const MAX_FILES = 20;
const LIMITS = { files: MAX_FILES, fields: 200, parts: 220, fieldSize: 1_000_000, headerPairs: 50 } as const;
const UNKNOWN_TYPE = 'application/octet-stream';

/** A body with files: `value` puts together what stands for them. */
export type BodyWithFiles = { readonly files: readonly HookFile[]; value(stored: readonly object[]): unknown };
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
 * The fields of a multipart form as an object; one that comes several times is a list.
 * @throws {AppError} `body-invalid` for what is no form, or has too many parts
 */
export async function readMultipart({ body, headers }: Pick<HookRequest, 'body' | 'headers'>): Promise<BodyWithFiles> {
  const parts: Part[] = [];
  const found = new Map<number, HookFile>();
  const reading: Promise<void>[] = [];
  const form = openForm(headers['content-type'] ?? '');
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
  // Files are read in the order of their parts, whichever ends first.
  const files: HookFile[] = [];
  const kept = parts.flatMap((part, index): Part[] => {
    const file = found.get(index);
    if (file) return [{ ...part, file: files.push(file) - 1 }];
    return part.text === undefined ? [] : [part];
  });
  return { files, value: (stored) => fieldsOf(kept, stored) };
}

function fieldsOf(parts: readonly Part[], stored: readonly object[]): Record<string, unknown> {
  return groupFields(parts.map(({ name, text, file }) => [name, text ?? stored[file ?? -1]] as const));
}

function openForm(contentType: string) {
  try {
    const headers: BusboyHeaders = { 'content-type': contentType };
    return new Busboy({ headers, limits: LIMITS, defParamCharset: 'utf8' } as ConstructorParameters<typeof Busboy>[0]);
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
