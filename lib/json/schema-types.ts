import type { JsonSchema } from './json-schema.ts';
import { alternativesOf } from './schema-alternatives.ts';

export type ValueType = 'text' | 'number' | 'true or false' | 'an object' | 'a list' | 'null';

const NAMES: Readonly<Record<string, ValueType>> = {
  string: 'text',
  number: 'number',
  integer: 'number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
};

/** The types that a schema allows, as words; undefined if it does not restrict them. */
export function typesOf(schema: JsonSchema): ReadonlySet<ValueType> | undefined {
  const choices = alternativesOf(schema);
  if (choices) return allOf(choices.map(typesOf));
  if (schema.type !== undefined) return allOf([schema.type].flat().map((name) => one(NAMES[String(name)])));
  const values = Array.isArray(schema.enum) ? schema.enum : 'const' in schema ? [schema.const] : undefined;
  return values && allOf(values.map((value) => one(typeOfValue(value))));
}

function one(type: ValueType | undefined): ReadonlySet<ValueType> | undefined {
  return type === undefined ? undefined : new Set([type]);
}

function allOf(sets: readonly (ReadonlySet<ValueType> | undefined)[]): ReadonlySet<ValueType> | undefined {
  const all = new Set<ValueType>();
  for (const set of sets) {
    if (!set) return undefined;
    for (const type of set) all.add(type);
  }
  return all;
}

function typeOfValue(value: unknown): ValueType {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : (NAMES[typeof value] ?? 'an object');
}

/** Schema of a known value. Objects are closed: no other fields. */
export function schemaOfLiteral(value: unknown): JsonSchema {
  if (Array.isArray(value)) return { type: 'array' };
  if (value === null || typeof value !== 'object') return { type: value === null ? 'null' : typeof value };
  const properties = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, schemaOfLiteral(item)]));
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}
