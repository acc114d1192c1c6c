import { ExpressionError } from '../expression/expression-error.ts';
import { matchesPattern, withPatternBudget } from '../expression/linear-regex.ts';
import { briefJson } from '../json/brief-json.ts';
import { isSameJson } from '../json/is-same-json.ts';
import type { JsonSchema } from '../json/json-schema.ts';
import { cutText } from '../text/cut-text.ts';

/** A value that does not match: `path` is empty for the root, else such as `items[2].title`. */
export type SchemaProblem = { readonly path: string; readonly message: string; readonly value: unknown };

/** One part of a value. Its path is written only when a problem needs it. */
type Check = {
  readonly value: unknown;
  /** Undefined for the root. */
  readonly parent: Check | undefined;
  readonly key: string | number;
  readonly depth: number;
  readonly run: Run;
};

type Run = {
  readonly root: JsonSchema;
  stepsLeft: number;
  /** Listing the keys of a large object takes longer than reading their values. */
  readonly keys: Map<object, readonly string[]>;
};

const MAX_PROBLEMS = 20;
const MAX_DEPTH = 100;
/** A schema that branches into itself would never end. */
const MAX_STEPS = 200_000;
/** Characters per step. */
const CHARS_PER_STEP = 100;
/** Options, fields and items per step: reading one is less work than checking it. */
const PARTS_PER_STEP = 10;
/** Fields per step, which are looked up by name, and values that are written with sorted keys. */
const FIELDS_PER_STEP = 4;
const MAX_REF_CHARS = 1_000;
/** Following a reference, and writing the path of a problem, takes longer than other steps. */
const STEPS_PER_REF = 2;
const STEPS_PER_PROBLEM = 3;
const PATH_CHARS_PER_STEP = 20;
const SHOWN_OPTIONS = 50;
/** Characters of a schema's or a value's text in a message. */
const SHOWN_CHARS = 200;

/** Thrown once the steps are used up, so that no `not` or `if` takes an unfinished check for a result. */
class OutOfSteps extends Error {}

/**
 * Validates a value against a JSON Schema (2020-12) and returns at most 20 problems. Supports the
 * data keywords, `anyOf`, `oneOf`, `allOf`, `not`, `if`, local `$ref` and common formats; ignores others.
 * Compiles no code, and limits its steps: schema and value may both come from a model.
 */
export function checkJsonSchema(value: unknown, schema: JsonSchema | boolean): SchemaProblem[] {
  const run: Run = { root: typeof schema === 'boolean' ? {} : schema, stepsLeft: MAX_STEPS, keys: new Map() };
  try {
    return withPatternBudget(() => check(schema, { value, parent: undefined, key: '', depth: 0, run }));
  } catch (error) {
    if (!(error instanceof OutOfSteps)) throw error;
    return [{ path: '', message: 'is too large to be checked against this schema', value }];
  }
}

function keysOf(value: object, { run }: Check): readonly string[] {
  const names = run.keys.get(value) ?? Object.keys(value);
  run.keys.set(value, names);
  return names;
}

function spend(at: Check, steps: number): void {
  at.run.stepsLeft -= steps;
  if (at.run.stepsLeft < 0) throw new OutOfSteps();
}

/** For loops over parts of a schema or a value. */
function spendParts(at: Check, count: number): void {
  spend(at, count / PARTS_PER_STEP);
}

/** The same value, against another part of the schema. */
function deeper(at: Check): Check {
  return { ...at, depth: at.depth + 1 };
}

function partOf(at: Check, key: string | number, value: unknown): Check {
  return { value, parent: at, key, depth: at.depth + 1, run: at.run };
}

/** The first problems, in the order of the parts; further parts are not checked. */
class Problems {
  readonly list: SchemaProblem[] = [];

  get isFull(): boolean {
    return this.list.length >= MAX_PROBLEMS;
  }

  add(...problems: readonly SchemaProblem[]): void {
    this.list.push(...problems.slice(0, MAX_PROBLEMS - this.list.length));
  }
}

