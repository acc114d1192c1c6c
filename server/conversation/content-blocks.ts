import { z } from 'zod';
import type { ConversationFile } from './conversation-inputs.ts';
import { requestProblem } from './request-problem.ts';

type Fields = Readonly<Record<string, unknown>>;
type Block =
  | { readonly text: string }
  | { readonly file: ConversationFile }
  /** Why it cannot be read; `at` is the field within the part. */
  | { readonly problem: string; readonly at?: string };

/** Text and files of a message, and what of it was not read. */
export type ReadContent = {
  readonly content: string;
  readonly files: ConversationFile[];
  /** As `messages.0.content.1: reasoning`. */
  readonly leftOut: string[];
};
type Place = {
  readonly field: string;
  /** Every part has to be read: the message is the one that the workflow answers. */
  readonly isWhole: boolean;
};

const URL_PROBLEM = 'Send the content itself, in base64 or as a data URL, not its address';

/**
 * The content of a message as agents write it: a text, one part, or a list of them. Reads the parts of OpenAI,
 * Anthropic, Google, LangChain (standard blocks, both forms) and AG-UI, and omits others of earlier messages.
 * @throws {AppError} `body-invalid` for a part that is not read of a whole message
 */
export function readBlocks(content: unknown, { field, isWhole }: Place): ReadContent {
  if (content === null || content === undefined) return { content: '', files: [], leftOut: [] };
  const blocks = (Array.isArray(content) ? content : [content]).map(readBlock);
  const leftOut = blocks.flatMap((block, index) => {
    if (!('problem' in block)) return [];
    const at = `${Array.isArray(content) ? `${field}.${index}` : field}${block.at ?? ''}`;
    if (isWhole) throw requestProblem(at, block.problem);
    return [`${at}: ${block.problem}`];
  });
  return {
    content: blocks.flatMap((block) => ('text' in block ? block.text : [])).join('\n\n'),
    files: blocks.flatMap((block) => ('file' in block ? block.file : [])),
    leftOut,
  };
}

function readBlock(value: unknown): Block {
  if (typeof value === 'string') return { text: value };
  if (typeof value !== 'object' || value === null) return { problem: 'A part is a text or an object with a type' };
  const part = value as Fields;
  switch (part.type) {
    case 'text':
    case 'input_text':
    case 'output_text':
    case 'text-plain':
      return textOf(part);
    case 'refusal':
      return textOf({ text: part.refusal });
    case 'image_url':
      return typeof part.image_url === 'string'
        ? within('.image_url', fromUrl(part.image_url, part))
        : within('.image_url.url', fromUrl(fieldOf(part.image_url, 'url'), part));
    case 'input_image':
      return within('.image_url', fromUrl(part.image_url, part));
    case 'input_file':
      return fromUrl(part.file_data ?? part.file_url, part);
    case 'input_audio':
      return fromBase64(fieldOf(part.input_audio, 'data'), `audio/${fieldOf(part.input_audio, 'format') ?? 'wav'}`, part);
    case 'image':
    case 'file':
    case 'audio':
    case 'video':
    case 'document':
    case 'media':
    case 'binary':
      return fileOf(part);
    default:
      return { problem: `${typeof part.type === 'string' ? part.type : 'A part without a type'} is not read here` };
  }
}

function within(at: string, block: Block): Block {
  return 'problem' in block ? { ...block, at } : block;
}

function textOf({ text, data, content }: Fields): Block {
  const found = [text, data, content].find((one) => typeof one === 'string');
  return typeof found === 'string' ? { text: found } : { problem: 'A part of the type text has no text' };
}

/** What the forms of a file name differently: its content is in the part, or in an object of it. */
function fileOf(part: Fields): Block {
  const inner = [part.source, part.file, part.image, part.image_url].find((one) => typeof one === 'object' && one !== null);
  const fields = { ...part, ...(inner as Fields | undefined) };
  const mediaType = textIn(fields, ['mimeType', 'mime_type', 'mediaType', 'media_type']);
  // AG-UI: the content or the address is the `value` of a source.
  const data = textIn(fields, ['data', 'base64', 'bytes', ...(fields.type === 'data' ? ['value'] : [])]);
  if (data !== undefined) {
    if (fields.source_type === 'text' || fields.type === 'text') return { text: data };
    return data.startsWith('data:') ? fromUrl(data, part) : fromBase64(data, mediaType ?? mediaTypeOf(part), part);
  }
  if (fields.source_type === 'text' && typeof fields.text === 'string') return { text: fields.text };
  return fromUrl(textIn(fields, ['file_data', 'url', 'image_url', 'uri', 'value']), part);
}

const NO_TYPES: Readonly<Record<string, string>> = { image: 'image/png', audio: 'audio/wav', video: 'video/mp4' };

/** Of a part that names none. */
function mediaTypeOf({ type }: Fields): string {
  return NO_TYPES[String(type)] ?? 'application/octet-stream';
}

/** RFC 2397, with its parameters, such as a charset. */
const DATA_URL = /^data:([^;,]*)((?:;[^;,]*)*),/i;

function fromUrl(url: unknown, part: Fields): Block {
  if (typeof url !== 'string') return { problem: 'This file has no content: give it in base64, with its media type' };
  const [head, mediaType = '', parameters = ''] = DATA_URL.exec(url) ?? [];
  if (head === undefined) return { problem: URL_PROBLEM };
  const rest = url.slice(head.length);
  if (/;base64$/i.test(parameters)) return fromBase64(rest, mediaType || 'text/plain', part);
  try {
    return fromBase64(Buffer.from(decodeURIComponent(rest), 'utf8').toString('base64'), mediaType || 'text/plain', part);
  } catch {
    return { problem: 'This data URL is not percent-encoded' };
  }
}

const base64Schema = z.base64();

function fromBase64(data: unknown, mediaType: string, part: Fields): Block {
  if (typeof data !== 'string') return { problem: 'This file has no content: give it in base64, with its media type' };
  const base64 = standardBase64(data);
  if (base64 === undefined) return { problem: 'The content of this file is not base64' };
  const name = nameOf(part);
  return { file: { ...(name !== undefined && { name }), mediaType, base64 } };
}

/** Also of base64url, of lines, and without padding. */
function standardBase64(data: string): string | undefined {
  const plain = data.replaceAll(/\s+/g, '').replaceAll('-', '+').replaceAll('_', '/');
  const [digits = ''] = /^[^=]*/.exec(plain) ?? [];
  if (/[^=]/.test(plain.slice(digits.length))) return undefined;
  const padded = digits.padEnd(Math.ceil(digits.length / 4) * 4, '=');
  return base64Schema.safeParse(padded).success ? padded : undefined;
}

function nameOf(part: Fields): string | undefined {
  const places = [part, part.file, part.metadata, part.extras, part.source];
  for (const place of places) {
    const name = place && typeof place === 'object' ? textIn(place as Fields, ['filename', 'name', 'title']) : undefined;
    if (name !== undefined && name.length <= 200) return name;
  }
  return undefined;
}

function textIn(fields: Fields, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}

function fieldOf(value: unknown, name: string): string | undefined {
  return typeof value === 'object' && value !== null ? textIn(value as Fields, [name]) : undefined;
}

const MAX_HEADER_CHARS = 2000;

/** Names in the answer what of earlier messages was not read. */
export function leftOutHeader(leftOut: readonly string[]): Readonly<Record<string, string>> {
  if (leftOut.length === 0) return {};
  const printable = leftOut.join('; ').replaceAll(/[^\x20-\x7e]/g, '?');
  return { 'x-threadloom-left-out': printable.slice(0, MAX_HEADER_CHARS) };
}
