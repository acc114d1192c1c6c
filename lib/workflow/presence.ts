import { ALWAYS, ChoiceDiagrams, type Condition, DiagramTooLarge, NEVER } from './choice-diagram.ts';
import type { WorkflowGraph } from './graph.ts';
import type { NodeId, WorkflowEdge } from './workflow.ts';

/** Static analysis of which nodes have run when another one starts. */
export type Presence = {
  /** True if `reader` may start although `nodeId` was skipped. */
  maySkip(nodeId: NodeId, reader: NodeId): boolean;
  /** True if `reader` may start although all of these were skipped. */
  maySkipAll(nodeIds: readonly NodeId[], reader: NodeId): boolean;
  /** Ports that `nodeId` may have fired when `reader` starts. */
  portsSeenBy(reader: NodeId, nodeId: NodeId): readonly string[];
  /** Ports of which it fires exactly one. */
  exitsOf(nodeId: NodeId): readonly string[];
  /** True if both may run in one run. */
  mayBothRun(a: NodeId, b: NodeId): boolean;
};

/** Ports of which a node fires exactly one. */
export type Exits = (nodeId: NodeId) => readonly string[];

/**
 * Computes under which choices each node runs. A node with several ports fires one of them; the
 * error port is a choice if it is connected. A node runs if one of its edges is live, so branches
 * that rejoin cancel out.
 */
export function analysePresence(graph: WorkflowGraph, exitsOf: Exits): Presence {
  const diagrams = new ChoiceDiagrams();
  const variables = new Map(graph.order.map((id, index) => [id, index]));
  const fired = ({ source, sourceHandle }: Pick<WorkflowEdge, 'source' | 'sourceHandle'>): Condition => {
    const exits = exitsOf(source);
    const value = exits.indexOf(sourceHandle);
    return value === -1 ? NEVER : diagrams.choice(variables.get(source) ?? 0, value, exits.length);
  };
  const runs = new Map<NodeId, Condition>();
  const runsIf = (id: NodeId): Condition => runs.get(id) ?? ALWAYS;
  /** Within its scope, assuming that all of its containers run. */
  const startsIf = (id: NodeId): Condition => {
    const edges = graph.incoming(id);
    const live = edges.reduce<Condition>((any, edge) => diagrams.or(any, diagrams.and(runsIf(edge.source), fired(edge))), NEVER);
    const [container] = graph.containersOf(id);
    return diagrams.and(edges.length === 0 ? ALWAYS : live, container === undefined ? ALWAYS : runsIf(container));
  };
  const isWorkedOut = attempt(() => {
    for (const id of graph.order) runs.set(id, startsIf(id));
    return true;
  }, false);
  return {
    maySkip: (nodeId, reader) => isWorkedOut && attempt(() => !diagrams.implies(runsIf(reader), runsIf(nodeId)), false),
    maySkipAll: (nodeIds, reader) => {
      const anyRuns = () => nodeIds.reduce<Condition>((any, id) => diagrams.or(any, runsIf(id)), NEVER);
      return isWorkedOut && attempt(() => !diagrams.implies(runsIf(reader), anyRuns()), false);
    },
    portsSeenBy: (reader, nodeId) => {
      const exits = exitsOf(nodeId);
      if (!isWorkedOut || exits.length < 2) return exits;
      const both = () => diagrams.and(runsIf(reader), runsIf(nodeId));
      return attempt(
        () => exits.filter((port) => diagrams.and(both(), fired({ source: nodeId, sourceHandle: port })) !== NEVER),
        exits,
      );
    },
    exitsOf,
    mayBothRun: (a, b) => !isWorkedOut || attempt(() => diagrams.and(runsIf(a), runsIf(b)) !== NEVER, true),
  };
}

function attempt<T>(run: () => T, otherwise: T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof DiagramTooLarge) return otherwise;
    throw error;
  }
}
