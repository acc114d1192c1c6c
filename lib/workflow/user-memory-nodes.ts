import { calledBy, isUncalled } from './called-workflows.ts';
import type { Workflow, WorkflowNode } from './workflow.ts';

/** Paths of the nodes that write the memory of the user of a run, and fail without one; of called workflows too. */
export function userMemoryNodes(workflow: Workflow): string[] {
  return workflow.nodes.flatMap((node) => {
    if (node.options?.disabled === true) return [];
    if (notesUser(node)) return [node.id];
    const called = calledBy(node, workflow);
    if (!called || isUncalled(called)) return [];
    return userMemoryNodes(called).map((path) => `${node.id}/${path}`);
  });
}

function notesUser({ type, config }: WorkflowNode): boolean {
  return type === 'memory-write' && config.scope === 'user';
}
