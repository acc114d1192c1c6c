import type { Workflow, WorkflowNode } from '#lib/workflow/workflow.ts';

/** The nodes in the order in which a run may reach them; those of a cycle come last, as the document has them. */
export function orderNodes(workflow: Pick<Workflow, 'nodes' | 'edges'>): WorkflowNode[] {
  const waitingFor = new Map(workflow.nodes.map((node) => [node.id, new Set<string>()]));
  for (const { source, target } of workflow.edges) waitingFor.get(target)?.add(source);
  const ordered: WorkflowNode[] = [];
  const left = new Set(workflow.nodes);
  while (left.size > 0) {
    const ready = [...left].filter((node) => waitingFor.get(node.id)?.size === 0);
    if (ready.length === 0) return [...ordered, ...left];
    for (const node of ready) {
      left.delete(node);
      ordered.push(node);
      for (const sources of waitingFor.values()) sources.delete(node.id);
    }
  }
  return ordered;
}
