import type { ChatAnswer, ChatAnswerPart, ChatSource } from '../chat/chat-answer.ts';
import type { Language } from '../i18n/language.ts';
import { type Citation, citationSchema, citedNumbers, isOwn } from '../text/citation.ts';
import { webAddress } from '../text/web-address.ts';
import { answerOf } from './answer-text.ts';
import { isFileFailure } from './is-file-failure.ts';
import { isSourceList, NO_NAME, readableValue, titleOf } from './readable-answer.ts';

/** Deeper values are data, not an answer. */
const MAX_DEPTH = 4;
const MAX_SNIPPET_CHARS = 300;
const MAX_FILES = 20;
/** A longer text is not read as JSON. */
const MAX_JSON_CHARS = 200_000;

type LeavingValues = {
  readonly replies: readonly string[];
  readonly outputs: Readonly<Record<string, unknown>>;
  /** Of texts that leave, besides those in the outputs. */
  readonly citations?: readonly Citation[];
  /** Whether a person chose the names of the outputs. Ids of nodes are no titles. @defaultValue true */
  readonly hasTitles?: boolean;
  readonly language?: Language;
};

/**
 * The answer of a run to people: its replies, or else the output that is the answer, or else all outputs under their
 * titles; then its sources and files. It has no names of fields or nodes, no JSON and no addresses of this server but
 * those of files.
 */
export function composeAnswer(values: LeavingValues): ChatAnswer {
  const texts = textsOf(values);
  const text = texts.map((part) => ('markdown' in part ? part.markdown : '')).join('\n');
  const sources = sourcesOf([...(values.citations ?? []), ...citationsIn(values.outputs)], text);
  return [...texts, ...(sources.length > 0 ? [{ kind: 'sources' as const, sources }] : []), ...filesIn(values.outputs)];
}

const REFERENCE_CHARS = 6;

/** What a visitor tells of a run that failed: people of the workspace find the run by it. */
export function runReference(runId: string): string {
  return runId.slice(-REFERENCE_CHARS);
}

/** The part of a turn that failed. @param code of its error, as its reader sees it */
export function failedPart(runId: string, code: string | undefined): ChatAnswerPart {
  return { kind: 'failed', reference: runReference(runId), ...(isFileFailure(code) && { because: 'file' }) };
}

/** For readers who do not open the documents of this server: sources without their addresses there. */
export function withoutOwnAddresses(answer: ChatAnswer): ChatAnswer {
  return answer.map((part) => {
    if (part.kind !== 'sources') return part;
    const sources = part.sources.map(({ url, ...source }) => ({ ...source, ...(url !== undefined && !isOwn(url) && { url }) }));
    return { ...part, sources };
  });
}

/** The texts of an answer, for programs and lists; empty for an answer without any. */
export function answerMarkdown(answer: ChatAnswer, language: Language = 'en'): string {
  const colon = language === 'zh-CN' ? '：' : ': ';
  const texts = answer.flatMap((part) => {
    if (part.kind === 'text') return [part.markdown];
    if (part.kind !== 'titled') return [];
    const isShort = !part.markdown.includes('\n') && !part.markdown.startsWith('- ');
    return [isShort ? `**${part.title}**${colon}${part.markdown}` : `**${part.title}**\n\n${part.markdown}`];
  });
  return texts.join('\n\n');
}

function textsOf({ replies, outputs, hasTitles = true, language = 'en' }: LeavingValues): ChatAnswerPart[] {
  const text = (value: unknown): ChatAnswerPart[] => {
    const markdown = readableValue(fromJson(value), language);
    return markdown.trim() === '' ? [] : [{ kind: 'text', markdown }];
  };
  if (replies.length > 0) return replies.flatMap(text);
  const answer = answerOf(outputs);
  if (answer !== undefined) return text(answer);
  return Object.entries(outputs).flatMap(([name, value]): ChatAnswerPart[] => {
    if (isSourceList(value) || isFile(value)) return [];
    if (!hasTitles || NO_NAME.test(name)) return text(value);
    const markdown = readableValue(fromJson(value), language);
    return markdown.trim() === '' ? [] : [{ kind: 'titled', title: titleOf(name), markdown }];
  });
}

