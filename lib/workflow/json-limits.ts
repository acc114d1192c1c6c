/** Deeper than any sensible document, input or answer, and far from where recursive code ends the stack. */
export const MAX_JSON_DEPTH = 200;
/** Numbers, texts, lists and objects of one request or answer: each costs time wherever a value is copied or written, however short it is. */
export const MAX_JSON_VALUES = 250_000;

const TOO_DEEP = `lists and objects nested more than ${MAX_JSON_DEPTH} levels deep`;
const TOO_MANY = `more than ${MAX_JSON_VALUES} values`;

/** What came of JSON text: its value, or in words what it has that nothing here could go on with. */
export type JsonReading =
  | { readonly value: unknown; readonly excess?: undefined }
  | { readonly value?: undefined; readonly excess: string };

/** Only text with such a number may have one that a double cannot hold. */
const MAY_BE_INFINITE = /\d[eE]\+?\d{3}|\d{300}/;

/**
 * JSON as `JSON.parse` reads it, within the limits. Too many values are found before they are parsed, which takes far longer for a million
 * small ones than for one large one.
 * @throws {SyntaxError} for text that is no JSON
 */
export function readJsonText(text: string): JsonReading {
  const excess = jsonTextExcess(text);
  if (excess !== undefined) return { excess };
  const value: unknown = JSON.parse(text);
  const beyond = MAY_BE_INFINITE.test(text) ? jsonExcess(value) : undefined;
  return beyond === undefined ? { value } : { excess: beyond };
}

/** The same of a value that is there already: too deep, or with a number that came to be Infinity. Undefined for what is fine. */
export function jsonExcess(json: unknown): string | undefined {
  if (isTooDeep(json)) return TOO_DEEP;
  const path = pathOfInfinity(json);
  if (path === undefined) return undefined;
  return `a number beyond what a double holds (about 1.8e308)${path === '' ? '' : ` at ${path}`}`;
}

/** True when lists and objects lie inside each other too often for recursive code. Linear in the number of values. */
export function isTooDeep(json: unknown): boolean {
  return isDeeperThan(json, MAX_JSON_DEPTH);
}

function isDeeperThan(json: unknown, levels: number): boolean {
  if (levels < 0) return true;
  if (typeof json !== 'object' || json === null) return false;
  if (Array.isArray(json)) return json.some((value) => isDeeperThan(value, levels - 1));
  for (const key in json) if (isDeeperThan(json[key as keyof typeof json], levels - 1)) return true;
  return false;
}

/** Where a number is infinite, as `items[0].price`. Never deeper than `MAX_JSON_DEPTH`, which is checked before. */
function pathOfInfinity(json: unknown): string | undefined {
  if (typeof json === 'number') return Number.isFinite(json) ? undefined : '';
  if (typeof json !== 'object' || json === null) return undefined;
  const isList = Array.isArray(json);
  for (const key in json) {
    const path = pathOfInfinity(json[key as keyof typeof json]);
    if (path === undefined) continue;
    const rest = path === '' || path.startsWith('[') ? path : `.${path}`;
    return `${isList ? `[${key}]` : key}${rest}`;
  }
  return undefined;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
/** What a key counts beside its value. Beyond the first few an object is kept as a table, to which keys are slow to add. */
const FEW_KEYS = 20;
const VALUES_A_KEY = 1;
const VALUES_A_FURTHER_KEY = 3;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);
const EMPTY_INSIDE = /[ \t\r\n]*[\]}]/y;

/** Nothing for text that is no JSON: the parser says what is wrong with that. */
function jsonTextExcess(text: string): string | undefined {
  const keys: number[] = [];
  let level = 0;
  let values = 1;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) at = endOfText(text, at);
    else if (sign === COMMA) values++;
    else if (sign === COLON) {
      const count = (keys[level] ?? 0) + 1;
      keys[level] = count;
      values += count > FEW_KEYS ? VALUES_A_FURTHER_KEY : VALUES_A_KEY;
    } else if (OPENING.has(sign)) {
      values++;
      keys[++level] = 0;
      if (level > MAX_JSON_DEPTH && !isEmptyFrom(text, at + 1)) return TOO_DEEP;
    } else if (CLOSING.has(sign)) level--;
    if (values > MAX_JSON_VALUES) return TOO_MANY;
  }
  return undefined;
}

/** An empty list or object may lie one level deeper: there is nothing inside of it. */
function isEmptyFrom(text: string, at: number): boolean {
  EMPTY_INSIDE.lastIndex = at;
  return EMPTY_INSIDE.test(text);
}

function endOfText(text: string, begin: number): number {
  for (let end = text.indexOf('"', begin + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}
