import type { NodeId, Workflow } from '../workflow.ts';

type Port = { readonly nodeId: NodeId; readonly port: string };

/** Moves the edges of a port to another port: the case of a switch got another id. */
export function renamePort(workflow: Workflow, { nodeId, port }: Port, to: string): Workflow {
  if (!hasEdges(workflow, { nodeId, port })) return workflow;
  const edges = workflow.edges.map((edge) =>
    edge.source === nodeId && edge.sourceHandle === port ? { ...edge, sourceHandle: to } : edge,
  );
  return { ...workflow, edges };
}

/** Removes the edges of a port that no longer exists. */
export function removePort(workflow: Workflow, { nodeId, port }: Port): Workflow {
  if (!hasEdges(workflow, { nodeId, port })) return workflow;
  return { ...workflow, edges: workflow.edges.filter((edge) => edge.source !== nodeId || edge.sourceHandle !== port) };
}

function hasEdges({ edges }: Workflow, { nodeId, port }: Port): boolean {
  return edges.some(({ source, sourceHandle }) => source === nodeId && sourceHandle === port);
}
