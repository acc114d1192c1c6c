import type { FieldControl, NumberRange } from '#components/inspector/field/field-model.ts';
import { readJson as readAnyJson } from '#components/ui/read-json.ts';
import { hasTags } from '#lib/expression/has-tags.ts';

/** A parsed text: its value (`undefined` if empty), or why it is invalid. */
export type FieldReading =
  | { readonly value: unknown }
  | { readonly problem: FieldProblem; readonly values?: Readonly<Record<string, string>> };

export type FieldProblem =
  | 'not-a-number'
  | 'not-whole'
  | 'too-small'
  | 'too-large'
  | 'not-a-duration'
  | 'not-json'
  | 'piece-fixed'
  | 'piece-shape'
  | 'piece-mistake'
  | 'name-empty'
  | 'name-taken'
  | 'name-refused';

/** A number, or a template where the field takes one. */
export function readNumber(text: string, { isInteger }: { isInteger: boolean }): FieldReading {
  const typed = text.trim();
  if (typed === '') return { value: undefined };
  if (hasTags(typed)) return { value: typed };
  const number = Number(typed.replace(/(?<=\d),(?=\d{3}(\D|$))/g, ''));
  if (!Number.isFinite(number)) return { problem: 'not-a-number', values: { value: typed } };
  return isInteger && !Number.isInteger(number) ? { problem: 'not-whole' } : { value: number };
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const UNITS = Object.entries(UNIT_MS).reverse();

/** `30 s`, `1 h 30 m`, `1.5 d`; a number without a unit is milliseconds. */
export function readDuration(text: string): FieldReading {
  const typed = text.trim().toLowerCase();
  if (typed === '') return { value: undefined };
  if (hasTags(text)) return { value: text.trim() };
  if (/^\d+$/.test(typed)) return { value: Number(typed) };
  if (!/^(\d+(\.\d+)?\s*(ms|s|m|h|d)\s*)+$/.test(typed)) return { problem: 'not-a-duration', values: { value: text.trim() } };
  let durationMs = 0;
  for (const [, amount, unit] of typed.matchAll(/(\d+(?:\.\d+)?)\s*(ms|[smhd])\s*/gy))
    durationMs += Number(amount) * (UNIT_MS[unit ?? ''] ?? 0);
  return { value: Math.round(durationMs) };
}

/** As `readDuration` takes it, exact: `1 h 30 m`. */
export function durationText(value: unknown): string {
  if (typeof value !== 'number' || !Number.isInteger(value) || value <= 0) return plainText(value);
  let left = value;
  const parts: string[] = [];
  for (const [unit, unitMs] of UNITS) {
    const amount = Math.floor(left / unitMs);
    left -= amount * unitMs;
    if (amount > 0) parts.push(`${amount} ${unit}`);
  }
  return parts.join(' ');
}

/** The range violation; undefined for a template. */
export function rangeProblem(value: unknown, { minimum, maximum }: NumberRange): FieldReading | undefined {
  if (typeof value !== 'number') return undefined;
  if (minimum !== undefined && value < minimum) return { problem: 'too-small', values: { limit: String(minimum) } };
  if (maximum !== undefined && value > maximum) return { problem: 'too-large', values: { limit: String(maximum) } };
  return undefined;
}

/** JSON and nothing else. */
export function readJson(text: string): FieldReading {
  if (text.trim() === '') return { value: undefined };
  const read = readAnyJson(text);
  return 'reason' in read ? { problem: 'not-json', values: read } : read;
}

/**
 * Any value as text: `10`, `true`, `null`, lists and objects are JSON, anything else is a text. A text that would be
 * read as something else is in quotes.
 */
export function readValue(text: string): FieldReading {
  const typed = text.trim();
  if (isLikeJson(typed)) return readJson(typed);
  const json = readJson(typed);
  return 'value' in json && typed !== '' ? json : { value: text };
}

/** A list or an object that was begun; `{{…}}` and `{%…%}` are templates. */
function isLikeJson(typed: string): boolean {
  return /^\[|^\{(?![{%])/.test(typed);
}

/** As `readValue` reads it; nothing where there is no value. */
export function valueAsText(value: unknown): string {
  if (value === undefined) return '';
  if (typeof value !== 'string') return JSON.stringify(value, null, 2);
  const read = readValue(value);
  return 'value' in read && read.value === value ? value : JSON.stringify(value);
}

/** A value as text: numbers in digits, an empty text for no value. */
export function plainText(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Converts a value to the text of a control, and back. */
export function textFormOf(control: FieldControl): { toText(value: unknown): string; read(text: string): FieldReading } {
  switch (control.kind) {
    case 'number':
      return { toText: plainText, read: (text) => readNumber(text, control) };
    case 'duration':
      return { toText: durationText, read: readDuration };
    case 'json':
      return control.takesText
        ? { toText: valueAsText, read: (text) => (text === '' ? { value: undefined } : readValue(text)) }
        : { toText: (value) => (value === undefined ? '' : JSON.stringify(value, null, 2)), read: readJson };
    default:
      return { toText: plainText, read: (text) => ({ value: text }) };
  }
}
