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
  const fields = Object.entries((configJsonSchema(definition).properties ?? {}) as Record<string, JsonSchema>);
  return fields.flatMap(([field, schema]) => (schema.refersTo === kind ? namesOf(node.config[field], [field]) : []));
}

function namesOf(value: unknown, path: NamedField['path']): NamedField[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => namesOf(item, [...path, index]));
  // A tool with fixed arguments.
  if (isRecord(value)) return namesOf(value.tool, [...path, 'tool']);
  return typeof value === 'string' && value !== '' ? [{ name: value, path }] : [];
}
