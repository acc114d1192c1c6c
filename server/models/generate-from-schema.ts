import type { JsonSchema } from '#lib/json/json-schema.ts';
import { checkJsonSchema, resolveSchemaRef } from '#lib/workflow/check-json-schema.ts';
import { generateText } from './generate-text.ts';

type GenerationContext = {
  readonly root: JsonSchema;
  readonly name: string;
  readonly depth: number;
  readonly budget: { left: number };
};

/** Below this only what the schema demands is made, so that a schema that holds itself comes to an end. */
const OPTIONAL_DEPTH = 3;
const MAX_DEPTH = 24;
/** Candidates tried for a value that has to satisfy further constraints. */
const MAX_TRIES = 50;
/** Items of a list, or fields without a name of their own. */
const MAX_ITEMS = 1000;
/**
 * Parts made of one schema. Alternatives that hold the schema itself several times would be tried
 * for ever.
 */
const MAX_PARTS = 20_000;

/** The schema, or this part of it, fits no value that could be found. */
class NothingFits extends Error {
  override readonly name = 'NothingFits';
}

/**
 * A value that fits a JSON Schema, always the same for the same schema: small, with the field's
 * names in its texts.
 * @returns undefined when none was found
 */
export function generateFromSchema(schema: JsonSchema): unknown {
  try {
    const value = generate(schema, { root: schema, name: 'value', depth: 0, budget: { left: MAX_PARTS } });
    return checkJsonSchema(value, schema).length === 0 ? value : undefined;
  } catch (error) {
    if (error instanceof NothingFits) return undefined;
    throw error;
  }
}

function generate(schema: unknown, at: GenerationContext): unknown {
  if (at.depth > MAX_DEPTH || at.budget.left-- <= 0 || schema === false) throw new NothingFits();
  if (!isObject(schema)) return at.name;
  if (typeof schema.$ref === 'string') {
    const { $ref, ...rest } = schema;
    const target = resolveSchemaRef(at.root, schema.$ref);
    return generate(isObject(target) ? intersect(target, rest) : target, { ...at, depth: at.depth + 1 });
  }
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return firstFitting(schema.enum, (option) => option, { schema, at });
  if (Array.isArray(schema.allOf)) {
    const { allOf, ...rest } = schema;
    return generate(
      schema.allOf.filter(isObject).reduce((whole, part) => intersect(whole, dereference(part, at)), rest),
      at,
    );
  }
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(alternatives)) return generateAlternative(schema, alternatives, at);
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? guessType(schema)];
  return firstFitting(types, (type) => generateType(type, schema, at), { schema, at });
}

/**
 * Of alternatives that hold the schema itself the one that ends comes through: the others run into
 * the depth limit.
 */
function generateAlternative(schema: JsonSchema, alternatives: readonly unknown[], at: GenerationContext): unknown {
  const { anyOf: _, oneOf: __, ...rest } = schema;
  const inner = { ...at, depth: at.depth + 1 };
  return firstFitting(alternatives, (part) => generate(isObject(part) ? intersect(rest, dereference(part, at)) : part, inner), {
    schema,
    at,
  });
}

function firstFitting(
  options: readonly unknown[],
  make: (option: unknown) => unknown,
  { schema, at }: { schema: JsonSchema; at: GenerationContext },
): unknown {
  for (const option of options.slice(0, MAX_TRIES)) {
    try {
      const value = make(option);
      if (checkJsonSchema(value, { ...schema, $defs: at.root.$defs, definitions: at.root.definitions }).length === 0)
        return value;
    } catch (error) {
      if (!(error instanceof NothingFits)) throw error;
    }
  }
  throw new NothingFits();
}

function generateType(type: unknown, schema: JsonSchema, at: GenerationContext): unknown {
  switch (type) {
    case 'object':
      return generateObject(schema, at);
    case 'array':
      return generateArray(schema, at);
    case 'string':
      return generateText(schema, at.name);
    case 'number':
    case 'integer':
      return generateNumber(schema, type === 'integer');
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      throw new NothingFits();
  }
}

function guessType(schema: JsonSchema): string {
  if ('properties' in schema || 'required' in schema || 'minProperties' in schema) return 'object';
  if ('items' in schema || 'prefixItems' in schema || 'minItems' in schema) return 'array';
  return ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'].some((key) => key in schema)
    ? 'number'
    : 'string';
}

function generateObject(schema: JsonSchema, at: GenerationContext): Record<string, unknown> {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required: string[] = Array.isArray(schema.required) ? schema.required : [];
  const most = typeof schema.maxProperties === 'number' ? schema.maxProperties : Number.POSITIVE_INFINITY;
  const least = typeof schema.minProperties === 'number' ? schema.minProperties : 0;
  if (least > MAX_ITEMS) throw new NothingFits();
  const fields = new Map<string, unknown>();
  const add = (name: string) => {
    const known = Object.hasOwn(properties, name);
    fields.set(
      name,
      generate(known ? properties[name] : (schema.additionalProperties ?? {}), { ...at, name, depth: at.depth + 1 }),
    );
  };
  for (const name of required) add(name);
  for (const name of Object.keys(properties)) {
    const isWanted = at.depth < OPTIONAL_DEPTH || fields.size < least;
    if (!isWanted || fields.has(name) || fields.size >= most) continue;
    try {
      add(name);
    } catch (error) {
      if (!(error instanceof NothingFits)) throw error; // An optional field without a fitting value is omitted.
    }
  }
  for (let n = 1; fields.size < least && n <= least; n++) add(`field${n}`);
  return Object.fromEntries(fields);
}