/** The content of a text that is one block of code. */
function unfenced(text: string): string {
  const [first = ''] = text.split('\n', 1);
  if (!['```', '```json'].includes(first.trimEnd()) || !text.endsWith('```')) return text;
  return text.slice(first.length, -'```'.length).trim();
}

/** Models write requested JSON as a text. */
function fromJson(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > MAX_JSON_CHARS) return value;
  const text = unfenced(value.trim());
  if (!text.startsWith('{') && !text.startsWith('[')) return value;
  try {
    const parsed: unknown = JSON.parse(text);
    // `[1]` is a citation.
    return Array.isArray(parsed) && parsed.every((item) => typeof item === 'number') ? value : parsed;
  } catch {
    return value;
  }
}

/** Of the sources that the text cites, those; of a text that cites none, all. */
function sourcesOf(citations: readonly Citation[], text: string): ChatSource[] {
  const byIndex = new Map<number, Citation>();
  for (const citation of citations) if (!byIndex.has(citation.index)) byIndex.set(citation.index, citation);
  const cited = citedNumbers(text).filter((index) => byIndex.has(index));
  const shown = cited.length > 0 ? [...byIndex.values()].filter(({ index }) => cited.includes(index)) : [...byIndex.values()];
  return shown.toSorted((one, other) => one.index - other.index).map(toSource);
}

function toSource({ index, title, page, place, snippet, url }: Citation): ChatSource {
  const address = isOwn(url) ? url : webAddress(url);
  return {
    index,
    title,
    ...(page !== undefined && { page }),
    ...(place !== undefined && { place }),
    ...(snippet !== '' && { snippet: snippet.slice(0, MAX_SNIPPET_CHARS).toWellFormed() }),
    ...(address !== undefined && { url: address }),
  };
}

function citationsIn(value: unknown, depth = 0): Citation[] {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return [];
  if (!isSourceList(value)) return Object.values(value).flatMap((field) => citationsIn(field, depth + 1));
  return (value as readonly unknown[]).flatMap((item, at) => {
    const { data } = looseCitation.safeParse(item);
    return data ? [{ ...data, index: data.index ?? at + 1 }] : [];
  });
}

/** As authors write them by hand, too: a title and an address. */
const looseCitation = citationSchema.extend({
  index: citationSchema.shape.index.optional().catch(undefined),
  domain: citationSchema.shape.domain.catch(''),
  snippet: citationSchema.shape.snippet.catch(''),
  place: citationSchema.shape.place.catch(undefined),
  page: citationSchema.shape.page.catch(undefined),
});

type NamedFile = { readonly fileId: string; readonly name: string; readonly mediaType?: unknown; readonly sizeBytes?: unknown };

function isFile(value: unknown): value is NamedFile {
  if (typeof value !== 'object' || value === null) return false;
  const { fileId, name } = value as Readonly<Record<string, unknown>>;
  return typeof fileId === 'string' && typeof name === 'string';
}

function filesIn(outputs: Readonly<Record<string, unknown>>): ChatAnswerPart[] {
  const files = new Map<string, NamedFile>();
  collectFiles(outputs, files, 0);
  return [...files.values()].slice(0, MAX_FILES).map(({ fileId, name, mediaType, sizeBytes }) => ({
    kind: 'file',
    name,
    ...(typeof sizeBytes === 'number' && Number.isSafeInteger(sizeBytes) && sizeBytes >= 0 && { size: sizeBytes }),
    mediaType: typeof mediaType === 'string' ? mediaType : 'application/octet-stream',
    url: `/api/v1/files/${encodeURIComponent(fileId)}/content`,
  }));
}

function collectFiles(value: unknown, files: Map<string, NamedFile>, depth: number): void {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return;
  if (isFile(value)) files.set(value.fileId, value);
  else for (const field of Object.values(value)) collectFiles(field, files, depth + 1);
}
