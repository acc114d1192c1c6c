import type { Language } from '../i18n/language.ts';
import { answerOf } from './answer-text.ts';
import { fileRefOf } from './file-value.ts';

type Words = { readonly yes: string; readonly no: string; readonly sources: string; readonly colon: string };
const words: Readonly<Record<Language, Words>> = {
  en: { yes: 'Yes', no: 'No', sources: 'Sources', colon: ': ' },
  'zh-CN': { yes: '是', no: '否', sources: '来源', colon: '：' },
};
/** Deeper values are not shown: they are data, not an answer. */
const MAX_DEPTH = 4;
/** Names that an output has where its author chose none. */
export const NO_NAME = /^(?:value|output|result)(?:_?\d+)?$/i;

/**
 * The answer of a run for people, as Markdown: its replies, or else the output that is the answer, or else all outputs
 * under their names. Sources are their titles. Never JSON, so that no address or chunk of a source is shown.
 */
export function readableAnswer(
  replies: readonly string[],
  outputs: Readonly<Record<string, unknown>>,
  language: Language = 'en',
): string {
  if (replies.length > 0) return replies.join('\n\n');
  const answer = answerOf(outputs);
  if (answer !== undefined) return markdownOf(answer, { language, depth: 0 });
  const fields = Object.entries(outputs).map(([name, value]) => fieldOf(name, value, { language, depth: 0 }));
  return fields.filter((text) => text !== '').join('\n\n');
}

/** A value as Markdown: texts as they are, objects as lists of titles and values, rows as a table. */
export function readableValue(value: unknown, language: Language): string {
  return markdownOf(value, { language, depth: 0 });
}

type Position = { readonly language: Language; readonly depth: number };

/** A name and its value, on one line where both fit; empty without a value. */
function fieldOf(name: string, value: unknown, at: Position): string {
  const text = markdownOf(value, at);
  const { sources, colon } = words[at.language];
  const label = isSourceList(value) ? sources : NO_NAME.test(name) ? '' : titleOf(name);
  if (text === '' || label === '') return text;
  return text.includes('\n') || text.startsWith('- ') ? `**${label}**\n\n${text}` : `**${label}**${colon}${text}`;
}

function markdownOf(value: unknown, at: Position): string {
  const { yes, no } = words[at.language];
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? yes : no;
  if (typeof value !== 'object' || value === null || at.depth >= MAX_DEPTH) return '';
  const below = { ...at, depth: at.depth + 1 };
  if (Array.isArray(value)) return tableOf(value, below) ?? listOf(value.map((item) => markdownOf(item, below)));
  const { output, text, title, name, llmCalls } = value as Readonly<Record<string, unknown>>;
  if (isSource(value)) return String(title);
  if (fileRefOf(value)) return typeof name === 'string' ? name : '';
  if (typeof output === 'string') return output;
  if (typeof text === 'string') return text;
  // The value of a model node: the rest is about the call.
  if (typeof llmCalls === 'number' && output !== undefined) return markdownOf(output, below);
  return listOf(Object.entries(value).map(([key, field]) => fieldOf(key, field, below)));
}

const MAX_COLUMNS = 8;

/** Rows with the same plain fields as a table; undefined for any other list. */
function tableOf(rows: readonly unknown[], at: Position): string | undefined {
  const [first] = rows;
  if (rows.length < 2 || !isRow(first) || isSource(first)) return undefined;
  const names = Object.keys(first);
  if (names.length < 2 || names.length > MAX_COLUMNS) return undefined;
  if (!rows.every((row) => isRow(row) && Object.keys(row).every((name) => Object.hasOwn(first, name)))) return undefined;
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const cell = (value: unknown) =>
    markdownOf(value, at)
      .split('\n')
      .map((part) => part.trim())
      .join(' ')
      .replaceAll('|', '\\|');
  const body = rows.map((row) => line(names.map((name) => cell((row as Readonly<Record<string, unknown>>)[name]))));
  return [line(names.map((name) => cell(titleOf(name)))), line(names.map(() => '---')), ...body].join('\n');
}

function isRow(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || fileRefOf(value)) return false;
  return Object.values(value).every((field) => typeof field !== 'object' || field === null);
}

function listOf(items: readonly string[]): string {
  return items
    .filter((item) => item !== '')
    .map((item) => `- ${item.replaceAll('\n', '\n  ')}`)
    .join('\n');
}

/** A citation or a passage that was found: what it says is in the answer. */
function isSource(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { url, title } = value as Readonly<Record<string, unknown>>;
  return typeof url === 'string' && typeof title === 'string';
}

export function isSourceList(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isSource);
}

/** `isApproved` and `is_approved` as "Is approved". */
export function titleOf(name: string): string {
  const spaced = name
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/([a-z0-9])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`);
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