function generateArray(schema: JsonSchema, at: GenerationContext): unknown[] {
  const prefix: unknown[] = Array.isArray(schema.prefixItems) ? schema.prefixItems : [];
  const least = typeof schema.minItems === 'number' ? schema.minItems : 0;
  const most = typeof schema.maxItems === 'number' ? schema.maxItems : Number.POSITIVE_INFINITY;
  const wanted = Math.min(
    most,
    Math.max(least, at.depth < OPTIONAL_DEPTH && schema.items !== false ? Math.max(1, prefix.length) : 0),
  );
  if (wanted > MAX_ITEMS) throw new NothingFits();
  const inner = { ...at, depth: at.depth + 1 };
  const items: unknown[] = [];
  for (let index = 0; index < wanted; index++) {
    const part = index < prefix.length ? prefix[index] : schema.items;
    items.push(schema.uniqueItems === true ? generateAnother(part, { at: inner, items, index }) : generate(part, inner));
  }
  return items;
}

/** An item that is not there yet: a text with its number, a number one step further, another option. */
function generateAnother(
  part: unknown,
  { at, items, index }: { at: GenerationContext; items: readonly unknown[]; index: number },
): unknown {
  const schema = isObject(part) ? dereference(part, at) : {};
  const isNumeric = schema.type === 'integer' || schema.type === 'number';
  const first = isNumeric ? (generate(schema, at) as number) : 0;
  const step = typeof schema.multipleOf === 'number' ? schema.multipleOf : 1;
  const candidates: unknown[] = Array.isArray(schema.enum)
    ? schema.enum
    : isNumeric
      ? [first + index * step, first - index * step]
      : [];
  const made = schema.type === 'boolean' ? [true, false] : [...candidates];
  if (made.length === 0) made.push(generate(part ?? {}, { ...at, name: index === 0 ? at.name : `${at.name} ${index + 1}` }));
  const seen = new Set(items.map((item) => JSON.stringify(item)));
  return firstFitting(
    made.filter((item) => !seen.has(JSON.stringify(item))),
    (item) => item,
    { schema, at },
  );
}

function generateNumber(schema: JsonSchema, isInteger: boolean): number {
  const step = typeof schema.multipleOf === 'number' ? schema.multipleOf : isInteger ? 1 : undefined;
  const low = Math.max(
    numberOr(schema.minimum, Number.NEGATIVE_INFINITY),
    numberOr(schema.exclusiveMinimum, Number.NEGATIVE_INFINITY),
  );
  const high = Math.min(
    numberOr(schema.maximum, Number.POSITIVE_INFINITY),
    numberOr(schema.exclusiveMaximum, Number.POSITIVE_INFINITY),
  );
  const near = Number.isFinite(low) ? low : Number.isFinite(high) ? high : 0;
  const onStep =
    step === undefined
      ? []
      : [Math.ceil(near / step) * step, (Math.floor(near / step) + 1) * step, (Math.ceil(near / step) - 1) * step];
  const middle = Number.isFinite(low) && Number.isFinite(high) ? (low + high) / 2 : near + (Number.isFinite(low) ? 1 : -1);
  const candidates = [0, 1, ...onStep, near, middle].map((value) => value + 0);
  const fitting = candidates.find(
    (value) => checkJsonSchema(value, { ...schema, type: isInteger ? 'integer' : 'number' }).length === 0,
  );
  if (fitting === undefined) throw new NothingFits();
  return fitting;
}

function numberOr(value: unknown, fallback: number): number {
  return typeof value === 'number' ? value : fallback;
}

function dereference(schema: JsonSchema, at: GenerationContext): JsonSchema {
  if (typeof schema.$ref !== 'string') return schema;
  const target = resolveSchemaRef(at.root, schema.$ref);
  const { $ref, ...rest } = schema;
  return isObject(target) && at.depth <= MAX_DEPTH ? dereference(intersect(target, rest), { ...at, depth: at.depth + 1 }) : rest;
}

/**
 * One schema for what fits both, as far as keywords can be joined; what cannot be joined is caught
 * by the check at the end.
 */
function intersect(left: JsonSchema, right: JsonSchema): JsonSchema {
  const joined: Record<string, unknown> = { ...left, ...right };
  if (isObject(left.properties) && isObject(right.properties)) joined.properties = { ...left.properties, ...right.properties };
  if (Array.isArray(left.required) && Array.isArray(right.required))
    joined.required = [...new Set([...left.required, ...right.required])];
  for (const key of ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'])
    joinBound(joined, { key, left, right, pick: Math.max });
  for (const key of ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'])
    joinBound(joined, { key, left, right, pick: Math.min });
  return joined;
}

type Bound = { key: string; left: JsonSchema; right: JsonSchema; pick: (a: number, b: number) => number };

function joinBound(joined: Record<string, unknown>, { key, left, right, pick }: Bound): void {
  const [a, b] = [left[key], right[key]];
  if (typeof a === 'number' && typeof b === 'number') joined[key] = pick(a, b);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
