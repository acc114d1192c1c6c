import type { JsonSchema } from '../../json/json-schema.ts';
import { isRecord } from '../../json/set-at-path.ts';
import type { FieldReference, FieldUi, NodeRegistry } from '../../node-kit/define-node.ts';
import { configJsonSchema } from '../../node-kit/field-expressions.ts';
import { definitionOf } from '../node-ports.ts';
import type { WorkflowNode } from '../workflow.ts';

export type NamedField = {
  readonly name: string;
  readonly path: readonly (string | number)[];
  /** Forms do not show the field, since it has no effect with the other values. */
  readonly isHidden?: boolean;
};

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
    if (schema.refersTo === kind) {
      const isHidden = !isShown(schema, value, properties as Record<string, JsonSchema>);
      return namesOf(value[field], inside).map((named) => (isHidden ? { ...named, isHidden } : named));
    }
    return schema.properties === undefined ? [] : namesInside(value[field], schema, { kind, path: inside });
  });
}

function isShown(
  { ui }: JsonSchema,
  config: Readonly<Record<string, unknown>>,
  properties: Readonly<Record<string, JsonSchema>>,
): boolean {
  const { visibleWhen = {} } = (ui ?? {}) as FieldUi;
  return Object.entries(visibleWhen).every(([field, wanted]) => {
    const value = config[field] ?? properties[field]?.default;
    return wanted.some((one) => one === value);
  });
}

function namesOf(value: unknown, path: NamedField['path']): NamedField[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => namesOf(item, [...path, index]));
  // A tool with fixed arguments.
  if (isRecord(value)) return namesOf(value.tool, [...path, 'tool']);
  return typeof value === 'string' && value !== '' ? [{ name: value, path }] : [];
}
