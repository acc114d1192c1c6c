import { type ExactJson, isExactNumber, parseExactly } from './exact-numbers.ts';

/** Maximum depth: more than documents, inputs and model output have, and far below the stack limit. */
export const MAX_JSON_DEPTH = 200;
/**
 * Values in one request or response. Each costs time wherever it is copied or serialized, however
 * small it is.
 */
export const MAX_JSON_VALUES = 250_000;

const TOO_DEEP = `lists and objects nested more than ${MAX_JSON_DEPTH} levels deep`;
const TOO_MANY = `more than ${MAX_JSON_VALUES} values`;

/** The parsed value, or a description of the limit that it exceeds. */
export type JsonReading =
  | (ExactJson & { readonly excess?: undefined })
  | { readonly value?: undefined; readonly numbersAsText?: undefined; readonly excess: string };

/** Only a text with such a number can overflow a double: one of fewer digits has an exponent of up to 99. */
const MAY_BE_INFINITE = /\d[eE]\+?\d{3}|\d{200}/;

/**
 * `JSON.parse` with limits, for texts of others. The count is checked before parsing, which is slow for a million small
 * values. Numbers that a double does not hold are texts.
 * @throws {SyntaxError} for text that is not JSON
 */
export function readJsonText(text: string): JsonReading {
  const { excess, isExact } = scanText(text);
  if (excess !== undefined) return { excess };
  const read: ExactJson = isExact ? { value: JSON.parse(text) } : parseExactly(text);
  const beyond = MAY_BE_INFINITE.test(text) ? jsonExcess(read.value) : undefined;
  return beyond === undefined ? read : { excess: beyond };
}

/**
 * The limit that a parsed value exceeds: it is nested too deeply, or has an infinite number. Undefined if it is within
 * them.
 */
export function jsonExcess(json: unknown): string | undefined {
  if (isTooDeep(json)) return TOO_DEEP;
  const path = pathOfInfinity(json);
  if (path === undefined) return undefined;
  return `a number beyond what a double holds (about 1.8e308)${path === '' ? '' : ` at ${path}`}`;
}

/** True if the nesting is too deep for recursive code. Linear in the number of values. */
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

/** Counts nested values and object keys, too. The caller checks `MAX_JSON_DEPTH` first. */
export function hasMoreValuesThan(json: unknown, most: number): boolean {
  return valuesLeft(json, most) < 0;
}

function valuesLeft(json: unknown, left: number): number {
  let rest = left - 1;
  if (typeof json !== 'object' || json === null) return rest;
  const ofKey = Array.isArray(json) ? 0 : 1;
  for (const key in json) {
    if (rest < 0) break;
    rest = valuesLeft(json[key as keyof typeof json], rest - ofKey);
  }
  return rest;
}

/** Path of an infinite number, such as `items[0].price`. The caller checks `MAX_JSON_DEPTH` first. */
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
/**
 * Weight of a key in addition to its value: large objects become hash tables, to which adding keys
 * is slow.
 */
const FEW_KEYS = 20;
const VALUES_A_KEY = 1;
const VALUES_A_FURTHER_KEY = 3;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);
const EMPTY_INSIDE = /[ \t\r\n]*[\]}]/y;
const NUMBER_TEXT = /[\d.eE+-]+/y;

type TextScan = { readonly excess?: string; readonly isExact: boolean };

/** No excess for text that is not JSON: the parser reports that. */
function scanText(text: string): TextScan {
  const keys: number[] = [];
  let level = 0;
  let values = 1;
  let isExact = true;
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
      if (level > MAX_JSON_DEPTH && !isEmptyFrom(text, at + 1)) return { excess: TOO_DEEP, isExact };
    } else if (CLOSING.has(sign)) level--;
    else if (isDigit(sign)) {
      const number = numberAt(text, at);
      isExact &&= isExactNumber(number);
      at += number.length - 1;
    }
    if (values > MAX_JSON_VALUES) return { excess: TOO_MANY, isExact };
  }
  return { isExact };
}

function isDigit(sign: number): boolean {
  return sign >= 0x30 && sign <= 0x39;
}

function numberAt(text: string, at: number): string {
  NUMBER_TEXT.lastIndex = at;
  return NUMBER_TEXT.exec(text)?.[0] ?? '';
}

/** An empty list or object may be one level deeper, since it contains nothing. */
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
