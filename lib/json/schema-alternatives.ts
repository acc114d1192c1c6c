import type { JsonSchema } from './json-schema.ts';

/** Alternative schemas of a value. */
export function alternativesOf(schema: JsonSchema): readonly JsonSchema[] | undefined {
  const choices = schema.anyOf ?? schema.oneOf;
  return Array.isArray(choices) ? choices.map((choice: unknown) => (isObject(choice) ? choice : {})) : undefined;
}

function isObject(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
