import type { CallToolResult, ContentBlock, ReadResourceResult } from '@modelcontextprotocol/client';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import { briefJson } from '#lib/json/brief-json.ts';
import { jsonExcess } from '#lib/json/json-limits.ts';
import type { JsonSchema } from '#lib/json/json-schema.ts';
import { numbersAsTextWarning } from '#lib/json/numbers-as-text-warning.ts';
import { reasonInBody } from '#lib/json/reason-in-body.ts';
import { withoutHidden } from '#lib/mcp/hidden-text.ts';
import { checkJsonSchema } from '#lib/workflow/check-json-schema.ts';
import { withNumbers, withNumbersAsText } from './marked-numbers.ts';
import { rawResult } from './raw-results.ts';

const MAX_ERROR_CHARS = 2000;
const MAX_SUMMARY_CHARS = 200;
const MAX_SHOWN_CHARS = 100;
/** Of one result; models read them. */
const MAX_REASONS = 10;

type Json = Readonly<Record<string, unknown>>;
type Result = { readonly _meta?: Json | undefined };
/** Parts that are understood, and the reasons why others are omitted. */
type Parts = { readonly blocks: readonly ContentBlock[]; readonly warnings: readonly string[] };
type Read = { readonly data: unknown; readonly summary: string; readonly warnings?: readonly string[] };

/** The result of a call by the protocol, part by part, and what of it was omitted. */
export type AdmittedResult = CallToolResult & {
  /** The structured content as its schema is about: with numbers. */
  readonly checkedContent?: unknown;
  readonly warnings: readonly string[];
};

/** @throws {NodeFailure} `tool-failed` for JSON that is nested too deeply */
export function admitToolResult(result: Result): AdmittedResult {
  const { structuredContent, ...raw } = withinLimits(rawResult(result));
  const { content, isError, _meta } = asTexts(raw).value;
  const marked = structuredContent === undefined && content === undefined ? bareContent(raw) : structuredContent;
  const { blocks, warnings } = readParts(content);
  const { value: structured, warnings: kept } = asTexts(marked);
  return {
    content: [...blocks],
    ...(marked !== undefined && { structuredContent: structured, checkedContent: withNumbers(marked) }),
    ...(isError === true && { isError }),
    ...(isObject(_meta) && { _meta }),
    warnings: [...warnings, ...kept],
  };
}

/** Fields of a result that are about the protocol. */
const PROTOCOL_FIELDS: readonly string[] = ['isError', '_meta', 'resultType', 'ttlMs', 'cacheScope'];

/** The value of a result without content: some servers answer with it alone, as in the first versions. */
function bareContent({ toolResult, ...raw }: Json): unknown {
  if (toolResult !== undefined) return toolResult;
  const fields = Object.entries(raw).filter(([name]) => !PROTOCOL_FIELDS.includes(name));
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}

/**
 * The data of a tool's result: its structured content, else its one text, else the list of its parts.
 * @param outputSchema what the server says of structured content
 * @throws {NodeFailure} `tool-failed` for a result with `isError`, or structured content that breaks the schema
 */
export function readToolResult(
  { content, structuredContent, checkedContent, isError, warnings }: AdmittedResult,
  outputSchema?: JsonSchema,
): Read {
  const text = textOf(content);
  if (isError) throw new NodeFailure('tool-failed', errorText(text, { content, structuredContent }));
  const structured = structuredOf(structuredContent, { checked: checkedContent, text, outputSchema });
  const data =
    'value' in structured ? structured.value : content.every(({ type }) => type === 'text') ? text : content.map(toPart);
  const said = 'warning' in structured ? [...warnings, structured.warning] : warnings;
  return { data, summary: summaryOf(text, { content, structuredContent }), ...(said.length > 0 && { warnings: said }) };
}

type Answered = Pick<AdmittedResult, 'content' | 'structuredContent'>;

function errorText(text: string, { content, structuredContent }: Answered): string {
  const reason = text || withoutHidden(reasonInBody(structuredContent) ?? shownValue(structuredContent));
  if (reason !== '') return reason.slice(0, MAX_ERROR_CHARS).toWellFormed();
  return content.length === 0 ? 'it gave no reason' : `it gave no reason, and ${namesOf(content)}`;
}

function shownValue(value: unknown): string {
  return value === undefined || value === null ? '' : briefJson(value, MAX_SUMMARY_CHARS);
}

/** Numbers that a double does not hold are texts, and named. */
function asTexts<T>(marked: T): { readonly value: T; readonly warnings: readonly string[] } {
  const { value, fields } = withNumbersAsText(marked);
  return { value: value as T, warnings: numbersAsTextWarning(fields).map(withoutHidden) };
}

/** Before anything walks it. */
function withinLimits(result: Json): Json {
  const excess = jsonExcess(result);
  if (excess !== undefined) throw new NodeFailure('tool-failed', `it answered JSON with ${excess}`);
  return result;
}

type Structuring = { readonly checked: unknown; readonly text: string; readonly outputSchema: JsonSchema | undefined };
type Structured = { readonly value: unknown } | { readonly warning: string } | Record<never, never>;

