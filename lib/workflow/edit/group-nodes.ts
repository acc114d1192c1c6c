import type { NodeId, Workflow, WorkflowGroup } from '../workflow.ts';
import { changeCanvas, newCanvasId } from './change-canvas.ts';

/**
 * Adds a frame around these nodes and returns its id. A node has at most one frame: it leaves its
 * previous one.
 */
export function groupNodes(
  workflow: Workflow,
  nodeIds: ReadonlySet<NodeId>,
  title: string,
): { readonly workflow: Workflow; readonly groupId: string } {
  const groupId = newCanvasId('group', workflow.canvas?.groups ?? []);
  const members = workflow.nodes.filter(({ id }) => nodeIds.has(id)).map(({ id }) => id);
  const left = ungroupNodes(workflow, nodeIds);
  const groups = [...(left.canvas?.groups ?? []), { id: groupId, title, nodeIds: members }];
  return { workflow: changeCanvas(left, { groups }), groupId };
}

/**
 * Removes these nodes from their frames, and deletes frames that become empty. Returns the same
 * workflow if none had a frame.
 */
export function ungroupNodes(workflow: Workflow, nodeIds: ReadonlySet<NodeId>): Workflow {
  const groups = workflow.canvas?.groups ?? [];
  if (!groups.some((group) => group.nodeIds.some((id) => nodeIds.has(id)))) return workflow;
  const left = groups.map((group) => ({ ...group, nodeIds: group.nodeIds.filter((id) => !nodeIds.has(id)) }));
  return changeCanvas(workflow, { groups: left });
}

/** Changes the title of a frame. */
export function setGroupTitle(workflow: Workflow, groupId: string, title: string): Workflow {
  const groups = workflow.canvas?.groups ?? [];
  if (!groups.some((group) => group.id === groupId && group.title !== title)) return workflow;
  return changeCanvas(workflow, { groups: groups.map((group) => (group.id === groupId ? { ...group, title } : group)) });
}

/** Draws these frames as boxes, or with their nodes again. Returns the same workflow if all are so already. */
export function collapseGroups(workflow: Workflow, groupIds: ReadonlySet<string>, isCollapsed: boolean): Workflow {
  const groups = workflow.canvas?.groups ?? [];
  const isOther = ({ id, collapsed = false }: WorkflowGroup) => groupIds.has(id) && collapsed !== isCollapsed;
  if (!groups.some(isOther)) return workflow;
  const changed = groups.map((group) => {
    if (!isOther(group)) return group;
    const { collapsed: _, ...others } = group;
    return isCollapsed ? { ...others, collapsed: true } : others;
  });
  return changeCanvas(workflow, { groups: changed });
}
