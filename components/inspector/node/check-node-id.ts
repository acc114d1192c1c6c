import { isReservedId } from '#lib/workflow/checks/check-ids.ts';
import { type NodeId, nodeIdSchema, type Workflow } from '#lib/workflow/workflow.ts';

export type NodeIdProblem = 'invalid' | 'taken' | 'reserved';

/** Why a node cannot have this id; nothing when it can. */
export function checkNodeId(workflow: Workflow, from: NodeId, to: string): NodeIdProblem | undefined {
  if (to === from) return undefined;
  if (!nodeIdSchema.safeParse(to).success) return 'invalid';
  if (isReservedId(to)) return 'reserved';
  return workflow.nodes.some(({ id }) => id === to) ? 'taken' : undefined;
}
