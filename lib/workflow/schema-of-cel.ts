import { analyseCel } from '../expression/condition.ts';
import type { JsonSchema } from '../json/json-schema.ts';
import { inferCel } from './infer-cel.ts';

/** The type of what an expression gives; `{}` if it cannot be read, or contains what has no type here. */
export function schemaOfCel(source: string, readValue: (root: string) => JsonSchema): JsonSchema {
  const { parsed, problems } = analyseCel(source);
  if (!parsed || problems.length > 0) return {};
  const { schema, problems: mismatches } = inferCel(parsed.ast, readValue);
  return mismatches.some(({ severity }) => severity === 'error') ? {} : asPassedOn(schema);
}

/** Dates become texts when the value leaves the expression; a length of time cannot. */
function asPassedOn(schema: JsonSchema): JsonSchema {
  if (schema.celKind !== undefined) return schema.celKind === 'a date' ? { type: 'string' } : {};
  const { anyOf, items, properties } = schema;
  return {
    ...schema,
    ...(Array.isArray(anyOf) && { anyOf: anyOf.map((one) => asPassedOn(one as JsonSchema)) }),
    ...(isSchema(items) && { items: asPassedOn(items) }),
    ...(isSchema(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [name, isSchema(one) ? asPassedOn(one) : one]),
      ),
    }),
  };
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
