import { isExactNumber } from '#lib/json/exact-numbers.ts';
import { isTooDeep } from '#lib/json/json-limits.ts';

/** Before the digits of a number that a double does not hold, in the messages between transport and readers. */
const MARK = '\u0000number:';
const MARK_IN_JSON = JSON.stringify(MARK).slice(1, -1);
/** What such a number has: many digits, or an exponent. */
const MAY_BE_INEXACT = /\d{16}|\d\.\d{15}|\d[eE]/;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const MAX_FIELDS = 50;

/**
 * A line of JSON, in which numbers that a double does not hold are marked texts: the protocol's library parses it, and
 * would round them. Strings of JSON end on their line, so any part between line breaks can be read alone.
 */
export function markNumbers(line: string): string {
  if (!MAY_BE_INEXACT.test(line)) return line;
  const parts: string[] = [];
  let from = 0;
  let at = 0;
  while (at < line.length) {
    const char = line.charAt(at);
    if (char === '"') {
      at = endOfString(line, at);
    } else if (char === '-' || (char >= '0' && char <= '9')) {
      NUMBER.lastIndex = at;
      const [source = char] = NUMBER.exec(line) ?? [];
      if (source !== '-' && !isExactNumber(source)) {
        parts.push(line.slice(from, at), `"${MARK_IN_JSON}${source}"`);
        from = at + source.length;
      }
      at += source.length;
    } else {
      at++;
    }
  }
  return parts.length === 0 ? line : parts.join('') + line.slice(from);
}

function endOfString(line: string, start: number): number {
  for (let at = start + 1; at < line.length; at++) {
    const char = line.charAt(at);
    if (char === '"') return at + 1;
    if (char === '\\') at++;
  }
  return line.length;
}

/** The value with its marked numbers as numbers, as any reader of JSON has them. */
export function withNumbers<T>(value: T): T {
  return isTooDeep(value) ? value : (replace(value, '', { marked: Number, fields: new Set() }) as T);
}

/** The value with its marked numbers as texts, and up to 50 fields that have them, as `items[].id`. */
export function withNumbersAsText(value: unknown): { readonly value: unknown; readonly fields: readonly string[] } {
  if (isTooDeep(value)) return { value, fields: [] };
  const fields = new Set<string>();
  return { value: replace(value, '', { marked: (source) => source, fields }), fields: [...fields] };
}

type Replacing = { readonly marked: (source: string) => unknown; readonly fields: Set<string> };

function replace(value: unknown, path: string, replacing: Replacing): unknown {
  if (typeof value === 'string') {
    if (!value.startsWith(MARK)) return value;
    if (replacing.fields.size < MAX_FIELDS) replacing.fields.add(path);
    return replacing.marked(value.slice(MARK.length));
  }
  if (Array.isArray(value)) return replaceIn(value, (part) => replace(part, `${path}[]`, replacing));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const replaced = entries.map(([key, part]) => [key, replace(part, path === '' ? key : `${path}.${key}`, replacing)] as const);
  return replaced.every(([, part], index) => part === entries[index]?.[1]) ? value : Object.fromEntries(replaced);
}

/** The same list where nothing changes. */
function replaceIn(list: readonly unknown[], change: (part: unknown) => unknown): readonly unknown[] {
  const changed = list.map(change);
  return changed.every((part, index) => part === list[index]) ? list : changed;
}
