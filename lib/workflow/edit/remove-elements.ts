import type { NodeId, Workflow } from '../workflow.ts';

/** Nodes and edges by id. */
export type Elements = { readonly nodes: ReadonlySet<NodeId>; readonly edges: ReadonlySet<string> };

/** The workflow without these nodes, what lies in them, every edge that ends at one of them, and these edges. */
export function removeElements(workflow: Workflow, elements: Elements): Workflow {
  const removed = withBodies(workflow, elements.nodes);
  const nodes = workflow.nodes.filter(({ id }) => !removed.has(id));
  const edges = workflow.edges.filter(
    ({ id, source, target }) => !elements.edges.has(id) && !removed.has(source) && !removed.has(target),
  );
  const isSame = nodes.length === workflow.nodes.length && edges.length === workflow.edges.length;
  return isSame ? workflow : { ...workflow, nodes, edges };
}

/** These nodes and, of containers among them, everything inside. */
export function withBodies(workflow: Workflow, nodeIds: ReadonlySet<NodeId>): ReadonlySet<NodeId> {
  const all = new Set(nodeIds);
  for (let size = -1; size !== all.size; ) {
    size = all.size;
    for (const { id, parentId } of workflow.nodes) if (parentId !== undefined && all.has(parentId)) all.add(id);
  }
  return all;
}
