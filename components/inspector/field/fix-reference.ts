import type { TextPosition } from '#lib/expression/expression-error.ts';
import type { Problem } from '#lib/workflow/problem.ts';

const REFERENCE = /[A-Za-z_]\w*(?:\.[A-Za-z_]\w*|\[\d+\]|\["[^"]*"\])*/y;
const KEYS = /^\w+|\.\w+|\[\d+\]|\["[^"]*"\]/g;

/** The reference that a problem's hint suggests; undefined for other hints. */
export function suggestedReference({ code, texts }: Problem): string | undefined {
  if (code !== 'unknown-reference' || texts?.hint?.key !== 'meant') return undefined;
  return String(texts.hint.params.name);
}

/** Replaces the wrong part of the reference at a position; undefined when there is no reference. */
export function fixReference(text: string, at: TextPosition, suggested: string): string | undefined {
  const from = offsetOf(text, at);
  REFERENCE.lastIndex = from;
  const written = REFERENCE.exec(text)?.[0];
  if (written === undefined) return undefined;
  const keys = written.match(KEYS) ?? [];
  const count = suggested.match(KEYS)?.length ?? 0;
  const wrong = keys.slice(0, count).join('');
  return `${text.slice(0, from)}${suggested}${text.slice(from + wrong.length)}`;
}

/** The offset of a line and column, both from 1. */
export function offsetOf(text: string, { line, column }: TextPosition): number {
  let lineStart = 0;
  for (let number = 1; number < line; number++) lineStart = text.indexOf('\n', lineStart) + 1;
  return lineStart + column - 1;
}
