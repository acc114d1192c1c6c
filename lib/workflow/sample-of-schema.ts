import type { JsonSchema } from '../json/json-schema.ts';
import { checkJsonSchema, resolveSchemaRef } from './check-json-schema.ts';

/** Deeper examples are not useful. */
const MAX_DEPTH = 8;

/** A small value that fits a JSON Schema, for an example in documentation; undefined when a simple one does not fit. */
export function sampleOfSchema(schema: JsonSchema): unknown {
  const value = sample(schema, { root: schema, depth: 0 });
  return value !== undefined && checkJsonSchema(value, schema).length === 0 ? value : undefined;
}

type SampleContext = { readonly root: JsonSchema; readonly depth: number };

function sample(schema: unknown, at: SampleContext): unknown {
  if (!isSchema(schema) || at.depth > MAX_DEPTH) return undefined;
  const inner = { ...at, depth: at.depth + 1 };
  if (typeof schema.$ref === 'string') return sample(resolveSchemaRef(at.root, schema.$ref), inner);
  if ('const' in schema) return schema.const;
  if ('default' in schema) return schema.default;
  const [known] = [...listOf(schema.examples), ...listOf(schema.enum)];
  if (known !== undefined) return known;
  const [alternative] = [...listOf(schema.anyOf), ...listOf(schema.oneOf)];
  if (alternative !== undefined) return sample(alternative, inner);
  return sampleOfType(schema, inner);
}

function sampleOfType(schema: JsonSchema, at: SampleContext): unknown {
  const [type] = Array.isArray(schema.type) ? schema.type : [schema.type ?? (schema.properties ? 'object' : undefined)];
  switch (type) {
    case 'string':
      return 'text'.padEnd(numberOf(schema.minLength), '.');
    case 'number':
    case 'integer':
      return Math.max(numberOf(schema.minimum), Math.min(1, numberOf(schema.maximum, 1)));
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'array':
      return Array.from({ length: numberOf(schema.minItems) }, () => sample(schema.items, at) ?? 'text');
    default:
      return sampleObject(schema, at);
  }
}

/** What is required, and what else is declared. */
function sampleObject(schema: JsonSchema, at: SampleContext): unknown {
  const properties = isSchema(schema.properties) ? schema.properties : {};
  const entries = Object.entries(properties).map(([name, property]) => [name, sample(property, at)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function numberOf(value: unknown, otherwise = 0): number {
  return typeof value === 'number' ? value : otherwise;
}