function check(schema: unknown, at: Check): SchemaProblem[] {
  if (schema === undefined) return [];
  spend(at, 1);
  if (schema === false) return [problem(at, 'nothing is allowed here')];
  if (!isObject(schema) || at.depth > MAX_DEPTH) return [];
  if (typeof schema.$ref === 'string') {
    spend(at, STEPS_PER_REF + Math.min(schema.$ref.length, MAX_REF_CHARS) / PATH_CHARS_PER_STEP);
    const target = resolveSchemaRef(at.run.root, schema.$ref);
    if (target === undefined)
      return [problem(at, `the schema refers to ${cutText(schema.$ref, SHOWN_CHARS)}, which it does not hold`)];
    const problems = check(target, deeper(at));
    if (problems.length > 0) return problems;
  }
  const mismatch = checkType(schema, at) ?? checkChoice(schema, at);
  if (mismatch) return [mismatch];
  const problems = new Problems();
  for (const checkPart of [checkBounds, checkObject, checkArray, checkCombined])
    if (!problems.isFull) problems.add(...checkPart(schema, at));
  return problems.list;
}

/** The part of a schema that a local `$ref` refers to, or undefined. */
export function resolveSchemaRef(root: JsonSchema, ref: string): unknown {
  if (!ref.startsWith('#') || ref.length > MAX_REF_CHARS) return undefined;
  const keys = ref.slice(1).split('/').slice(1);
  return keys.reduce<unknown>((part, key) => {
    const name = decode(key).replaceAll('~1', '/').replaceAll('~0', '~');
    return isObject(part) || Array.isArray(part) ? Object.getOwnPropertyDescriptor(part, name)?.value : undefined;
  }, root);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function checkType(schema: JsonSchema, at: Check): SchemaProblem | undefined {
  if (schema.type === undefined) return undefined;
  const types: unknown[] = Array.isArray(schema.type) ? schema.type : [schema.type];
  spendParts(at, types.length);
  if (types.some((type) => hasType(at.value, type))) return undefined;
  const expected = cutText(types.slice(0, SHOWN_OPTIONS).join(' or '), SHOWN_CHARS);
  return problem(at, `should be ${expected}, not ${typeName(at.value)}`);
}

function hasType(value: unknown, type: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value);
  return type === typeName(value);
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function checkChoice(schema: JsonSchema, at: Check): SchemaProblem | undefined {
  const isChoice = (option: unknown) => isSameJson(option, at.value, (steps) => spendParts(at, steps));
  if ('const' in schema && !isChoice(schema.const)) return problem(at, `should be ${briefJson(schema.const, SHOWN_CHARS)}`);
  if (!Array.isArray(schema.enum) || schema.enum.some(isChoice)) return undefined;
  const shown = schema.enum.slice(0, SHOWN_OPTIONS).map((option) => briefJson(option, SHOWN_CHARS));
  spendParts(at, shown.length);
  return problem(at, `should be one of ${shown.join(', ')}${schema.enum.length > SHOWN_OPTIONS ? ', …' : ''}`);
}

function checkBounds(schema: JsonSchema, at: Check): SchemaProblem[] {
  if (typeof at.value === 'string') return checkString(schema, at, at.value);
  if (typeof at.value === 'number') return checkNumber(schema, at, at.value);
  return [];
}

function checkString(schema: JsonSchema, at: Check, text: string): SchemaProblem[] {
  spend(at, text.length / CHARS_PER_STEP);
  const length = lengthOf(text);
  const problems: SchemaProblem[] = [];
  if (isNumber(schema.minLength) && length < schema.minLength)
    problems.push(problem(at, `should have at least ${schema.minLength} characters`));
  if (isNumber(schema.maxLength) && length > schema.maxLength)
    problems.push(problem(at, `should have at most ${schema.maxLength} characters`));
  if (typeof schema.pattern === 'string' && !fitsPattern(text, schema.pattern))
    problems.push(problem(at, `should match /${cutText(schema.pattern, SHOWN_CHARS)}/`));
  if (typeof schema.format === 'string' && formats[schema.format]?.(text) === false)
    problems.push(problem(at, `should be a ${schema.format}`));
  return problems;
}

/** In code points. */
function lengthOf(text: string): number {
  let pairs = 0;
  for (const _ of text.matchAll(/[\ud800-\udbff][\udc00-\udfff]/g)) pairs++;
  return text.length - pairs;
}

/** Linear time. An invalid pattern is ignored; a text that is too long does not match. */
export function fitsPattern(text: string, pattern: string): boolean {
  try {
    return matchesPattern(pattern, text);
  } catch (error) {
    if (error instanceof ExpressionError) return error.code === 'expression-invalid';
    throw error;
  }
}

/** @see RFC 5321, 4.5.3.1: 64 characters before the `@`, 255 after it */
const MAX_EMAIL_CHARS = 320;

/** A local part, `@`, and a host with a dot that is neither first nor last. */
function isEmail(text: string): boolean {
  if (text.length > MAX_EMAIL_CHARS || /\s/.test(text)) return false;
  const [local = '', host = '', ...others] = text.split('@');
  const dot = host.indexOf('.', 1);
  return others.length === 0 && local !== '' && dot > 0 && dot < host.length - 1;
}

const formats: Readonly<Record<string, (text: string) => boolean>> = {
  'date-time': (text) =>
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i.test(text) && !Number.isNaN(Date.parse(text)),
  date: (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text,
  time: (text) => /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i.test(text),
  email: isEmail,
  uri: (text) => URL.canParse(text),
  uuid: (text) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text),
  hostname: (text) =>
    text.length <= 253 && /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i.test(text),
  ipv4: (text) => /^((25[0-5]|2[0-4]\d|1?\d?\d)(\.(?!$)|$)){4}$/.test(text),
  ipv6: (text) => text.includes(':') && URL.canParse(`http://[${text}]`),
};

function checkNumber(schema: JsonSchema, at: Check, value: number): SchemaProblem[] {
  const problems: SchemaProblem[] = [];
  if (isNumber(schema.minimum) && value < schema.minimum) problems.push(problem(at, `should be at least ${schema.minimum}`));
  if (isNumber(schema.maximum) && value > schema.maximum) problems.push(problem(at, `should be at most ${schema.maximum}`));
  if (isNumber(schema.exclusiveMinimum) && value <= schema.exclusiveMinimum)
    problems.push(problem(at, `should be above ${schema.exclusiveMinimum}`));
  if (isNumber(schema.exclusiveMaximum) && value >= schema.exclusiveMaximum)
    problems.push(problem(at, `should be below ${schema.exclusiveMaximum}`));
  if (isNumber(schema.multipleOf) && !isMultipleOf(value, schema.multipleOf))
    problems.push(problem(at, `should be a multiple of ${schema.multipleOf}`));
  return problems;
}

/** Tolerates rounding: 0.3 is a multiple of 0.1. */
function isMultipleOf(value: number, step: number): boolean {
  const quotient = value / step;
  return Math.abs(quotient - Math.round(quotient)) <= 1e-9 * Math.max(1, Math.abs(quotient));
}

function checkObject(schema: JsonSchema, at: Check): SchemaProblem[] {
  const { value } = at;
  if (!isObject(value)) return [];
  const names = keysOf(value, at);
  const required: unknown[] = Array.isArray(schema.required) ? schema.required : [];
  spendParts(at, required.length);
  const problems = new Problems();
  for (const name of required) {
    if (problems.isFull) break;
    if (typeof name === 'string' && !Object.hasOwn(value, name))
      problems.add({ ...problem(partOf(at, name, undefined), 'is missing'), value: undefined });
  }
  if (isNumber(schema.minProperties) && names.length < schema.minProperties)
    problems.add(problem(at, `should have at least ${schema.minProperties} fields`));
  if (isNumber(schema.maxProperties) && names.length > schema.maxProperties)
    problems.add(problem(at, `should have at most ${schema.maxProperties} fields`));
  if (schema.properties === undefined && schema.additionalProperties === undefined) return problems.list;
  const properties = isObject(schema.properties) ? schema.properties : {};
  for (const name of names) {
    if (problems.isFull) break;
    spend(at, 1 / FIELDS_PER_STEP);
    problems.add(...checkField(name, partOf(at, name, value[name]), { properties, others: schema.additionalProperties }));
  }
  return problems.list;
}

type FieldSchemas = { readonly properties: Readonly<Record<string, unknown>>; readonly others: unknown };

function checkField(name: string, field: Check, { properties, others }: FieldSchemas): SchemaProblem[] {
  if (Object.hasOwn(properties, name)) return check(properties[name], field);
  return others === false ? [problem(field, 'is not a field of the schema')] : check(others, field);
}

function checkArray(schema: JsonSchema, at: Check): SchemaProblem[] {
  const { value } = at;
  if (!Array.isArray(value)) return [];
  spend(at, 1);
  const problems = new Problems();
  const prefix: unknown[] = Array.isArray(schema.prefixItems) ? schema.prefixItems : [];
  if (isNumber(schema.minItems) && value.length < schema.minItems)
    problems.add(problem(at, `should have at least ${schema.minItems} items`));
  if (isNumber(schema.maxItems) && value.length > schema.maxItems)
    problems.add(problem(at, `should have at most ${schema.maxItems} items`));
  if (schema.uniqueItems === true && hasItemTwice(value, at)) problems.add(problem(at, 'should not hold an item twice'));
  const checked = schema.items === undefined ? Math.min(prefix.length, value.length) : value.length;
  for (let index = 0; index < checked && !problems.isFull; index++) {
    const part = index < prefix.length ? prefix[index] : schema.items;
    problems.add(...check(part, partOf(at, index, value[index])));
  }
  return problems.list;
}

function hasItemTwice(items: readonly unknown[], at: Check): boolean {
  const seen = new Set<string>();
  for (const item of items) seen.add(canonical(item, at));
  return seen.size < items.length;
}

function checkCombined(schema: JsonSchema, at: Check): SchemaProblem[] {
  const inner = deeper(at);
  const problems = new Problems();
  for (const part of Array.isArray(schema.allOf) ? schema.allOf : []) if (!problems.isFull) problems.add(...check(part, inner));
  if (Array.isArray(schema.anyOf)) {
    const tries = schema.anyOf.map((part) => check(part, inner));
    if (tries.every((found) => found.length > 0)) problems.add(...nearest(tries, at));
  }
  if (Array.isArray(schema.oneOf)) {
    const tries = schema.oneOf.map((part) => check(part, inner));
    const fitting = tries.filter((found) => found.length === 0).length;
    if (fitting === 0) problems.add(...nearest(tries, at));
    if (fitting > 1) problems.add(problem(at, `should fit one alternative only, and fits ${fitting}`));
  }
  if (schema.if !== undefined) problems.add(...check(check(schema.if, inner).length === 0 ? schema.then : schema.else, inner));
  if (schema.not !== undefined && check(schema.not, inner).length === 0)
    problems.add(problem(at, 'should not fit the schema under `not`'));
  return problems.list;
}

/** If all alternatives fail, the problems of the one that matched furthest, which was probably intended. */
function nearest(tries: SchemaProblem[][], at: Check): SchemaProblem[] {
  const path = pathOf(at);
  const deep = tries.filter((problems) => problems.every((problem) => problem.path !== path));
  const [first] = deep.toSorted((a, b) => a.length - b.length);
  return first ?? [problem(at, `fits none of the ${tries.length} alternatives`)];
}

function problem(at: Check, message: string): SchemaProblem {
  const path = pathOf(at);
  spend(at, STEPS_PER_PROBLEM + path.length / PATH_CHARS_PER_STEP);
  return { path, message, value: at.value };
}

function pathOf({ parent, key }: Check): string {
  return parent === undefined ? '' : join(pathOf(parent), key);
}

function join(path: string, key: string | number): string {
  if (typeof key === 'number') return `${path}[${key}]`;
  const name = cutText(key, SHOWN_CHARS);
  if (!/^[\p{L}_][\p{L}\p{N}_-]*$/u.test(name)) return `${path}[${JSON.stringify(name)}]`;
  return path === '' ? name : `${path}.${name}`;
}

/** JSON with sorted keys, so that equal values have equal texts. */
function canonical(value: unknown, at: Check): string {
  spend(at, 1 / FIELDS_PER_STEP + (typeof value === 'string' ? value.length / CHARS_PER_STEP : 0));
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item, at)).join()}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'undefined';
  const names = Object.keys(value).toSorted();
  spend(at, names.length / FIELDS_PER_STEP);
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name], at)}`).join()}}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}