function structuredOf(found: unknown, { checked, text, outputSchema }: Structuring): Structured {
  if (!outputSchema) return found === undefined || found === null ? {} : { value: found };
  if (found !== undefined) {
    const [problem] = checkJsonSchema(checked, outputSchema);
    if (!problem) return { value: found };
    if (found !== null)
      throw new NodeFailure(
        'tool-failed',
        withoutHidden(
          `its structured content does not match its output schema: ${problem.path || 'the value'} ${problem.message}`,
        ),
      );
  }
  // A server may write the value into its text only.
  const parsed = parseJson(text);
  if (parsed !== undefined && checkJsonSchema(parsed, outputSchema).length === 0) return { value: parsed };
  if (text === '' && checkJsonSchema(null, outputSchema).length === 0) return { value: null };
  return { warning: 'it has an output schema and answered without structured content' };
}

export type ReadResource = ReadResourceResult & { readonly warnings: readonly string[] };

export function readResourceResult(result: Result): ReadResource {
  const { contents } = withNumbers(withinLimits(rawResult(result)));
  const reasons = new Reasons();
  const read = listOf(contents).flatMap((raw, index) => {
    const content = toContents(raw);
    if (typeof content !== 'string') return [content];
    reasons.add(`content ${index + 1} was omitted: ${content}`);
    return [];
  });
  return { contents: read as ReadResourceResult['contents'], warnings: reasons.all };
}

export function dataOfResource({ contents, warnings }: ReadResource): Read {
  const parts = contents.map(({ uri, mimeType, ...body }, index) => {
    if ('text' in body) return { uri, ...(mimeType !== undefined && { mimeType }), text: withoutHidden(String(body.text)) };
    const { type: _, ...media } = mediaPart('resource', (body as { blob: string }).blob, { mimeType, index });
    return { uri, ...media };
  });
  return {
    data: { contents: parts },
    summary: parts
      .map(({ uri }) => uri)
      .join(', ')
      .slice(0, MAX_SUMMARY_CHARS),
    ...(warnings.length > 0 && { warnings }),
  };
}

export function readPromptResult(result: Result): Read {
  const { description, messages } = withNumbers(withinLimits(rawResult(result)));
  const reasons = new Reasons();
  const read = listOf(messages).flatMap((raw, index) => {
    const { role, content } = isObject(raw) ? raw : ({} as Json);
    const { blocks, warnings: why } = readParts(content);
    for (const reason of why) reasons.add(`message ${index + 1}: ${reason}`);
    return blocks.map((block) => ({ role: role === 'assistant' ? role : 'user', content: toPart(block, index) }));
  });
  return {
    data: { ...(typeof description === 'string' && { description: withoutHidden(description) }), messages: read },
    summary: `${read.length} messages`,
    ...(reasons.all.length > 0 && { warnings: reasons.all }),
  };
}

/** A list of parts; some servers give one part, or a text. */
function readParts(content: unknown): Parts {
  const blocks: ContentBlock[] = [];
  const reasons = new Reasons();
  listOf(content).forEach((raw, index) => {
    const block = toBlock(raw);
    if (typeof block === 'string') reasons.add(`part ${index + 1} was omitted: ${block}`);
    else blocks.push(block);
  });
  return { blocks, warnings: reasons.all };
}

/** Why parts were omitted: the first reasons, and how many more there are. */
class Reasons {
  readonly #first: string[] = [];
  #more = 0;

  add(reason: string): void {
    if (this.#first.length < MAX_REASONS) this.#first.push(withoutHidden(reason));
    else this.#more++;
  }

  get all(): readonly string[] {
    return this.#more === 0 ? this.#first : [...this.#first, `and ${this.#more} more`];
  }
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/** The part, or why it cannot be used. */
function toBlock(raw: unknown): ContentBlock | string {
  if (typeof raw === 'string') return { type: 'text', text: raw };
  if (!isObject(raw)) return 'it is no object';
  const { type, text, data, mimeType, uri, name, title, description, size, resource } = raw;
  switch (type) {
    case 'text':
      if (text === undefined || text === null) return 'a text without a text';
      return { type, text: typeof text === 'string' ? text : JSON.stringify(text) };
    case 'image':
    case 'audio': {
      if (typeof data !== 'string' || data === '') return type === 'image' ? 'an image without data' : 'a sound without data';
      const { named, base64 } = dataOf(data);
      const given = typeof mimeType === 'string' && mimeType !== '' ? mimeType : named;
      return { type, data: base64, mimeType: given || 'application/octet-stream' };
    }
    case 'resource_link':
      if (typeof uri !== 'string') return 'a link without an address';
      return {
        type,
        uri,
        name: typeof name === 'string' ? name : uri,
        ...(typeof title === 'string' && { title }),
        ...(typeof description === 'string' && { description }),
        ...(typeof mimeType === 'string' && { mimeType }),
        ...(typeof size === 'number' && { size }),
      };
    case 'resource': {
      const contents = toContents(resource);
      return typeof contents === 'string' ? contents : ({ type, resource: contents } as ContentBlock);
    }
    default:
      return `the type ${JSON.stringify(type ?? null).slice(0, MAX_SHOWN_CHARS)} is not known`;
  }
}

/** What a resource has, or why it cannot be used. */
function toContents(raw: unknown): { uri: string; mimeType?: string; _meta?: Json; text?: string; blob?: string } | string {
  if (!isObject(raw)) return 'a resource without content';
  const { uri, mimeType, text, blob, _meta } = raw;
  const shared = {
    uri: typeof uri === 'string' ? uri : '',
    ...(typeof mimeType === 'string' && { mimeType }),
    ...(isObject(_meta) && { _meta }),
  };
  if (typeof text === 'string') return { ...shared, text };
  if (typeof blob === 'string') return { ...shared, blob };
  return text === undefined || text === null ? 'a resource without content' : { ...shared, text: JSON.stringify(text) };
}

function textOf(content: readonly ContentBlock[]): string {
  return content.flatMap((block) => (block.type === 'text' ? [withoutHidden(block.text)] : [])).join('\n\n');
}

function toPart(block: ContentBlock, index: number): unknown {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: withoutHidden(block.text) };
    case 'image':
    case 'audio':
      return mediaPart(block.type, block.data, { mimeType: block.mimeType, index });
    case 'resource_link':
      return linkPart(block);
    case 'resource':
      if ('text' in block.resource) return { type: 'resource', ...block.resource, text: withoutHidden(block.resource.text) };
      return blobPart(block.resource, index);
    default:
      return block satisfies never;
  }
}

