import type { JsonSchema } from '../json/json-schema.ts';
import { unionOf } from './schema-path.ts';

const MAX_DEPTH = 8;
const MAX_ENTRIES = 20;
const MAX_KEYS = 500;

/**
 * Schema of a value as a node gave it: objects are closed, a list has the types of its first
 * entries. Of a large or deep value only the upper part; the rest is open.
 */
export function schemaOfValue(value: unknown): JsonSchema {
  return schemaAt(value, 0, { count: MAX_KEYS });
}

function schemaAt(value: unknown, depth: number, left: { count: number }): JsonSchema {
  if (value === null) return { type: 'null' };
  if (typeof value !== 'object') return { type: typeof value };
  if (depth >= MAX_DEPTH) return {};
  if (Array.isArray(value)) {
    const entries = value.slice(0, MAX_ENTRIES).map((entry) => schemaAt(entry, depth + 1, left));
    return entries.length === 0 ? { type: 'array' } : { type: 'array', items: unionOf(entries) };
  }
  const keys = Object.keys(value);
  left.count -= keys.length;
  if (left.count < 0) return { type: 'object' };
  const fields = keys.map((key) => [key, schemaAt((value as Record<string, unknown>)[key], depth + 1, left)]);
  return { type: 'object', properties: Object.fromEntries(fields), required: keys, additionalProperties: false };
}
