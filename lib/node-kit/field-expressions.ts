import { z } from 'zod';
import type { JsonSchema } from '../json/json-schema.ts';
import type { AnyNodeDefinition, FieldExpression } from './define-node.ts';

type FieldPath = readonly (string | number)[];

const readers = new WeakMap<AnyNodeDefinition, (path: FieldPath) => FieldExpression>();
/** A node type, or another definition with a config. */
type WithConfig = Pick<AnyNodeDefinition, 'config'>;

const schemas = new WeakMap<WithConfig, JsonSchema>();

/**
 * How strings at a path of a config are evaluated. `.meta({ expression })` of a field applies to
 * everything inside it. A template field that only accepts text is `text`.
 */
export function expressionModes(node: AnyNodeDefinition): (path: FieldPath) => FieldExpression {
  const known = readers.get(node);
  if (known) return known;
  const schema = configJsonSchema(node);
  const read = (path: FieldPath) => modeAt(schema, path);
  readers.set(node, read);
  return read;
}

/** JSON Schema of the config with the metadata of each field. */
export function configJsonSchema(node: WithConfig): JsonSchema {
  const known = schemas.get(node);
  if (known) return known;
  const schema = z.toJSONSchema(node.config, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  schemas.set(node, schema);
  return schema;
}

/** Schemas of the value at a path: several for alternatives, none if undefined. */
export function schemasAt(schema: JsonSchema, path: FieldPath): readonly JsonSchema[] {
  return path.reduce<readonly JsonSchema[]>((found, key) => found.flatMap((one) => below(one, key)), alternatives(schema));
}

function modeAt(schema: JsonSchema, path: FieldPath): FieldExpression {
  let mode = declared([schema]);
  let found = alternatives(schema);
  for (const key of path) {
    const next = found.flatMap((one) => below(one, key));
    mode = declared(next) ?? mode;
    found = next;
  }
  if (mode !== undefined && mode !== 'template') return mode;
  return found.length > 0 && found.every((one) => one.type === 'string') ? 'text' : 'template';
}

function declared(schemas: readonly JsonSchema[]): FieldExpression | undefined {
  return schemas.find((schema) => schema.expression !== undefined)?.expression as FieldExpression | undefined;
}

function alternatives(schema: JsonSchema): readonly JsonSchema[] {
  const choices = [schema.anyOf, schema.oneOf].find(Array.isArray) as readonly JsonSchema[] | undefined;
  if (!choices) return [schema];
  // An alternative may define its mode; otherwise that of its parent applies.
  return choices
    .flatMap(alternatives)
    .map((choice) => (schema.expression === undefined ? choice : { expression: schema.expression, ...choice }));
}

function below(schema: JsonSchema, key: string | number): readonly JsonSchema[] {
  const next = typeof key === 'number' ? itemSchema(schema, key) : propertySchema(schema, key);
  return isSchema(next) ? alternatives(next) : [];
}

function propertySchema({ properties, additionalProperties }: JsonSchema, key: string): unknown {
  const known = properties as Readonly<Record<string, unknown>> | undefined;
  return known && Object.hasOwn(known, key) ? known[key] : additionalProperties;
}

function itemSchema({ prefixItems, items }: JsonSchema, index: number): unknown {
  return (Array.isArray(prefixItems) ? prefixItems[index] : undefined) ?? items;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
