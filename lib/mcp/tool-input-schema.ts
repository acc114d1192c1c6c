import { isSameJson } from '../json/is-same-json.ts';
import type { JsonSchema } from '../json/json-schema.ts';

/** Keywords whose value may be null. */
const VALUES = new Set(['default', 'const', 'enum', 'examples', 'example']);
/** Objects whose keys are names instead of keywords. */
const NAMED = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);
const LISTS = new Set(['required', 'anyOf', 'oneOf', 'allOf', 'prefixItems', 'enum']);
const COMBINED = ['anyOf', 'oneOf', 'allOf'] as const;
/** What providers refuse at the root of a tool's schema. */
const ROOT_ONLY = [...COMBINED, 'enum', 'not', '$ref'];
const TYPES = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']);

/** A schema of a tool's arguments, as a server wrote it, or why no arguments can follow it. */
type InputSchemaReading = { readonly schema: JsonSchema } | { readonly problem: string };

/** Missing ones take anything; an empty list is what PHP writes for an empty object. */
export function readInputSchema(found: unknown): InputSchemaReading {
  if (found === undefined || found === null || found === true || (Array.isArray(found) && found.length === 0))
    return { schema: { type: 'object' } };
  if (!isObject(found)) return { problem: 'its inputSchema is no JSON Schema' };
  const types: unknown[] = [found.type].flat().filter((type) => typeof type === 'string' && TYPES.has(type));
  if (types.length > 0 && !types.includes('object'))
    return { problem: `its arguments have the type ${types.join(' or ')}, and arguments are always an object` };
  return { schema: found };
}

/**
 * The schema as providers take it: of the type object without alternatives at its root, with keywords of the newest
 * version of JSON Schema. One tool with another schema would make them refuse the whole request.
 */
export function inputSchemaForModel(schema: JsonSchema): JsonSchema {
  const tidied = tidySchema(schema);
  if (tidied.type === 'object' && ROOT_ONLY.every((keyword) => !Object.hasOwn(tidied, keyword))) return tidied;
  return withoutAlternatives(tidied);
}

/**
 * Without keywords that say nothing: nulls, unknown types, lists instead of objects; booleans of draft 4 as numbers.
 * The same object where there are none.
 */
export function tidySchema(schema: JsonSchema): JsonSchema {
  const tidied = tidy(schema) as JsonSchema;
  return isSameJson(tidied, schema) ? schema : tidied;
}

function tidy(schema: unknown): unknown {
  if (!isObject(schema)) return typeof schema === 'boolean' ? schema : {};
  const tidied: [string, unknown][] = [];
  for (const [key, value] of Object.entries(schema)) {
    if (VALUES.has(key) && key !== 'enum') tidied.push([key, value]);
    else if (value === null) continue;
    else if (key === 'type') tidied.push(...typeOf(value).map((type): [string, unknown] => [key, type]));
    else if (LISTS.has(key) && !Array.isArray(value)) continue;
    else if (COMBINED.some((one) => one === key) || key === 'prefixItems') {
      const parts = value as unknown[];
      if (parts.length > 0) tidied.push([key, parts.map(tidy)]);
    } else if (key === 'required') tidied.push([key, (value as unknown[]).filter((name) => typeof name === 'string')]);
    else if (NAMED.has(key)) {
      if (isObject(value))
        tidied.push([key, Object.fromEntries(Object.entries(value).map(([name, part]) => [name, tidy(part)]))]);
    } else if (key === 'exclusiveMinimum' || key === 'exclusiveMaximum') tidied.push(...boundOf(key, schema));
    else if (key === 'items' && Array.isArray(value)) tidied.push(['prefixItems', value.map(tidy)]);
    else if (key === 'items' || key === 'additionalProperties' || key === 'not') tidied.push([key, tidy(value)]);
    else tidied.push([key, value]);
  }
  return Object.fromEntries(tidied);
}

function typeOf(value: unknown): unknown[] {
  if (!Array.isArray(value)) return typeof value === 'string' && TYPES.has(value) ? [value] : [];
  const known = value.filter((type) => TYPES.has(type));
  return known.length === 0 || known.length < value.length ? [] : [known];
}

/** Draft 4 said whether `minimum` itself is allowed. */
function boundOf(key: 'exclusiveMinimum' | 'exclusiveMaximum', schema: Readonly<Record<string, unknown>>): [string, unknown][] {
  const { [key]: value, minimum, maximum } = schema;
  if (typeof value === 'number') return [[key, value]];
  const bound = key === 'exclusiveMinimum' ? minimum : maximum;
  return value === true && typeof bound === 'number' ? [[key, bound]] : [];
}

/** Every argument that any of the alternatives has. Those that all of them require are required. */
function withoutAlternatives(schema: JsonSchema): JsonSchema {
  const { anyOf, oneOf, allOf, ...rest } = schema;
  const root = schema;
  const own = fieldsOf(rest, root);
  const choices = [anyOf, oneOf].flatMap((parts) => (Array.isArray(parts) ? [parts.map((part) => fieldsOf(part, root))] : []));
  const all = (Array.isArray(allOf) ? allOf : []).map((part) => fieldsOf(part, root));
  const { type: _, $ref, not, enum: __, properties: ___, required: ____, ...others } = rest;
  const properties = Object.assign(
    {},
    ...choices.flat().map((one) => one.properties),
    ...all.map((one) => one.properties),
    own.properties,
  );
  const required = new Set([
    ...own.required,
    ...all.flatMap((one) => one.required),
    ...choices.flatMap(([first, ...more]) =>
      (first?.required ?? []).filter((name) => more.every((one) => one.required.includes(name))),
    ),
  ]);
  return {
    ...others,
    type: 'object',
    ...((Object.keys(properties).length > 0 || rest.properties !== undefined) && { properties }),
    ...((required.size > 0 || rest.required !== undefined) && { required: [...required] }),
  };
}

type Fields = { readonly properties: Readonly<Record<string, unknown>>; readonly required: readonly string[] };

const NO_FIELDS: Fields = { properties: {}, required: [] };
const MAX_REFS = 10;

function fieldsOf(part: unknown, root: JsonSchema, depth = 0): Fields {
  if (!isObject(part) || depth > MAX_REFS) return NO_FIELDS;
  const referred = typeof part.$ref === 'string' ? fieldsOf(definitionAt(root, part.$ref), root, depth + 1) : NO_FIELDS;
  const properties = isObject(part.properties) ? part.properties : {};
  const required = Array.isArray(part.required) ? (part.required as string[]) : [];
  return { properties: { ...referred.properties, ...properties }, required: [...referred.required, ...required] };
}

function definitionAt(root: JsonSchema, ref: string): unknown {
  const [, group = '', name = ''] = /^#\/(\$defs|definitions)\/([^/]+)$/.exec(ref) ?? [];
  const definitions = root[group];
  return isObject(definitions) && Object.hasOwn(definitions, name) ? definitions[name] : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