function linkPart({ uri, name, title, description, mimeType, size }: Extract<ContentBlock, { type: 'resource_link' }>) {
  return {
    type: 'link',
    uri,
    name: withoutHidden(name),
    ...(title !== undefined && { title: withoutHidden(title) }),
    ...(description !== undefined && { description: withoutHidden(description) }),
    ...(mimeType !== undefined && { mimeType }),
    ...(size !== undefined && { sizeBytes: size }),
  };
}

/** Named as in its address. */
function blobPart({ blob, uri, mimeType, ...more }: { blob: string; uri: string; mimeType?: string | undefined }, index: number) {
  const part = mediaPart('resource', blob, { mimeType, index });
  return { ...more, uri, ...part, name: fileNameIn(uri) ?? part.name };
}

/** The last part of the path of an address, if it looks like the name of a file. */
function fileNameIn(uri: string): string | undefined {
  const path = URL.parse(uri)?.pathname ?? '';
  const last = path.slice(path.lastIndexOf('/') + 1);
  try {
    const name = decodeURIComponent(last);
    return /^[\p{L}\p{N} ._()-]{1,100}\.[A-Za-z0-9]{1,10}$/u.test(name) ? name : undefined;
  } catch {
    return undefined;
  }
}

/** A part that is a file, too: nodes that take files take it. */
function mediaPart(type: 'image' | 'audio' | 'resource', base64: string, { mimeType, index }: MediaOptions) {
  const bytes = Buffer.from(base64.slice(0, SNIFFED_CHARS), 'base64');
  const isNamed = mimeType !== undefined && mimeType !== UNKNOWN_TYPE;
  const mediaType = isNamed
    ? mimeType
    : (SIGNATURES.find(([start]) => bytes.indexOf(start, 0, 'latin1') === 0)?.[1] ?? UNKNOWN_TYPE);
  const ending = /^(?:image|audio)\/(?:x-)?([a-z0-9]+)/.exec(mediaType)?.[1];
  const name = `${type}-${index + 1}${ending === undefined ? '' : `.${ending === 'jpeg' ? 'jpg' : ending}`}`;
  return { type, mimeType: mediaType, mediaType, name, base64 };
}

type MediaOptions = { readonly mimeType: string | undefined; readonly index: number };

const UNKNOWN_TYPE = 'application/octet-stream';
const SNIFFED_CHARS = 64;
/** How files of some types begin, for those without a named type. */
const SIGNATURES = [
  ['\x89PNG', 'image/png'],
  ['\xff\xd8\xff', 'image/jpeg'],
  ['GIF8', 'image/gif'],
  ['%PDF', 'application/pdf'],
] as const;

function summaryOf(text: string, { content, structuredContent }: Answered): string {
  const line = (text || (content.length === 0 ? withoutHidden(shownValue(structuredContent)) : ''))
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (line !== '') return line.length > MAX_SUMMARY_CHARS ? `${line.slice(0, MAX_SUMMARY_CHARS).toWellFormed()}…` : line;
  return content.length === 0 ? 'It answered nothing' : `It answered ${namesOf(content)}`;
}

function namesOf(content: readonly ContentBlock[]): string {
  return content.map(({ type }) => type).join(', ');
}

function parseJson(text: string): unknown {
  if (!/^\s*[[{"\d\-tfn]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The media type and the content of Base64, which some servers send as a data URL. */
function dataOf(data: string): { readonly named?: string; readonly base64: string } {
  const comma = data.indexOf(',');
  const head = data.slice(0, Math.max(0, comma));
  if (!head.startsWith('data:') || !head.endsWith(';base64')) return { base64: data };
  return { named: head.slice('data:'.length).split(';')[0] ?? '', base64: data.slice(comma + 1) };
}
