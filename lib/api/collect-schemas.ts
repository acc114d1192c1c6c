import { z } from 'zod';
import type { JsonSchema } from '../json/json-schema.ts';
import { components } from './components.ts';

const PREFIX = '#/components/schemas/';
const SHARED = '__shared';
const JSON_VALUE = 'JsonValue';
/** Any value, since generators of types make one of it that refers to itself, which TypeScript refuses. */
const ANY_JSON = { description: 'Any JSON value.' };

export type CollectedSchemas = {
  /** One schema per requested part, in the same order. */
  readonly parts: readonly JsonSchema[];
  /** Named schemas that the parts refer to. */
  readonly named: Readonly<Record<string, JsonSchema>>;
};

/**
 * Converts zod schemas to JSON Schemas for OpenAPI: schemas registered in `components` become a
 * `$ref`, and no `$ref` points into `$defs`. `suffix` distinguishes the names of input schemas,
 * where fields with defaults are optional.
 */
export function collectSchemas(
  schemas: readonly z.ZodType[],
  { io, suffix }: { io: 'input' | 'output'; suffix: string },
): CollectedSchemas {
  const registry = z.registry<{ id: string }>();
  const known = z.toJSONSchema(components).schemas;
  for (const id of Object.keys(known)) {
    const schema = components._idmap.get(id);
    if (schema) registry.add(schema, { id: `${id}${suffix}` });
  }
  // Wrapped in an object: a recursive schema would refer to the part.
  schemas.forEach((schema, index) => {
    if (!components.has(schema)) registry.add(z.object({ value: schema }), { id: `part-${index}` });
  });
  const { schemas: all } = z.toJSONSchema(registry, { io, target: 'draft-2020-12', uri: (id) => PREFIX + id });
  const defs = nameShared(all[SHARED]?.$defs ?? {});
  const read = (id: string) => clean(all[id], defs.names) as JsonSchema;
  const named = Object.fromEntries(
    Object.keys(all)
      .filter((id) => id !== SHARED && !id.startsWith('part-'))
      .map((id) => [id, read(id)]),
  );
  return {
    parts: schemas.map((schema, index) => {
      const component = components.get(schema);
      return component ? { $ref: `${PREFIX}${component.id}${suffix}` } : (read(`part-${index}`) as Wrapped).properties.value;
    }),
    named: { ...named, ...defs.schemas },
  };
}

type Wrapped = { readonly properties: { readonly value: JsonSchema } };

/** zod defines every recursive schema separately, although most are the same `z.json()`. */
function nameShared(defs: Readonly<Record<string, unknown>>): {
  names: Map<string, string>;
  schemas: Record<string, JsonSchema>;
} {
  const shapeOf = (id: string, schema: unknown) =>
    JSON.stringify(schema).replaceAll(`${PREFIX}${SHARED}#/$defs/${id}"`, 'itself"');
  const probe = z.registry<{ id: string }>().add(z.object({ value: z.json() }), { id: 'probe' });
  const [jsonId = '', jsonDef] =
    Object.entries(z.toJSONSchema(probe, { uri: (id) => PREFIX + id }).schemas[SHARED]?.$defs ?? {})[0] ?? [];
  const nameByShape = new Map([[shapeOf(jsonId, jsonDef), JSON_VALUE]]);
  const names = new Map<string, string>();
  for (const [id, schema] of Object.entries(defs)) {
    const shape = shapeOf(id, schema);
    const name = nameByShape.get(shape) ?? `Shared${nameByShape.size}`;
    nameByShape.set(shape, name);
    names.set(`${PREFIX}${SHARED}#/$defs/${id}`, `${PREFIX}${name}`);
  }
  const schemas: Record<string, JsonSchema> = {};
  for (const [id, schema] of Object.entries(defs)) {
    const name = names.get(`${PREFIX}${SHARED}#/$defs/${id}`)?.slice(PREFIX.length) ?? '';
    schemas[name] = name === JSON_VALUE ? ANY_JSON : (clean(schema, names) as JsonSchema);
  }
  return { names, schemas };
}

/** Renames `$ref`s, removes `$id` and `$schema`, and replaces the empty schema with `true`. */
function clean(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((entry) => clean(entry, names));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => key !== '$id' && key !== '$schema');
  return Object.fromEntries(
    entries.map(([key, entry]) => {
      if (key === '$ref' && typeof entry === 'string') return [key, names.get(entry) ?? entry];
      if (key === 'additionalProperties' && isEmpty(entry)) return [key, true];
      return [key, clean(entry, names)];
    }),
  );
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
