import { buildGraph } from '../graph.ts';
import type { NodeId, Workflow } from '../workflow.ts';

/** The workflow with these nodes in the body of a container. Edges that would lead into or out of it are gone; the container itself is left out, and so is what it lies in. */
export function putInside(workflow: Workflow, nodeIds: ReadonlySet<NodeId>, containerId: NodeId): Workflow {
  const around = new Set([containerId, ...buildGraph(workflow).containersOf(containerId)]);
  return withParents(workflow, (id, parentId) => (nodeIds.has(id) && !around.has(id) ? containerId : parentId));
}

/** The workflow with these nodes in the body of a container, or in none; otherwise as `putInside`. */
export function moveToScope(workflow: Workflow, nodeIds: ReadonlySet<NodeId>, containerId: NodeId | undefined): Workflow {
  if (containerId !== undefined) return putInside(workflow, nodeIds, containerId);
  return withParents(workflow, (id, parentId) => (nodeIds.has(id) ? undefined : parentId));
}

/** The workflow with these nodes in the scope around the container they are in. */
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
