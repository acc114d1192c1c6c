import type { Path } from '../expression/read-path.ts';
import type { NodeRegistry } from '../node-kit/define-node.ts';
import { expressionModes } from '../node-kit/field-expressions.ts';
import { itemsReference, iterationContainers } from './body-variables.ts';
import { BRANCH_ROOT } from './branch-root.ts';
import { findExpressions } from './node-expressions.ts';
import { definitionOf } from './node-ports.ts';
import { startInputsSchema } from './start-inputs.ts';
import type { NodeId, Workflow, WorkflowNode } from './workflow.ts';

/** Values of an earlier run. */
type KnownValues = {
  readonly registry: NodeRegistry;
  /** The node's value in that run, or undefined. */
  readonly readValue: (nodeId: NodeId) => unknown;
  readonly runInputs: Readonly<Record<string, unknown>> | undefined;
};

/**
 * Inputs for a node that runs alone, by node id: what it reads of other nodes, and complete values
 * that it passes on; for `start`, the inputs of the run. Missing values become empty texts in the
 * expected shape.
 */
export function nodeTestInputs(workflow: Workflow, nodeId: NodeId, known: KnownValues): Record<string, unknown> {
  const node = workflow.nodes.find(({ id }) => id === nodeId);
  if (!node) return {};
  if (node.type === 'start') return known.runInputs ? { ...known.runInputs } : defaultsOf(node);
  const inputs: Record<string, unknown> = {};
  const containers = iterationContainers(workflow, nodeId);
  for (const { root, path } of referencesOf(node, known.registry)) {
    const container = root === 'map' || root === 'loop' ? containers.get(root) : undefined;
    if (container) inputs[root] = fillIn(inputs[root], path, knownOfIteration(container, path, known));
    else if (root === BRANCH_ROOT || workflow.nodes.some(({ id }) => id === root))
      inputs[root] = fillIn(inputs[root], path, known.readValue(root));
  }
  // Types of this category work on the incoming value, whether an expression refers to it or not.
  if (definitionOf(node, known.registry)?.category !== 'control') return inputs;
  for (const { source, target } of workflow.edges) {
    const value = target === nodeId ? known.readValue(source) : undefined;
    if (value !== undefined) inputs[source] = value;
  }
  return inputs;
}

/** What an iteration begins with: index 0, and the first item of a map, where its list is known. */
function knownOfIteration(container: WorkflowNode, [field]: Path, known: KnownValues): unknown {
  if (field === 'index') return { index: 0 };
  const item = container.type === 'map' ? firstItem(container, known) : undefined;
  const whole = { index: 0, ...(item !== undefined && { item }) };
  return field === undefined || item !== undefined ? whole : undefined;
}

function firstItem(container: WorkflowNode, { readValue }: KnownValues): unknown {
  const { items } = container.config;
  const reference = itemsReference(container);
  const list = reference
    ? reference.path.reduce<unknown>((value, key) => (value as Record<string, unknown> | null)?.[key], readValue(reference.root))
    : items;
  return Array.isArray(list) ? list[0] : undefined;
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

/** Merges the known value at the path, or an empty text. Lists are copied completely. */
function fillIn(made: unknown, [key, ...rest]: Path, known: unknown): unknown {
  if (key === undefined) return known ?? made ?? '';
  if (known !== undefined && (typeof key === 'number' || !isFields(known))) return known;
  if (typeof key === 'number') return [fillIn(Array.isArray(made) ? made[0] : undefined, rest, undefined)];
  const fields = isFields(made) ? made : {};
  // Fields that the node did not return are not invented.
  if (known !== undefined && !Object.hasOwn(known, key)) return fields;
  return { ...fields, [key]: fillIn(Object.hasOwn(fields, key) ? fields[key] : undefined, rest, known?.[key]) };
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
