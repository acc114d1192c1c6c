import type { TextPosition } from './expression-error.ts';

const REFERENCE = /[A-Za-z_]\w*(?:\.[A-Za-z_]\w*|\[\d+\]|\["[^"]*"\])*/y;
const KEYS = /^\w+|\.\w+|\[\d+\]|\["[^"]*"\]/g;

/** A stretch of a text by offsets. */
export type TextSpan = { readonly from: number; readonly to: number };

/** The reference that begins at a position; undefined when there is none. */
export function referenceSpan(text: string, at: TextPosition): TextSpan | undefined {
  const from = offsetOf(text, at);
  REFERENCE.lastIndex = from;
  const written = REFERENCE.exec(text)?.[0];
  return written === undefined ? undefined : { from, to: from + written.length };
}

/** The output tag `{{ … }}` around the reference at a position; undefined in conditions and other tags. */
export function tagSpan(text: string, at: TextPosition): TextSpan | undefined {
  const offset = offsetOf(text, at);
  const from = text.lastIndexOf('{{', offset);
  const end = text.indexOf('}}', offset);
  if (from < 0 || end < 0 || text.slice(from, offset).includes('}}')) return undefined;
  return { from, to: end + 2 };
}

/** The text with a stretch replaced by another text. */
export function replaceSpan(text: string, { from, to }: TextSpan, written: string): string {
  return `${text.slice(0, from)}${written}${text.slice(to)}`;
}

/** Replaces the wrong part of the reference at a position; undefined when there is no reference. */
export function fixReference(text: string, at: TextPosition, suggested: string): string | undefined {
  const span = referenceSpan(text, at);
  if (!span) return undefined;
  const keys = text.slice(span.from, span.to).match(KEYS) ?? [];
  const count = suggested.match(KEYS)?.length ?? 0;
  const wrong = keys.slice(0, count).join('');
  return replaceSpan(text, { from: span.from, to: span.from + wrong.length }, suggested);
}

/** The offset of a line and column, both from 1. */
export function offsetOf(text: string, { line, column }: TextPosition): number {
  let lineStart = 0;
  for (let number = 1; number < line; number++) lineStart = text.indexOf('\n', lineStart) + 1;
  return lineStart + column - 1;
}
