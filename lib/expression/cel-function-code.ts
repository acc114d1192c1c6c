import type { Environment } from '@marcbachmann/cel-js';
import { readJsonText } from '../json/json-limits.ts';
import { RENAMED } from './cel-references.ts';
import { spendSteps } from './cel-steps.ts';
import { celValue } from './cel-value.ts';
import { ExpressionError } from './expression-error.ts';
import { findPattern } from './linear-regex.ts';
import { currentMoment } from './moment.ts';
import { kindOf } from './read-path.ts';
import { plainToText } from './to-text.ts';
import { addToDate, dateDifference, formatDate, readDate } from './zoned-date.ts';

/** One step for so many characters. */
const CHARS_OF_STEP = 100;
/** Characters of a text and items of a list that a function may make. */
const MAX_MADE_CHARS = 10_000_000;
const MAX_MADE_ITEMS = 100_000;

// biome-ignore lint/suspicious/noExplicitAny: cel-js calls it with values of the types in its signature
type Code = (...values: any[]) => unknown;
type Item = Readonly<Record<string, unknown>>;

/**
 * Functions in addition to CEL's own, by signature. `number` stands for int and double, `date` for
 * CEL's timestamp. Each with an argument can also be called on it: `lower(text)`, `text.lower()`.
 */
const codes: Readonly<Record<string, Code>> = {
  'now(): date': () => {
    const moment = currentMoment();
    if (moment === undefined) throw new ExpressionError('expression-failed', 'now() is known only while a node runs');
    return new Date(moment);
  },
  'date(string): date': (text: string) => readDate(text),
  'date(string, string): date': (text: string, zone: string) => readDate(text, zone),
  'date(number): date': (ms: number | bigint) => new Date(Number(ms)),
  'date(date): date': (date: Date) => date,
  'add(date, number, string): date': (date: Date, amount: number | bigint, unit: string) =>
    addToDate(date, Number(amount), { unit }),
  'add(date, number, string, string): date': (date: Date, amount: number | bigint, unit: string, zone: string) =>
    addToDate(date, Number(amount), { unit, zone }),
  'diff(date, date, string): double': (later: Date, earlier: Date, unit: string) => dateDifference(later, earlier, unit),
  'format(date, string): string': (date: Date, pattern: string) => formatDate(date, pattern),
  'format(date, string, string): string': (date: Date, pattern: string, zone: string) => formatDate(date, pattern, zone),

  'json(string): dyn': (text: string) => readJson(text),
  'text(dyn): string': (value: unknown) => plainToText(celValue(value)),

  'lower(string): string': (text: string) => ofText(text).toLowerCase(),
  'upper(string): string': (text: string) => ofText(text).toUpperCase(),
  'trim(string): string': (text: string) => ofText(text).trim(),
  'replace(string, string, string): string': (text: string, old: string, by: string) => replaceIn(text, old, by),
  'split(string, string): list<string>': (text: string, separator: string) => splitText(text, separator),
  'join(list, string): string': (list: unknown, separator: string) => joinTexts(itemsOf(list), separator),
  'match(string, string): list<string>': (text: string, pattern: string) => findPattern(pattern, text),

  'sum(list): double': (list: unknown) => numbersOf(list, 'sum').reduce((total, number) => total + number, 0),
  'min(list): double': (list: unknown) => extreme(numbersOf(list, 'min'), Math.min, 'min'),
  'max(list): double': (list: unknown) => extreme(numbersOf(list, 'max'), Math.max, 'max'),
  'min(number, number): double': (a: number | bigint, b: number | bigint) => Math.min(Number(a), Number(b)),
  'max(number, number): double': (a: number | bigint, b: number | bigint) => Math.max(Number(a), Number(b)),
  'round(number): double': (number: number | bigint) => Math.round(Number(number)),
  'round(number, number): double': (number: number | bigint, digits: number | bigint) => roundTo(Number(number), Number(digits)),
  'floor(number): double': (number: number | bigint) => Math.floor(Number(number)),
  'ceil(number): double': (number: number | bigint) => Math.ceil(Number(number)),
  'abs(number): double': (number: number | bigint) => Math.abs(Number(number)),

  'sortBy(list): list': (list: unknown) => sorted(itemsOf(list), (item) => item),
  'sortBy(list, string): list': (list: unknown, key: string) => sorted(itemsOf(list), (item) => fieldOf(item, key)),
  'reverse(list): list': (list: unknown) => itemsOf(list).toReversed(),
  'unique(list): list': (list: unknown) => distinct(itemsOf(list), (item) => item),
  'unique(list, string): list': (list: unknown, key: string) => distinct(itemsOf(list), (item) => fieldOf(item, key)),
  'groupBy(list, string): list': (list: unknown, key: string) => grouped(itemsOf(list), key),
  'zip(list, list): list': (first: unknown, second: unknown) => zipped(itemsOf(first), itemsOf(second)),
  'joinBy(list, list, string): list': (list: unknown, other: unknown, key: string) =>
    joined(itemsOf(list), itemsOf(other), { key, otherKey: key }),
  'joinBy(list, list, string, string): list': (list: unknown, other: unknown, key: string, otherKey: string) =>
    joined(itemsOf(list), itemsOf(other), { key, otherKey }),
  'flatten(list): list': (list: unknown) => flattened(itemsOf(list)),
  'slice(list, number): list': (list: unknown, from: number | bigint) => itemsOf(list).slice(Number(from)),
  'slice(list, number, number): list': (list: unknown, from: number | bigint, to: number | bigint) =>
    itemsOf(list).slice(Number(from), Number(to)),
  'slice(string, number): string': (text: string, from: number | bigint) => ofText(text).slice(Number(from)),
  'slice(string, number, number): string': (text: string, from: number | bigint, to: number | bigint) =>
    ofText(text).slice(Number(from), Number(to)),

  'keys(map): list<string>': (map: unknown) => entriesOf(map).map(([key]) => key),
  'values(map): list': (map: unknown) => entriesOf(map).map(([, value]) => value),
  'entries(map): list': (map: unknown) => entriesOf(map).map(([key, value]) => ({ key, value })),
};

