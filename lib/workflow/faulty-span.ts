import { offsetOf, referenceSpan, type TextSpan } from '../expression/replace-reference.ts';
import type { Problem } from './problem.ts';

const KEY_AT_FAULT = ['no-such-field', 'not-an-object', 'not-in-last-run'];

/**
 * The part of a field's text that is at fault: a wrong key, a reference, or one character; undefined
 * for the whole field.
 */
export function faultySpan({ at, texts }: Pick<Problem, 'at' | 'texts'>, text: string): TextSpan | undefined {
  if (!at) return undefined;
  const span = referenceSpan(text, at);
  if (!span) {
    const from = Math.min(offsetOf(text, at), text.length);
    return { from, to: Math.min(from + 1, text.length) };
  }
  const message = texts?.message;
  if (!message || !KEY_AT_FAULT.includes(message.key)) return span;
  const holder = String(message.params.holder);
  const name = String(message.params.name);
  const from = text.slice(span.from, span.to).indexOf(name, holder.length);
  return from < 0 ? span : { from: span.from + from, to: span.from + from + name.length };
}
