import type { JsonSchema } from '../json/json-schema.ts';
import { countHidden, withoutHidden } from './hidden-text.ts';

const TEXTS = new Set(['title', 'description', '$comment', 'default', 'examples']);
/** Values that arguments must equal. */
const VALUES = new Set(['const', 'enum']);
/** Objects whose keys are names instead of keywords. */
const NAMED = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);

/** The schema as a model may read it: texts about arguments without hidden characters, names and choices unchanged. */
export function schemaWithoutHidden(schema: JsonSchema): JsonSchema {
  // The same object for most schemas: compiled validators are found by it.
  return countHidden(JSON.stringify(schema)) === 0 ? schema : (clean(schema, false) as JsonSchema);
}

function clean(value: unknown, isNamed: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => clean(item, false));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      if (isNamed) return [key, clean(item, false)];
      if (TEXTS.has(key)) return [key, stripped(item)];
      return [key, VALUES.has(key) ? item : clean(item, NAMED.has(key))];
    }),
  );
}

function stripped(value: unknown): unknown {
  if (typeof value === 'string') return withoutHidden(value);
  if (Array.isArray(value)) return value.map(stripped);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, stripped(item)]));
}
