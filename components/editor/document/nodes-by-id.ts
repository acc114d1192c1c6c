import type { NodeId, WorkflowNode } from '#lib/workflow/workflow.ts';

export type NodesById = { get(id: NodeId): WorkflowNode | undefined };
type Nodes = readonly WorkflowNode[];
type Indexes = ReadonlyMap<NodeId, number>;

const byIds = new WeakMap<Nodes, NodesById>();
/** The indexes of the most recent list. */
let latest: { readonly nodes: Nodes; readonly indexes: Indexes } | undefined;

/**
 * The nodes of a document by id. Cached, since everything drawn reads it; the indexes are kept while the ids are the
 * same, since each keystroke makes a new list.
 */
export function nodesById(nodes: Nodes): NodesById {
  const known = byIds.get(nodes);
  if (known) return known;
  const indexes = latest && haveSameIds(latest.nodes, nodes) ? latest.indexes : indexesOf(nodes);
  latest = { nodes, indexes };
  const made: NodesById = {
    get: (id) => {
      const index = indexes.get(id);
      return index === undefined ? undefined : nodes[index];
    },
  };
  byIds.set(nodes, made);
  return made;
}

function haveSameIds(some: Nodes, others: Nodes): boolean {
  return some.length === others.length && some.every((node, index) => node.id === others[index]?.id);
}

function indexesOf(nodes: Nodes): Indexes {
  return new Map(nodes.map(({ id }, index) => [id, index]));
}
