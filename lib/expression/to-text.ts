import { ExpressionError } from './expression-error.ts';

/** A value inside text: objects and lists as JSON, `null` as nothing, other values as strings. */
export function plainToText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? jsonText(value) : String(value);
}

function jsonText(value: object): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    throw new ExpressionError('expression-failed', 'A value cannot be written as JSON: it is nested too deeply', {
      cause: error,
    });
  }
}
