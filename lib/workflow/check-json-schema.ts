import { ExpressionError } from '../expression/expression-error.ts';
import { matchesPattern, withPatternBudget } from '../expression/linear-regex.ts';
import type { JsonSchema } from '../json/json-schema.ts';

/** A value that does not match: `path` is empty for the root, else such as `items[2].title`. */
export type SchemaProblem = { readonly path: string; readonly message: string; readonly value: unknown };

type Check = {
  readonly value: unknown;
  readonly path: string;
  readonly root: JsonSchema;
  readonly depth: number;
  readonly budget: { left: number };
};

const MAX_PROBLEMS = 20;
const MAX_DEPTH = 100;
/** A schema that branches into itself would never end. */
const MAX_STEPS = 200_000;
/** Characters per step. */
const CHARS_PER_STEP = 100;
/** Enum options per step. */
const OPTIONS_PER_STEP = 10;
const SHOWN_OPTIONS = 50;

/**
 * Validates a value against a JSON Schema (2020-12) and returns at most 20 problems. Supports the
 * data keywords, `anyOf`, `oneOf`, `allOf`, `not`, `if`, local `$ref` and common formats; ignores others.
 * Compiles no code, and limits its steps: schema and value may both come from a model.
 */
export function checkJsonSchema(value: unknown, schema: JsonSchema | boolean): SchemaProblem[] {
  const root = typeof schema === 'boolean' ? {} : schema;
  const at: Check = { value, path: '', root, depth: 0, budget: { left: MAX_STEPS } };
  return withPatternBudget(() => check(schema, at)).slice(0, MAX_PROBLEMS);
}

function check(schema: unknown, at: Check): SchemaProblem[] {
  if (schema === false) return [problem(at, 'nothing is allowed here')];
  if (!isObject(schema) || at.depth > MAX_DEPTH) return [];
  if (at.budget.left-- <= 0) return [problem(at, 'is too large to be checked against this schema')];
  if (typeof schema.$ref === 'string') {
    const target = resolveSchemaRef(at.root, schema.$ref);
    if (target === undefined) return [problem(at, `the schema refers to ${schema.$ref}, which it does not hold`)];
    const problems = check(target, { ...at, depth: at.depth + 1 });
    if (problems.length > 0) return problems;
  }
  const mismatch = checkType(schema, at) ?? checkChoice(schema, at);
  if (mismatch) return [mismatch];
  return [...checkBounds(schema, at), ...checkObject(schema, at), ...checkArray(schema, at), ...checkCombined(schema, at)];
}

/** The part of a schema that a local `$ref` refers to, or undefined. */
export function resolveSchemaRef(root: JsonSchema, ref: string): unknown {
  if (!ref.startsWith('#')) return undefined;
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
  if (types.some((type) => hasType(at.value, type))) return undefined;
  return problem(at, `should be ${types.join(' or ')}, not ${typeName(at.value)}`);
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
  if ('const' in schema && !isSameJson(schema.const, at.value)) return problem(at, `should be ${JSON.stringify(schema.const)}`);
  if (!Array.isArray(schema.enum)) return undefined;
  at.budget.left -= schema.enum.length / OPTIONS_PER_STEP;
  const wanted = canonical(at.value);
  if (schema.enum.some((option) => canonical(option) === wanted)) return undefined;
  const shown = schema.enum.slice(0, SHOWN_OPTIONS).map((option) => JSON.stringify(option));
  return problem(at, `should be one of ${shown.join(', ')}${schema.enum.length > SHOWN_OPTIONS ? ', …' : ''}`);
}

function checkBounds(schema: JsonSchema, at: Check): SchemaProblem[] {
  if (typeof at.value === 'string') return checkString(schema, at, at.value);
  if (typeof at.value === 'number') return checkNumber(schema, at, at.value);
  return [];
}

