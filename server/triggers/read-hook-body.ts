import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw, zstdDecompress } from 'node:zlib';
import { AppError } from '#lib/errors/app-error.ts';
import { type ExactJson, fieldIn } from '#lib/json/exact-numbers.ts';
import { hasPrototypeKey } from '#lib/json/has-prototype-key.ts';
import { readJsonText } from '#lib/json/json-limits.ts';
import { type DecodedText, decodeText } from '#lib/text/decode-text.ts';
import { formatCount } from '#lib/text/format-count.ts';
import { escapedBytes, groupFields, MAX_FORM_FIELDS, parseFormFields } from '#lib/text/parse-form-fields.ts';
import type { HookRequest } from './define-trigger-handler.ts';

const JSON_TYPE = /^(?:application\/(?:(?:[\w.-]{1,100}\+)?json|x-json|csp-report)|text\/(?:x-)?json)\s*(?:;|$)/i;
/** Values one below the other, as collectors of logs send them. */
const LINES_TYPE = /^application\/(?:x-)?(?:ndjson|jsonl|jsonlines|json-lines)\s*(?:;|$)/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;
const XML_TYPE = /^(?:application|text)\/(?:[\w.-]{1,100}\+)?xml\s*(?:;|$)/i;
const HTML_TYPE = /^text\/html\s*(?:;|$)/i;
const MAX_UNPACKED_BYTES = 5_000_000;
/** A request has no reason for more layers. */
const MAX_ENCODINGS = 3;
type Unpack = (body: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>;
const UNPACKERS: Readonly<Record<string, Unpack>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  // Many programs send it without the header of zlib.
  deflate: (body, options) => (hasZlibHeader(body) ? unzlib(body, options) : unpackRaw(body, options)),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
};
const unzlib: Unpack = promisify(inflate);
const unpackRaw: Unpack = promisify(inflateRaw);
const utf8 = new TextDecoder('utf-8', { fatal: true });

type HookBody = {
  readonly value: unknown;
  readonly text: string;
  /** Nothing named the charset, and the body is no UTF-8. */
  readonly guessedCharset?: string;
  /** Fields whose numbers are texts, since a number does not hold them: `body.items[].id`. */
  readonly numbersAsText?: readonly string[];
};

/**
 * The body of a request to a trigger, and its text: JSON as its value, a form as an object of texts and lists of texts,
 * another text as text, null without a body.
 * @throws {AppError} `body-invalid`, `content-type-unsupported` for bytes that are not text
 */
export async function readHookBody(request: Pick<HookRequest, 'body' | 'headers'>): Promise<HookBody> {
  const type = request.headers['content-type'] ?? '';
  const body = await unpacked(request);
  if (body.byteLength === 0) return { value: null, text: '' };
  const decoded = await textOf(body, type);
  const { text } = decoded;
  const escaped = FORM_TYPE.test(type) ? await decodeText(escapedBytes(text), { declared: type }) : undefined;
  const read: ExactJson = escaped
    ? payloadOf(formOf(text, escaped.charset))
    : JSON_TYPE.test(type)
      ? jsonOf(text)
      : LINES_TYPE.test(type)
        ? linesOf(text)
        : { value: text };
  const { value } = read;
  assertNoPrototypeKey(value);
  const numbersAsText = read.numbersAsText?.map((field) => fieldIn('body', field));
  const guessed = [decoded, escaped].find((one) => one?.isGuessed);
  return { value, text, ...(guessed && { guessedCharset: guessed.charset }), ...(numbersAsText && { numbersAsText }) };
}

/** @throws {AppError} `body-invalid` */
export function assertNoPrototypeKey(value: unknown): void {
  if (hasPrototypeKey(value)) throw new AppError('body-invalid', 'The body has a key named __proto__; give it another name.');
}

export function isJsonType(type: string): boolean {
  return JSON_TYPE.test(type);
}

