import { AppError } from '../errors/app-error.ts';
import type { TextPosition } from '../expression/expression-error.ts';
import { parseReferences } from '../expression/references.ts';
import type { NodeRegistry } from '../node-kit/define-node.ts';
import { expressionModes } from '../node-kit/field-expressions.ts';
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
  return {
    ...workflow,
    nodes: workflow.nodes.map((node) => ({
      ...node,
      id: renamed(node.id),
      ...(node.parentId !== undefined && { parentId: renamed(node.parentId) }),
      config: renameInConfig(node, registry, { from, to }),
    })),
    edges: workflow.edges.map((edge) => ({ ...edge, source: renamed(edge.source), target: renamed(edge.target) })),
    ...(workflow.canvas?.groups && { canvas: renameInGroups(workflow.canvas, renamed) }),
  };
}

function renameInGroups(canvas: WorkflowCanvas, renamed: (id: NodeId) => NodeId): WorkflowCanvas {
  const groups = canvas.groups?.map((group) => ({ ...group, nodeIds: group.nodeIds.map(renamed) }));
  return { ...canvas, groups };
}

type Renaming = { readonly from: NodeId; readonly to: NodeId };

function renameInConfig(node: WorkflowNode, registry: NodeRegistry, renaming: Renaming): WorkflowNode['config'] {
  const definition = definitionOf(node, registry);
  if (!definition || node.version > definition.version) return node.config;
  const expressions = findExpressions(node.config, expressionModes(definition)).filter(({ references }) =>
    references.some(({ root }) => root === renaming.from),
  );
  return expressions.reduce<unknown>(
    (config, expression) => withValue(config, expression.path, renameInSource(expression, node, renaming)),
    node.config,
  ) as WorkflowNode['config'];
}

function renameInSource({ source, mode, references }: NodeExpression, node: WorkflowNode, { from, to }: Renaming): string {
  const offsets = references.filter(({ root }) => root === from).map(({ at }) => offsetOf(source, at));
  const renamed = [...new Set(offsets)]
    .sort((a, b) => b - a)
    .reduce((text, offset) => text.slice(0, offset) + to + text.slice(offset + from.length), source);
  // A variable of the expression with the new name would shadow the node.
  const now = parseReferences(renamed, mode === 'cel' ? 'cel' : 'template').references;
  const isSame =
    now.length === references.length && references.every(({ root }, index) => now[index]?.root === (root === from ? to : root));
  if (isSame) return renamed;
  throw new AppError('workflow-invalid', `'${to}' is a variable in an expression of ${node.id}, so ${from} cannot take that id`, {
    details: { nodeId: node.id },
  });
}

function offsetOf(source: string, { line, column }: TextPosition): number {
  const before = source.split('\n').slice(0, line - 1);
  return before.reduce((offset, text) => offset + text.length + 1, column - 1);
}

function withValue(value: unknown, [key, ...rest]: readonly (string | number)[], replacement: string): unknown {
  if (key === undefined) return replacement;
  if (Array.isArray(value)) return value.map((item, index) => (index === key ? withValue(item, rest, replacement) : item));
  return Object.fromEntries(
    Object.entries(value as object).map(([name, item]) => [name, name === key ? withValue(item, rest, replacement) : item]),
  );
}
