import type { JsonSchema } from '#lib/json/json-schema.ts';
import { typesOf, type ValueType } from '#lib/json/schema-types.ts';

/** The type of a port, shown by its shape. */
export type PortKind = 'text' | 'number' | 'boolean' | 'json' | 'list' | 'any' | 'error';

const kinds: Readonly<Record<ValueType, PortKind>> = {
  text: 'text',
  number: 'number',
  'true or false': 'boolean',
  'an object': 'json',
  'a list': 'list',
  null: 'any',
};

/** The kind of what a schema describes; `any` when it does not say, or allows several. */
export function portKindOf(schema: JsonSchema): PortKind {
  const [type, ...others] = typesOf(schema) ?? [];
  return type === undefined || others.length > 0 ? 'any' : kinds[type];
}
