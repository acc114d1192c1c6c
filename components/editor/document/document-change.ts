import type { Workflow, WorkflowNode } from '#lib/workflow/workflow.ts';

/** What makes one document of another: all of it, or, where it has the same edges and as many nodes, the nodes that are others; `rest` has neither. */
export type DocumentChange =
  | { readonly whole: Workflow }
  | {
      readonly rest: Workflow;
      readonly nodes: readonly { readonly at: number; readonly node: WorkflowNode }[];
    };

/** What has to be sent to somebody who knows `before`. Copying a large document to another thread takes longer than a letter may. */
export function changeOf(before: Workflow | undefined, now: Workflow): DocumentChange {
  if (before?.edges !== now.edges || before.nodes.length !== now.nodes.length) return { whole: now };
  const nodes = now.nodes.flatMap((node, at) => (node === before.nodes[at] ? [] : [{ at, node }]));
  return { rest: { ...now, nodes: [], edges: [] }, nodes };
}

/** The document that a change was made for. @throws {RangeError} when it was made for somebody who knows another */
export function applyChange(before: Workflow | undefined, change: DocumentChange): Workflow {
  if ('whole' in change) return change.whole;
  if (!before) throw new RangeError('Nothing is known that could be changed');
  const nodes = [...before.nodes];
  for (const { at, node } of change.nodes) nodes[at] = node;
  return { ...change.rest, nodes, edges: before.edges };
}
