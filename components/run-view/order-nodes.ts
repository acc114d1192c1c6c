import type { NodeId, Workflow, WorkflowNode } from '#lib/workflow/workflow.ts';

/**
 * The nodes in the order in which a run may reach them: those that wait for nothing, then those that waited only for them, and so on, each as the
 * document has them. Those of a cycle, and what comes after one, come last.
 */
export function orderNodes({ nodes, edges }: Pick<Workflow, 'nodes' | 'edges'>): WorkflowNode[] {
  const targets = new Map<NodeId, Set<NodeId>>();
  for (const { source, target } of edges) targets.set(source, (targets.get(source) ?? new Set()).add(target));
  const waitsFor = new Map<NodeId, number>();
  for (const ofOne of targets.values()) for (const target of ofOne) waitsFor.set(target, (waitsFor.get(target) ?? 0) + 1);
  const places = new Map(nodes.map(({ id }, place) => [id, place]));
  const ordered = new Set<WorkflowNode>();
  let ready = nodes.filter(({ id }) => !waitsFor.has(id));
  while (ready.length > 0) {
    const next: number[] = [];
    for (const node of ready) {
      ordered.add(node);
      for (const target of targets.get(node.id) ?? []) {
        const left = (waitsFor.get(target) ?? 0) - 1;
        waitsFor.set(target, left);
        const place = places.get(target);
        if (left === 0 && place !== undefined) next.push(place);
      }
    }
    ready = next.sort((a, b) => a - b).flatMap((place) => nodes[place] ?? []);
  }
  return [...ordered, ...nodes.filter((node) => !ordered.has(node))];
}
