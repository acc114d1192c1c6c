/** Every decimal of at most so many digits is the shortest one of its double. */
const SURE_DIGITS = 15;
/** Programs that do not look for the shortest decimal write a double with so many. */
const DOUBLE_DIGITS = 17;
/** A smaller number may be a double of fewer digits, or zero. */
const SMALL = /e-\d{3}/i;
const NUMBER = /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;
/** The elements of a list are one field. */
const MAX_FIELDS = 50;

/** JSON in which numbers that a double does not hold are texts. */
export type ExactJson = {
  readonly value: unknown;
  /** Up to 50 fields with such texts, as `items[].id`; an empty text is the value itself. Absent without any. */
  readonly numbersAsText?: readonly string[];
};

type KeptKeys = Map<unknown, Set<string>>;

/**
 * `JSON.parse` that keeps each number whose double is another decimal (`12345678901234567890`, `0.1234567890123456789`,
 * `1e-400`) as the text that it was. Infinite numbers stay numbers. Takes several times as long as `JSON.parse`.
 * @throws {SyntaxError} for text that is not JSON
 */
export function parseExactly(text: string): ExactJson {
  const kept: KeptKeys = new Map();
  const value: unknown = JSON.parse(text, function (this: unknown, key, part, context?: { source?: string }) {
    // Browsers from before 2025 give no source.
    if (typeof part !== 'number' || context?.source === undefined || isExactNumber(context.source)) return part;
    kept.set(this, (kept.get(this) ?? new Set()).add(key));
    return context.source;
  });
  if (kept.size === 0) return { value };
  const fields = new Set<string>(typeof value === 'string' ? [''] : []);
  collectFields(value, '', { kept, fields });
  return { value, numbersAsText: [...fields] };
}

/** A field of `numbersAsText` inside a value of this name. */
export function fieldIn(name: string, field: string): string {
  return field === '' || field.startsWith('[') ? `${name}${field}` : `${name}.${field}`;
}

const MAY_BE_INEXACT = /\d{16}|\d[eE][+-]?\d{3}|[.]\d{16}/;

/** Whether a text of JSON may have a number that its double does not hold; cheap, for texts that rarely have one. */
export function isInexact(text: string): boolean {
  return MAY_BE_INEXACT.test(text);
}

/**
 * True if a number of JSON is what its double says with as many digits: `1.0`, `1e2` and `0.10000000000000001` are,
 * which programs write that print 17 digits; `9007199254740993` is not.
 */
export function isExactNumber(source: string): boolean {
  if (source.length <= SURE_DIGITS && !SMALL.test(source)) return true;
  const double = Number(source);
  if (!Number.isFinite(double) || String(double) === source) return true;
  const { text, significant } = decimalOf(source);
  if (decimalOf(String(double)).text === text) return true;
  return significant > SURE_DIGITS && significant <= DOUBLE_DIGITS && decimalOf(double.toPrecision(significant)).text === text;
}

/** True for a text that is a number of JSON which a double does not hold. */
export function isInexactNumber(text: string): boolean {
  return NUMBER.test(text) && !isExactNumber(text);
}

/**
 * `text` is equal for equal decimals: the digits between the zeros at both ends, and the power of ten of the last one.
 * `significant`: digits without the zeros at the beginning.
 */
function decimalOf(source: string): { readonly text: string; readonly significant: number } {
  const [, whole = '', fraction = '', exponent = '0'] = NUMBER.exec(source) ?? [];
  const all = whole + fraction;
  let start = 0;
  while (all[start] === '0') start++;
  let end = all.length;
  while (end > start && all[end - 1] === '0') end--;
  const power = Number(exponent) - fraction.length + all.length - end;
  return { text: start === end ? '0' : `${all.slice(start, end)}e${power}`, significant: all.length - start };
}

function collectFields(value: unknown, path: string, found: { readonly kept: KeptKeys; readonly fields: Set<string> }): void {
  if (typeof value !== 'object' || value === null || found.fields.size >= MAX_FIELDS) return;
  const keys = found.kept.get(value);
  for (const [key, part] of Object.entries(value)) {
    const field = Array.isArray(value) ? `${path}[]` : path === '' ? key : `${path}.${key}`;
    if (keys?.has(key) && found.fields.size < MAX_FIELDS) found.fields.add(field);
    collectFields(part, field, found);
  }
}
