import type { JsonSchema } from '../../json/json-schema.ts';
import { isRecord } from '../../json/set-at-path.ts';
import type { FieldReference, NodeRegistry } from '../../node-kit/define-node.ts';
import { configJsonSchema } from '../../node-kit/field-expressions.ts';
import { definitionOf } from '../node-ports.ts';
import type { WorkflowNode } from '../workflow.ts';

export type NamedField = { readonly name: string; readonly path: readonly (string | number)[] };

/**
 * Names in the fields of a node that refer to this kind. `check-config` reports values that are not
 * names.
 */
export function namesIn(node: WorkflowNode, registry: NodeRegistry, kind: FieldReference): NamedField[] {
  const definition = definitionOf(node, registry);
  if (!definition) return [];
  return namesInConfig(node.config, definition, kind);
}

/** The same of the config of a node or a trigger whose definition is known. */
export function namesInConfig(
  config: unknown,
  definition: Parameters<typeof configJsonSchema>[0],
  kind: FieldReference,
): NamedField[] {
  return namesInside(config, configJsonSchema(definition), { kind, path: [] });
}

type Place = { readonly kind: FieldReference; readonly path: NamedField['path'] };

/** Objects inside the config have such fields too. */
function namesInside(value: unknown, { properties = {} }: JsonSchema, { kind, path }: Place): NamedField[] {
  if (!isRecord(value)) return [];
  return Object.entries(properties as Record<string, JsonSchema>).flatMap(([field, schema]) => {
    const inside = [...path, field];
    if (schema.refersTo === kind) return namesOf(value[field], inside);
    return schema.properties === undefined ? [] : namesInside(value[field], schema, { kind, path: inside });
  });
}

function namesOf(value: unknown, path: NamedField['path']): NamedField[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => namesOf(item, [...path, index]));
  // A tool with fixed arguments.
  if (isRecord(value)) return namesOf(value.tool, [...path, 'tool']);
  return typeof value === 'string' && value !== '' ? [{ name: value, path }] : [];
}
