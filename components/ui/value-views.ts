import { visibleText } from '#lib/i18n/visible-text.ts';
export type ValueViewKind = 'tree' | 'json' | 'text' | 'rendered';

/** The views that fit a value, best first. A text that contains JSON has the views of the parsed value. */
export function viewsOf(value: unknown): readonly ValueViewKind[] {
  if (typeof value === 'string') {
    if (heldJson(value) !== undefined) return ['text', 'tree', 'json'];
    return isMarkdown(value) ? ['rendered', 'text', 'json'] : ['text', 'json'];
  }
  return typeof value === 'object' && value !== null ? ['tree', 'json'] : ['json'];
}

/** A longer text is shown as it is: reading it as Markdown would take longer than a frame lasts. */
const MARKDOWN_MAX_CHARS = 100_000;
const MARKDOWN = /^ {0,3}(#{1,6} |[-*+] |\d+\. |> |```|\|.+\|$)|\*\*\S|`[^`\n]+`|\]\(https?:/m;

/** True if a text has marks of Markdown that a reader should not see. */
export function isMarkdown(text: string): boolean {
  return text.length <= MARKDOWN_MAX_CHARS && MARKDOWN.test(text);
}

/** Beyond this a text is not searched for JSON each time it is drawn. */
const HELD_JSON_MAX_CHARS = 200_000;

/** The object or list that a text is the JSON of; undefined when it is something else. */
export function heldJson(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text) || text.length > HELD_JSON_MAX_CHARS) return undefined;
  try {
    const held: unknown = JSON.parse(text);
    return typeof held === 'object' && held !== null ? held : undefined;
  } catch {
    return undefined;
  }
}

const PREVIEW_LENGTH = 80;

/** Whether the line that stands for the value leaves something out. */
export function isCut(value: unknown): boolean {
  return typeof value === 'string' && JSON.stringify(value).length > PREVIEW_LENGTH;
}

/** A value in one line: a text in quotes, a number as it is, of an object or list how much is in it. */
export function previewOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.length}]`;
  if (typeof value === 'object' && value !== null) return `{${Object.keys(value).length}}`;
  const text = JSON.stringify(value) ?? '';
  return visibleText(text.length > PREVIEW_LENGTH ? `${text.slice(0, PREVIEW_LENGTH)}…` : text);
}

export type TreeEntry = { readonly name: string; readonly value: unknown };

/** Direct entries of a value in their order; undefined for a scalar. */
export function entriesOf(value: unknown): readonly TreeEntry[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).map(([name, inner]) => ({ name, value: inner }));
}

const sizes = new WeakMap<object, number>();

/** Bytes of a value as text or JSON. Counted once for each object, which must not change. */
export function sizeOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return bytesOf(typeof value === 'string' ? value : String(value));
  const known = sizes.get(value);
  if (known !== undefined) return known;
  const size = bytesOf(JSON.stringify(value) ?? '');
  sizes.set(value, size);
  return size;
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
