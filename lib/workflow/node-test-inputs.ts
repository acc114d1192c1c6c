import type { Path } from '../expression/read-path.ts';
import type { NodeRegistry } from '../node-kit/define-node.ts';
import { expressionModes } from '../node-kit/field-expressions.ts';
import { findExpressions } from './node-expressions.ts';
import { definitionOf } from './node-ports.ts';
import { startInputsSchema } from './start-inputs.ts';
import type { NodeId, Workflow, WorkflowNode } from './workflow.ts';

/** What an earlier run says. */
type KnownValues = {
  readonly registry: NodeRegistry;
  /** The node's value in that run; undefined when it has none there. */
  readonly readValue: (nodeId: NodeId) => unknown;
  readonly runInputs: Readonly<Record<string, unknown>> | undefined;
};

/**
 * What to give a node that is run alone: by node id, the values of the nodes it refers to or follows; for `start`, the inputs of the run. Values come
 * from an earlier run; where that has none, a referenced one is made up of empty texts in the shape the expressions ask for.
 */
export function nodeTestInputs(
  workflow: Workflow,
  nodeId: NodeId,
  { registry, readValue, runInputs }: KnownValues,
): Record<string, unknown> {
  const node = workflow.nodes.find(({ id }) => id === nodeId);
  if (!node) return {};
  if (node.type === 'start') return runInputs ? { ...runInputs } : defaultsOf(node);
  const inputs: Record<string, unknown> = {};
  for (const { root, path } of referencesOf(node, registry)) {
    if (!workflow.nodes.some(({ id }) => id === root)) continue;
    const known = readValue(root);
    inputs[root] = known === undefined ? withPath(inputs[root], path) : known;
  }
  for (const { source, target } of workflow.edges) {
    const value = target === nodeId && !Object.hasOwn(inputs, source) ? readValue(source) : undefined;
    if (value !== undefined) inputs[source] = value;
  }
  return inputs;
}

function referencesOf(node: WorkflowNode, registry: NodeRegistry) {
  const definition = definitionOf(node, registry);
  if (!definition || node.version > definition.version) return [];
  return findExpressions(node.config, expressionModes(definition)).flatMap(({ references }) => references);
}

function defaultsOf(start: WorkflowNode): Record<string, unknown> {
  const declared = startInputsSchema.safeParse(start.config.inputs ?? []);
  return Object.fromEntries((declared.data ?? []).map(({ name, default: value }) => [name, value ?? '']));
}

/** The value with something at the path; what is there already stays. */
function withPath(value: unknown, [key, ...rest]: Path): unknown {
  if (key === undefined) return value ?? '';
  if (typeof key === 'number') {
    const list = Array.isArray(value) ? value : [];
    return key === 0 ? [withPath(list[0], rest), ...list.slice(1)] : list;
  }
  const fields = typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
  return { ...fields, [key]: withPath(Object.hasOwn(fields, key) ? fields[key] : undefined, rest) };
}