const TIMESTAMP = 'google.protobuf.Timestamp';
/** CEL's own have the same signature and do the same. */
const ownOfCel = new Set(['string.trim(): string', 'string.split(string): list<string>']);

/** Registers all functions with cel-js. */
export function registerFunctions(environment: Environment): void {
  for (const [signature, code] of Object.entries(codes))
    for (const expanded of expand(signature.replaceAll(/\bdate\b(?!\()/g, TIMESTAMP))) {
      environment.registerFunction(expanded, { handler: code, async: false });
      const method = asMethod(expanded);
      if (method !== undefined && !ownOfCel.has(method)) environment.registerFunction(method, { handler: code, async: false });
    }
}

/** `number` as each of CEL's two kinds. */
function expand(signature: string): readonly string[] {
  if (!signature.includes('number')) return [signature];
  return ['int', 'double'].flatMap((kind) => expand(signature.replace('number', kind)));
}

/** `lower(string): string` as `string.lower(): string`. */
function asMethod(signature: string): string | undefined {
  const [, name, first, rest = '', gives] = /^(\w+)\(([\w.<>]+)(?:, (.*))?\): (.+)$/.exec(signature) ?? [];
  if (first === undefined || name === undefined) return undefined;
  return `${first}.${RENAMED[name] ?? name}(${rest}): ${gives}`;
}

function ofText(text: string): string {
  spendSteps(text.length / CHARS_OF_STEP);
  return text;
}

function made(text: string): string {
  if (text.length <= MAX_MADE_CHARS) return text;
  throw new ExpressionError('expression-limit', `A function of the expression makes more than ${MAX_MADE_CHARS} characters`);
}

function replaceIn(text: string, old: string, by: string): string {
  // It is found between all characters, which is not what is meant.
  if (old === '') throw new ExpressionError('expression-failed', 'replace(…) needs a text to look for');
  const parts = ofText(text).split(old);
  if (text.length + (parts.length - 1) * by.length > MAX_MADE_CHARS) return made(' '.repeat(MAX_MADE_CHARS + 1));
  return parts.join(by);
}

function splitText(text: string, separator: string): readonly string[] {
  return limited(ofText(text).split(separator, MAX_MADE_ITEMS + 1));
}

function joinTexts(items: readonly unknown[], separator: string): string {
  let text = '';
  for (const [index, item] of items.entries()) {
    if (index > 0) text += separator;
    text = made(text + plainToText(celValue(item)));
  }
  return text;
}

function readJson(text: string): unknown {
  try {
    const { value, excess } = readJsonText(ofText(text));
    if (excess === undefined) return value;
    throw new ExpressionError('expression-limit', `json(…) got ${excess}`);
  } catch (error) {
    if (error instanceof ExpressionError) throw error;
    throw new ExpressionError('expression-failed', 'json(…) got a text that is not JSON', { cause: error });
  }
}

/** cel-js gives lists of the scope as they are, and sets as lists. */
function itemsOf(list: unknown): readonly unknown[] {
  const items = Array.isArray(list) ? (list as readonly unknown[]) : [...(list as Iterable<unknown>)];
  spendSteps(items.length);
  return items;
}

function limited<T>(items: readonly T[]): readonly T[] {
  if (items.length <= MAX_MADE_ITEMS) return items;
  throw new ExpressionError('expression-limit', `A function of the expression makes more than ${MAX_MADE_ITEMS} items`);
}

function numbersOf(list: unknown, name: string): readonly number[] {
  return itemsOf(list).map((item, index) => {
    if (typeof item === 'number' || typeof item === 'bigint') return Number(item);
    throw new ExpressionError('expression-failed', `${name}(…) takes a list of numbers, and item ${index} is ${kindOf(item)}`, {
      hint: 'Take a field of each item first, as in list.map(item, item.price)',
    });
  });
}

function extreme(numbers: readonly number[], pick: (a: number, b: number) => number, name: string): number {
  const [first, ...others] = numbers;
  if (first === undefined)
    throw new ExpressionError('expression-failed', `${name}(…) of an empty list has no value`, {
      hint: 'Ask for its size first, as in list.size() > 0 ? list.max() : 0',
    });
  return others.reduce((best, number) => pick(best, number), first);
}

function roundTo(number: number, digits: number): number {
  const places = Math.max(0, Math.min(15, Math.trunc(digits)));
  return Number(`${Math.round(Number(`${number}e${places}`))}e-${places}`) || Number(number.toFixed(places));
}

/** The own field at a key, or at keys with points between them; null where there is none. */
function fieldOf(item: unknown, key: string): unknown {
  let value = item;
  for (const name of key.split('.')) {
    if (value instanceof Map) value = value.get(name);
    else if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null;
    else value = (value as Item)[name];
  }
  return value ?? null;
}

/** What makes two values the same: kind and content. */
function identityOf(value: unknown): string {
  return JSON.stringify(celValue(value)) ?? 'null';
}

/** Numbers, then texts, dates, booleans and other values; values without one come last. */
function rankOf(value: unknown): number {
  if (typeof value === 'number' || typeof value === 'bigint') return 0;
  if (typeof value === 'string') return 1;
  if (value instanceof Date) return 2;
  if (typeof value === 'boolean') return 3;
  return value === null || value === undefined ? 5 : 4;
}

function sorted(items: readonly unknown[], keyOf: (item: unknown) => unknown): readonly unknown[] {
  const keyed = items.map((item) => {
    const key = keyOf(item);
    const rank = rankOf(key);
    return { item, rank, key: rank === 0 || rank === 2 || rank === 3 ? Number(key) : rank === 1 ? (key as string) : '' };
  });
  keyed.sort((a, b) => a.rank - b.rank || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return keyed.map(({ item }) => item);
}

function distinct(items: readonly unknown[], keyOf: (item: unknown) => unknown): readonly unknown[] {
  const seen = new Map<string, unknown>();
  for (const item of items) {
    const key = identityOf(keyOf(item));
    if (!seen.has(key)) seen.set(key, item);
  }
  return [...seen.values()];
}

function grouped(items: readonly unknown[], key: string): readonly unknown[] {
  const groups = new Map<string, { key: unknown; items: unknown[] }>();
  for (const item of items) {
    const value = fieldOf(item, key);
    const identity = identityOf(value);
    const group = groups.get(identity) ?? { key: value, items: [] };
    groups.set(identity, group);
    group.items.push(item);
  }
  return [...groups.values()];
}

function zipped(first: readonly unknown[], second: readonly unknown[]): readonly unknown[] {
  return first.slice(0, second.length).map((item, index) => [item, second[index]]);
}

/** Each item with the fields of those in the other list that have its key; one without such stays as it is. */
function joined(
  items: readonly unknown[],
  others: readonly unknown[],
  { key, otherKey }: { key: string; otherKey: string },
): readonly unknown[] {
  const byKey = Map.groupBy(others, (other) => identityOf(fieldOf(other, otherKey)));
  const rows: unknown[] = [];
  for (const item of items) {
    const value = fieldOf(item, key);
    const matches = value === null ? [] : (byKey.get(identityOf(value)) ?? []);
    spendSteps(matches.length);
    for (const other of matches) rows.push({ ...fieldsOf(item), ...fieldsOf(other) });
    if (matches.length === 0) rows.push(item);
    limited(rows);
  }
  return rows;
}

function flattened(items: readonly unknown[]): readonly unknown[] {
  const all: unknown[] = [];
  for (const item of items) {
    if (Array.isArray(item)) for (const inner of itemsOf(item)) all.push(inner);
    else all.push(item);
    limited(all);
  }
  return all;
}

function entriesOf(map: unknown): readonly (readonly [string, unknown])[] {
  const entries =
    map instanceof Map ? [...map].map(([key, value]) => [String(key), value] as const) : Object.entries(map as Item);
  spendSteps(entries.length);
  return entries;
}

function fieldsOf(item: unknown): Item {
  return Object.fromEntries(typeof item === 'object' && item !== null && !Array.isArray(item) ? entriesOf(item) : []);
}
