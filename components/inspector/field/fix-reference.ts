import type { TextPosition } from '#lib/expression/expression-error.ts';
import type { Problem } from '#lib/workflow/problem.ts';

const REFERENCE = /[A-Za-z_]\w*(?:\.[A-Za-z_]\w*|\[\d+\]|\["[^"]*"\])*/y;
const KEYS = /^\w+|\.\w+|\[\d+\]|\["[^"]*"\]/g;

/** The reference that a problem's hint proposes; undefined when it says something else. */
export function meantReference({ code, texts }: Problem): string | undefined {
  if (code !== 'unknown-reference' || texts?.hint?.key !== 'meant') return undefined;
  return String(texts.hint.params.name);
}

/** The text with what was meant in the place of the reference that is at fault, as far as it goes; undefined when there is none. */
export function fixReference(text: string, at: TextPosition, meant: string): string | undefined {
  const from = offsetOf(text, at);
  REFERENCE.lastIndex = from;
  const written = REFERENCE.exec(text)?.[0];
  if (written === undefined) return undefined;
  const keys = written.match(KEYS) ?? [];
  const count = meant.match(KEYS)?.length ?? 0;
  const wrong = keys.slice(0, count).join('');
  return `${text.slice(0, from)}${meant}${text.slice(from + wrong.length)}`;
}

/** Where a line and column, both from 1, lie in a text. */
export function offsetOf(text: string, { line, column }: TextPosition): number {
  let begin = 0;
  for (let number = 1; number < line; number++) begin = text.indexOf('\n', begin) + 1;
  return begin + column - 1;
}