/** Whether a body is text: by its type, else by its bytes. */
export function isHookText({ body, headers }: Pick<HookRequest, 'body' | 'headers'>): boolean {
  const type = headers['content-type'] ?? '';
  if (JSON_TYPE.test(type) || FORM_TYPE.test(type) || /^text\//i.test(type)) return true;
  if (/^(?:image|audio|video|font)\//i.test(type) || /^application\/(?:octet-stream|pdf|zip)\b/i.test(type)) return false;
  try {
    utf8.decode(body);
    return true;
  } catch {
    return false;
  }
}

/** Bytes that say to be text are read in whatever charset fits; others have to be UTF-8. */
async function textOf(body: Uint8Array, type: string): Promise<DecodedText> {
  const format = XML_TYPE.test(type) ? 'xml' : HTML_TYPE.test(type) ? 'html' : undefined;
  const decoded = await decodeText(body, { declared: type, format });
  const isText = format !== undefined || JSON_TYPE.test(type) || FORM_TYPE.test(type) || /^text\//i.test(type);
  if (!decoded.isDamaged && (isText || !decoded.isGuessed) && !decoded.text.includes('\0')) return decoded;
  throw new AppError(
    'content-type-unsupported',
    isText
      ? `The body is no text in ${decoded.charset}. Name its charset in the content type.`
      : `A webhook takes JSON, a form or another text, not ${type || 'bytes without a type'}.`,
  );
}

/** The body without its compression. @throws {AppError} `body-invalid`, `body-too-large`, `content-type-unsupported` */
async function unpacked({ body, headers }: Pick<HookRequest, 'body' | 'headers'>): Promise<Uint8Array> {
  const stated = (headers['content-encoding'] ?? '').toLowerCase();
  const encodings = stated.split(',').map((name) => name.trim());
  const applied = encodings.filter((name) => name !== '' && name !== 'identity');
  if (body.byteLength === 0 || applied.length === 0) return body;
  let bytes = body;
  // The last one was applied last.
  for (const encoding of applied.toReversed()) {
    const unpack = Object.hasOwn(UNPACKERS, encoding) ? UNPACKERS[encoding] : undefined;
    if (!unpack || applied.length > MAX_ENCODINGS)
      throw new AppError('content-type-unsupported', `The content encoding ${stated} is not read; send gzip, or none.`);
    bytes = await unpackOne(bytes, { encoding, unpack });
  }
  return bytes;
}

async function unpackOne(bytes: Uint8Array, { encoding, unpack }: { encoding: string; unpack: Unpack }): Promise<Uint8Array> {
  try {
    return await unpack(bytes, { maxOutputLength: MAX_UNPACKED_BYTES });
  } catch (cause) {
    if ((cause as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE')
      throw new AppError('body-too-large', `A body has up to ${formatCount(MAX_UNPACKED_BYTES)} bytes once it is unpacked.`);
    throw new AppError('body-invalid', `The body is not ${encoding}, or was cut off.`, { cause });
  }
}

/** @see https://www.rfc-editor.org/rfc/rfc1950#section-2.2 */
function hasZlibHeader([method = 0, flags = 0]: Uint8Array): boolean {
  return method % 16 === 8 && (method * 256 + flags) % 31 === 0;
}

/** @throws {AppError} `body-invalid` */
function formOf(text: string, charset: string): Record<string, string | string[]> {
  const fields = parseFormFields(text, { charset });
  if (fields) return groupFields(fields);
  throw new AppError('body-invalid', `The form has more than ${MAX_FORM_FIELDS} fields.`);
}

/**
 * GitHub and Slack send JSON as the only field of a form. It becomes its object, and the text stays under its name.
 */
function payloadOf(form: Record<string, string | string[]>): ExactJson {
  const { payload, ...others } = form;
  if (typeof payload !== 'string' || !/^\s*\{/.test(payload) || Object.keys(others).length > 0) return { value: form };
  try {
    const { value, numbersAsText } = readJsonText(payload);
    if (typeof value !== 'object' || value === null || hasPrototypeKey(value)) return { value: form };
    return { value: { payload, ...value }, ...(numbersAsText && { numbersAsText }) };
  } catch {
    return { value: form };
  }
}

/** A list of the values of all lines. @throws {AppError} `body-invalid` for a line that is not JSON */
function linesOf(text: string): ExactJson {
  const values = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return jsonOf(`[${values.join(',\n')}]`);
}

function jsonOf(text: string): ExactJson {
  let read: ReturnType<typeof readJsonText>;
  try {
    read = readJsonText(text);
  } catch (cause) {
    throw new AppError('body-invalid', `The body is not JSON: ${cause instanceof Error ? cause.message : String(cause)}.`, {
      cause,
    });
  }
  if (read.excess !== undefined) throw new AppError('body-invalid', `The body has ${read.excess}.`);
  return read;
}