function checkString(schema: JsonSchema, at: Check, text: string): SchemaProblem[] {
  at.budget.left -= text.length / CHARS_PER_STEP;
  const length = lengthOf(text);
  const problems: SchemaProblem[] = [];
  if (isNumber(schema.minLength) && length < schema.minLength)
    problems.push(problem(at, `should have at least ${schema.minLength} characters`));
  if (isNumber(schema.maxLength) && length > schema.maxLength)
    problems.push(problem(at, `should have at most ${schema.maxLength} characters`));
  if (typeof schema.pattern === 'string' && !fitsPattern(text, schema.pattern))
    problems.push(problem(at, `should match /${schema.pattern}/`));
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
  const properties = isObject(schema.properties) ? schema.properties : {};
  const problems: SchemaProblem[] = [];
  for (const name of Array.isArray(schema.required) ? schema.required : []) {
    if (!Object.hasOwn(value, name)) problems.push({ path: join(at.path, name), message: 'is missing', value: undefined });
  }
  const count = Object.keys(value).length;
  if (isNumber(schema.minProperties) && count < schema.minProperties)
    problems.push(problem(at, `should have at least ${schema.minProperties} fields`));
  if (isNumber(schema.maxProperties) && count > schema.maxProperties)
    problems.push(problem(at, `should have at most ${schema.maxProperties} fields`));
  for (const [name, field] of Object.entries(value)) {
    const inner = { ...at, value: field, path: join(at.path, name), depth: at.depth + 1 };
    if (Object.hasOwn(properties, name)) problems.push(...check(properties[name], inner));
    else if (schema.additionalProperties === false) problems.push(problem(inner, 'is not a field of the schema'));
    else problems.push(...check(schema.additionalProperties, inner));
  }
  return problems;
}

function checkArray(schema: JsonSchema, at: Check): SchemaProblem[] {
  const { value } = at;
  if (!Array.isArray(value)) return [];
  const problems: SchemaProblem[] = [];
  const prefix: unknown[] = Array.isArray(schema.prefixItems) ? schema.prefixItems : [];
  if (isNumber(schema.minItems) && value.length < schema.minItems)
    problems.push(problem(at, `should have at least ${schema.minItems} items`));
  if (isNumber(schema.maxItems) && value.length > schema.maxItems)
    problems.push(problem(at, `should have at most ${schema.maxItems} items`));
  if (schema.uniqueItems === true && new Set(value.map(canonical)).size < value.length)
    problems.push(problem(at, 'should not hold an item twice'));
  for (const [index, item] of value.entries()) {
    const inner = { ...at, value: item, path: `${at.path}[${index}]`, depth: at.depth + 1 };
    problems.push(...check(index < prefix.length ? prefix[index] : schema.items, inner));
  }
  return problems;
}

function checkCombined(schema: JsonSchema, at: Check): SchemaProblem[] {
  const inner = { ...at, depth: at.depth + 1 };
  const problems: SchemaProblem[] = [];
  for (const part of Array.isArray(schema.allOf) ? schema.allOf : []) problems.push(...check(part, inner));
  if (Array.isArray(schema.anyOf)) {
    const tries = schema.anyOf.map((part) => check(part, inner));
    if (tries.every((found) => found.length > 0)) problems.push(...nearest(tries, at));
  }
  if (Array.isArray(schema.oneOf)) {
    const tries = schema.oneOf.map((part) => check(part, inner));
    const fitting = tries.filter((found) => found.length === 0).length;
    if (fitting === 0) problems.push(...nearest(tries, at));
    if (fitting > 1) problems.push(problem(at, `should fit one alternative only, and fits ${fitting}`));
  }
  if (schema.if !== undefined) problems.push(...check(check(schema.if, inner).length === 0 ? schema.then : schema.else, inner));
  if (schema.not !== undefined && check(schema.not, inner).length === 0)
    problems.push(problem(at, 'should not fit the schema under `not`'));
  return problems;
}

/** If all alternatives fail, the problems of the one that matched furthest, which was probably intended. */
function nearest(tries: SchemaProblem[][], at: Check): SchemaProblem[] {
  const deep = tries.filter((problems) => problems.every(({ path }) => path !== at.path)).toSorted((a, b) => a.length - b.length);
  return deep[0] ?? [problem(at, `fits none of the ${tries.length} alternatives`)];
}

function problem({ path, value }: Check, message: string): SchemaProblem {
  return { path, message, value };
}

function join(path: string, name: string): string {
  if (!/^[\p{L}_][\p{L}\p{N}_-]*$/u.test(name)) return `${path}[${JSON.stringify(name)}]`;
  return path === '' ? name : `${path}.${name}`;
}

function isSameJson(left: unknown, right: unknown): boolean {
  return canonical(left) === canonical(right);
}

function canonical(value: unknown): string {
  if (!isObject(value)) return Array.isArray(value) ? `[${value.map(canonical).join()}]` : (JSON.stringify(value) ?? 'undefined');
  const fields = Object.keys(value).toSorted();
  return `{${fields.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join()}}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}
