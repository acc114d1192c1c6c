import type { WorkflowGraph } from './graph.ts';
import { ERROR_PORT } from './node-ports.ts';
import type { NodeId } from './workflow.ts';

/** Node types that fire exactly one of their ports. */
const BRANCHING_TYPES = new Set(['condition', 'switch', 'classifier', 'approval']);
/** Of the ports of a node that may fire together. */
const NO_ERROR = 'no error';

/** What has to be true of a node for another one to run: the port that it fires. */
type Conditions = ReadonlyMap<NodeId, string>;

/**
 * Tells which nodes of one scope never run in the same iteration, because one node before them fires one port for each.
 * Decided by edges alone; nodes in or behind a cycle are never exclusive.
 */
export function exclusiveNodes(graph: WorkflowGraph): (one: NodeId, other: NodeId) => boolean {
  const conditions = new Map<NodeId, Conditions>();
  for (const id of graph.order) conditions.set(id, conditionsOf(id, graph, conditions));
  return (one, other) => {
    const ofOther = conditions.get(other);
    return [...(conditions.get(one) ?? [])].some(([id, port]) => (ofOther?.get(id) ?? port) !== port);
  };
}

/** Any incoming edge may start a node: what is true of all of them has to be true. */
function conditionsOf(id: NodeId, graph: WorkflowGraph, known: ReadonlyMap<NodeId, Conditions>): Conditions {
  const [first, ...others] = graph.incoming(id).map(({ source, sourceHandle }) => {
    const isBranching = BRANCHING_TYPES.has(graph.nodes.get(source)?.type ?? '');
    const port = isBranching || sourceHandle === ERROR_PORT ? sourceHandle : NO_ERROR;
    return new Map([...(known.get(source) ?? []), [source, port]]);
  });
  return new Map([...(first ?? [])].filter(([before, port]) => others.every((other) => other.get(before) === port)));
}
