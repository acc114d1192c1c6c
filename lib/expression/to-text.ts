import { ExpressionError } from './expression-error.ts';

/**
 * The JSON of an object or list within a text. Escaping it again doubles its quotes and backslashes,
 * so a chain of nodes that insert whole nodes would double the text with each of them.
 */
export const MAX_JSON_IN_TEXT_CHARS = 2_000_000;

/** A value inside text: objects and lists as JSON, `null` as nothing, other values as strings. */
export function plainToText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? jsonText(value) : String(value);
}

function jsonText(value: object): string {
  const text = stringify(value);
  if (text.length <= MAX_JSON_IN_TEXT_CHARS) return text;
  throw new ExpressionError(
    'expression-limit',
    `A value of ${text.length} characters as JSON is too large to insert into a text, which takes ${MAX_JSON_IN_TEXT_CHARS}`,
    { hint: 'Insert one of its fields, or pass the value on without text around it' },
  );
}

function stringify(value: object): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    throw new ExpressionError('expression-failed', 'A value cannot be written as JSON: it is nested too deeply', {
      cause: error,
    });
  }
}
