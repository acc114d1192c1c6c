import { AppError } from '../errors/app-error.ts';
import { offsetOf } from '../expression/expression-error.ts';
import { parseReferences, type Reference } from '../expression/references.ts';
import type { NodeRegistry } from '../node-kit/define-node.ts';
import { expressionModes } from '../node-kit/field-expressions.ts';
import { BRANCH_ROOT, branchNodeOf } from './branch-root.ts';
import { findExpressions, type NodeExpression } from './node-expressions.ts';
import { definitionOf } from './node-ports.ts';
import { type NodeId, nodeIdSchema, type Workflow, type WorkflowCanvas, type WorkflowNode } from './workflow.ts';

/**
 * Renames a node in all edges, bodies and references. Keeps edge ids and configs of unknown node
 * types.
 * @throws {AppError} `workflow-invalid` if there is no such node, the new id is invalid or taken,
 * or an expression cannot be rewritten safely
 */
export function renameNode(workflow: Workflow, registry: NodeRegistry, { from, to }: { from: NodeId; to: NodeId }): Workflow {
  if (from === to) return workflow;
  if (!workflow.nodes.some(({ id }) => id === from)) throw new AppError('workflow-invalid', `There is no node '${from}'`);
  if (workflow.nodes.some(({ id }) => id === to)) throw new AppError('workflow-invalid', `There is a node '${to}' already`);
  const parsed = nodeIdSchema.safeParse(to);
  if (!parsed.success) throw new AppError('workflow-invalid', `'${to}' is no node id: ${parsed.error.issues[0]?.message}`);
  const renamed = (id: NodeId) => (id === from ? to : id);
  const ids = new Set(workflow.nodes.map(({ id }) => id));
  const hasNode = (id: NodeId) => ids.has(id);
  return {
    ...workflow,
    nodes: workflow.nodes.map((node) => ({
      ...node,
      id: renamed(node.id),
      ...(node.parentId !== undefined && { parentId: renamed(node.parentId) }),
      config: renameInConfig(node, registry, { from, to, hasNode }),
    })),
    edges: workflow.edges.map((edge) => ({ ...edge, source: renamed(edge.source), target: renamed(edge.target) })),
    ...(workflow.canvas?.groups && { canvas: renameInGroups(workflow.canvas, renamed) }),
  };
}

function renameInGroups(canvas: WorkflowCanvas, renamed: (id: NodeId) => NodeId): WorkflowCanvas {
  const groups = canvas.groups?.map((group) => ({ ...group, nodeIds: group.nodeIds.map(renamed) }));
  return { ...canvas, groups };
}

type Renaming = { readonly from: NodeId; readonly to: NodeId; hasNode(id: NodeId): boolean };

function renameInConfig(node: WorkflowNode, registry: NodeRegistry, renaming: Renaming): WorkflowNode['config'] {
  const definition = definitionOf(node, registry);
  if (!definition || node.version > definition.version) return node.config;
  const expressions = findExpressions(node.config, expressionModes(definition)).filter(({ references }) =>
    references.some(
      (reference) => reference.root === renaming.from || branchNodeOf(reference, renaming.hasNode) === renaming.from,
    ),
  );
  return expressions.reduce<unknown>(
    (config, expression) => withValue(config, expression.path, renameInSource(expression, node, renaming)),
    node.config,
  ) as WorkflowNode['config'];
}

function renameInSource({ source, mode, references }: NodeExpression, node: WorkflowNode, renaming: Renaming): string {
  const { from, to } = renaming;
  const offsets = references.flatMap((reference) => offsetOfName(source, reference, renaming) ?? []);
  const renamed = [...new Set(offsets)]
    .sort((a, b) => b - a)
    .reduce((text, offset) => text.slice(0, offset) + to + text.slice(offset + from.length), source);
  // A variable of the expression with the new name would shadow the node.
  const now = parseReferences(renamed, mode === 'cel' ? 'cel' : 'template').references;
  const rootAfter = ({ root }: Reference) => (root === from ? to : root);
  const isSame =
    now.length === references.length && references.every((reference, index) => now[index]?.root === rootAfter(reference));
  if (isSame) return renamed;
  throw new AppError('workflow-invalid', `'${to}' is a variable in an expression of ${node.id}, so ${from} cannot take that id`, {
    details: { nodeId: node.id },
  });
}

/** Where the id is written: at the root of a reference, or behind `branch`. */
function offsetOfName(source: string, reference: Reference, { from, hasNode }: Renaming): number | undefined {
  const begin = offsetOf(source, reference.at);
  if (reference.root === from) return begin;
  if (branchNodeOf(reference, hasNode) !== from) return undefined;
  const separator = /\s*[.[][\s?"']*/y;
  separator.lastIndex = begin + BRANCH_ROOT.length;
  return separator.test(source) ? separator.lastIndex : undefined;
}

function withValue(value: unknown, [key, ...rest]: readonly (string | number)[], replacement: string): unknown {
  if (key === undefined) return replacement;
  if (Array.isArray(value)) return value.map((item, index) => (index === key ? withValue(item, rest, replacement) : item));
  return Object.fromEntries(
    Object.entries(value as object).map(([name, item]) => [name, name === key ? withValue(item, rest, replacement) : item]),
  );
}
