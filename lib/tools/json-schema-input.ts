import { z } from 'zod';
import type { JsonSchema } from '../json/json-schema.ts';

export type SchemaCheck = (value: unknown, schema: JsonSchema) => readonly { readonly path: string; readonly message: string }[];

const schemas = new WeakMap<z.ZodType, JsonSchema>();

/**
 * The arguments of a tool whose schema is JSON: of a server, an API, a workflow. What `check` finds are the issues;
 * the JSON Schema itself is what models get.
 */
export function jsonSchemaInput(schema: JsonSchema, check: SchemaCheck): z.ZodObject {
  const properties = (schema.properties ?? {}) as Readonly<Record<string, unknown>>;
  const input = z
    .looseObject(Object.fromEntries(Object.keys(properties).map((name) => [name, z.unknown().optional()])))
    .check(({ value, issues }) => {
      for (const { path, message } of check(value, schema))
        issues.push({ code: 'custom', input: valueAt(value, path), path: pathOf(path), message });
    });
  schemas.set(input, schema);
  return input;
}

/** Any JSON, described by a schema. */
export function jsonSchemaOutput(schema: JsonSchema): z.ZodType {
  const output = z.unknown();
  schemas.set(output, schema);
  return output;
}

/** The JSON Schema that an input or output was made from. */
export function givenJsonSchema(schema: z.ZodType): JsonSchema | undefined {
  return schemas.get(schema);
}

/** `items[2].title` as its keys. */
function pathOf(path: string): (string | number)[] {
  return path === '' ? [] : path.split(/[.[]/).map((key) => (/^\d+\]$/.test(key) ? Number(key.slice(0, -1)) : key));
}

function valueAt(value: unknown, path: string): unknown {
  return pathOf(path).reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[key] : undefined),
    value,
  );
}
