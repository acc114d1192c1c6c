import { buildGraph } from '../graph.ts';
import type { NodeId, Workflow } from '../workflow.ts';

/**
 * Moves these nodes into the body of a container and removes edges that would cross its border.
 * Skips the container itself and its ancestors.
 */
export function putInside(workflow: Workflow, nodeIds: ReadonlySet<NodeId>, containerId: NodeId): Workflow {
  const around = new Set([containerId, ...buildGraph(workflow).containersOf(containerId)]);
  return withParents(workflow, (id, parentId) => (nodeIds.has(id) && !around.has(id) ? containerId : parentId));
}

/** As `putInside`, or out of any container. */
export function moveToScope(workflow: Workflow, nodeIds: ReadonlySet<NodeId>, containerId: NodeId | undefined): Workflow {
  if (containerId !== undefined) return putInside(workflow, nodeIds, containerId);
  return withParents(workflow, (id, parentId) => (nodeIds.has(id) ? undefined : parentId));
}

/** Moves these nodes into the scope around their container. */
export function takeOut(workflow: Workflow, nodeIds: ReadonlySet<NodeId>): Workflow {
  const parentOf = new Map(workflow.nodes.map(({ id, parentId }) => [id, parentId]));
  return withParents(workflow, (id, parentId) => (nodeIds.has(id) && parentId !== undefined ? parentOf.get(parentId) : parentId));
}

function withParents(workflow: Workflow, parentFor: (id: NodeId, parentId: NodeId | undefined) => NodeId | undefined): Workflow {
  const nodes = workflow.nodes.map((node) => {
    const parentId = parentFor(node.id, node.parentId);
    if (parentId === node.parentId) return node;
    const { parentId: _, ...rest } = node;
    return parentId === undefined ? rest : { ...rest, parentId };
  });
  if (nodes.every((node, index) => node === workflow.nodes[index])) return workflow;
  const parentOf = new Map(nodes.map(({ id, parentId }) => [id, parentId]));
  const edges = workflow.edges.filter(({ source, target }) => parentOf.get(source) === parentOf.get(target));
  return { ...workflow, nodes, edges };
}
