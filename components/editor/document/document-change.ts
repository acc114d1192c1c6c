import type { Workflow, WorkflowNode } from '#lib/workflow/workflow.ts';

/**
 * The difference between two documents: all of it, or the changed nodes if the edges and the node
 * count are the same.
 */
export type DocumentChange =
  | { readonly whole: Workflow }
  | {
      readonly rest: Workflow;
      readonly nodes: readonly { readonly at: number; readonly node: WorkflowNode }[];
    };

/**
 * The change to send to a receiver of `before`: copying a large document to another thread takes
 * longer than a keystroke may.
 */
export function changeOf(before: Workflow | undefined, now: Workflow): DocumentChange {
  if (before?.edges !== now.edges || before.nodes.length !== now.nodes.length) return { whole: now };
  const nodes = now.nodes.flatMap((node, at) => (node === before.nodes[at] ? [] : [{ at, node }]));
  return { rest: { ...now, nodes: [], edges: [] }, nodes };
}

/** The document after a change. @throws {RangeError} when it was made for another document */
export function applyChange(before: Workflow | undefined, change: DocumentChange): Workflow {
  if ('whole' in change) return change.whole;
  if (!before) throw new RangeError('Nothing is known that could be changed');
  const nodes = [...before.nodes];
  for (const { at, node } of change.nodes) nodes[at] = node;
  return { ...change.rest, nodes, edges: before.edges };
}
