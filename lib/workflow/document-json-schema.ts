import { z } from 'zod';
import type { JsonSchema } from '../json/json-schema.ts';
import { typesOf } from '../json/schema-types.ts';
import type { AnyNodeDefinition, FieldExpression, NodeRegistry } from '../node-kit/define-node.ts';
import { configJsonSchema } from '../node-kit/field-expressions.ts';
import { workflowSchema } from './workflow.ts';

type SchemaMap = Readonly<Record<string, JsonSchema>>;

/** A text with a tag, which stands for a value of any type. */
const TAG: JsonSchema = { type: 'string', pattern: '\\{\\{|\\{%' };

/**
 * JSON Schema of the document in which the type of a node decides the schema of its config. A field
 * also takes a text with a tag where its expressions are evaluated. Unknown node types take any config.
 */
export function documentJsonSchema(registry: NodeRegistry): JsonSchema {
  const whole = z.toJSONSchema(workflowSchema, { target: 'draft-2020-12', io: 'input' }) as JsonSchema;
  const properties = whole.properties as SchemaMap;
  const node = properties.nodes?.items as JsonSchema;
  const nodeProperties = node.properties as SchemaMap;
  const definitions = Object.values(registry);
  const types = definitions.map(({ id, title, summary }) => ({ const: id, title, description: summary }));
  const typed = {
    ...node,
    properties: { ...nodeProperties, type: { ...nodeProperties.type, anyOf: [...types, { type: 'string' }] } },
    allOf: definitions.map(({ id }) => ({
      if: { properties: { type: { const: id } }, required: ['type'] },
      // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
      then: { properties: { config: { $ref: `#/$defs/${id}` } } },
    })),
  };
  return {
    ...whole,
    properties: { ...properties, nodes: { ...properties.nodes, items: typed } },
    $defs: { ...(whole.$defs as SchemaMap | undefined), ...Object.fromEntries(definitions.flatMap(definitionsOf)) },
  };
}

/** The config of a node type, and what it refers to, each under a name of its own. */
function definitionsOf(definition: AnyNodeDefinition): readonly (readonly [string, JsonSchema])[] {
  const { id, title, summary } = definition;
  const { $schema: _, $defs, ...config } = configJsonSchema(definition);
  const inner = Object.entries(($defs ?? {}) as SchemaMap);
  return [
    [id, { title, description: summary, ...published(config, 'template', id) }],
    ...inner.map(([name, schema]) => [`${id}.${name}`, published(schema, 'literal', id)] as const),
  ];
}

const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const MAPS = ['properties', 'patternProperties'];
const PARTS = ['items', 'additionalProperties', 'not', 'contains', 'propertyNames'];

/** A field without our own keywords, which also takes tags where its mode evaluates them. */
function published(schema: JsonSchema, around: FieldExpression, id: string): JsonSchema {
  const { expression, refersTo: _refersTo, gives: _gives, ui: _ui, ...rest } = schema;
  const mode = (expression as FieldExpression | undefined) ?? around;
  const inside = (part: unknown) => (isObject(part) ? published(part, mode, id) : part);
  const copy = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => {
      if (key === '$ref') return [key, String(value).replace('#/$defs/', `#/$defs/${id}.`)];
      if (LISTS.includes(key) && Array.isArray(value)) return [key, value.map(inside)];
      if (MAPS.includes(key) && isObject(value))
        return [key, Object.fromEntries(Object.entries(value).map(([name, part]) => [name, inside(part)]))];
      return [key, PARTS.includes(key) ? inside(value) : value];
    }),
  );
  return mode === 'template' && needsTag(schema) ? withTag(copy) : copy;
}

/** Alternatives get theirs one by one; a plain text takes tags anyway. */
function needsTag(schema: JsonSchema): boolean {
  if (schema.anyOf !== undefined || schema.oneOf !== undefined || schema.$ref !== undefined) return false;
  const types = typesOf(schema);
  if (!types || types.has('an object')) return false;
  return !types.has('text') || [schema.enum, schema.const, schema.pattern, schema.format].some((rule) => rule !== undefined);
}

function withTag({ title, description, default: fallback, ...rest }: JsonSchema): JsonSchema {
  const notes = { title, description, default: fallback };
  const said = Object.fromEntries(Object.entries(notes).filter(([, value]) => value !== undefined));
  return { ...said, anyOf: [rest, TAG] };
}

function isObject(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
