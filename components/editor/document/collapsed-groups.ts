import { framesOf } from '#components/editor/document/container-frames.ts';
import { groupFrame } from '#components/editor/document/group-frames.ts';
import { type NodesById, nodesById } from '#components/editor/document/nodes-by-id.ts';
import type { Position } from '#lib/workflow/edit/move-nodes.ts';
import type { NodeId, Workflow, WorkflowEdge, WorkflowGroup, WorkflowNode } from '#lib/workflow/workflow.ts';

export const COLLAPSED_HEIGHT_PX = 48;
const LEAST_WIDTH_PX = 212;
const PORT_WIDTH_PX = 24;

/** A port of a node inside, with an edge that crosses the frame. `id` is unique in the box and on its side. */
export type CollapsedPort = { readonly id: string; readonly nodeId: NodeId; readonly port: string };

/** A group that is drawn as one box. */
export type CollapsedGroup = {
  readonly group: WorkflowGroup;
  /** Its nodes, and what is in the containers among them: all that is not drawn. */
  readonly hidden: ReadonlySet<NodeId>;
  readonly inputs: readonly CollapsedPort[];
  readonly outputs: readonly CollapsedPort[];
  /** Middle of the upper edge, as of nodes. */
  readonly position: Position;
  readonly widthPx: number;
};

type Document = Pick<Workflow, 'nodes' | 'edges' | 'canvas'>;
type Look = {
  /** A group of which some nodes are selected, and others are not, is drawn with all of them. */
  readonly selected: ReadonlySet<NodeId>;
  readonly dragged?: ReadonlyMap<string, Position>;
};

/** The groups that are drawn as boxes, none of them inside another. */
export function collapsedGroups({ nodes, edges, canvas }: Document, { selected, dragged }: Look): CollapsedGroup[] {
  const collapsed = canvas?.groups?.filter((group) => group.collapsed === true) ?? [];
  if (collapsed.length === 0) return [];
  const byId = nodesById(nodes);
  const frames = framesOf(nodes);
  const closed = collapsed.flatMap((group) => {
    const hidden = membersOf(group, nodes, byId);
    return isPartlySelected(group, hidden, selected) ? [] : [{ group, hidden }];
  });
  return closed.flatMap(({ group, hidden }) => {
    const isInside = closed.some((other) => other.group !== group && group.nodeIds.some((id) => other.hidden.has(id)));
    const frame = groupFrame(group, byId, { frames, ...(dragged && { dragged }) });
    if (!frame || isInside) return [];
    const inputs = crossing(edges, { into: hidden });
    const outputs = crossing(edges, { outOf: hidden });
    const widthPx = Math.max(LEAST_WIDTH_PX, Math.max(inputs.length, outputs.length) * PORT_WIDTH_PX);
    return [{ group, hidden, inputs, outputs, position: { x: frame.x + frame.width / 2, y: frame.y }, widthPx }];
  });
}

/** The nodes of a group that exist, with everything in the containers among them. */
function membersOf({ nodeIds }: WorkflowGroup, nodes: readonly WorkflowNode[], byId: NodesById): Set<NodeId> {
  const members = new Set(nodeIds.filter((id) => byId.get(id)));
  for (const { id } of nodes) {
    const around = new Set<NodeId>();
    for (let at: NodeId | undefined = id; at !== undefined && !around.has(at); at = byId.get(at)?.parentId) {
      if (!members.has(at)) {
        around.add(at);
        continue;
      }
      for (const one of around) members.add(one);
      break;
    }
  }
  return members;
}

function isPartlySelected({ nodeIds }: WorkflowGroup, hidden: ReadonlySet<NodeId>, selected: ReadonlySet<NodeId>): boolean {
  if (selected.size === 0 || ![...hidden].some((id) => selected.has(id))) return false;
  return nodeIds.some((id) => hidden.has(id) && !selected.has(id));
}

type Side =
  | { readonly into: ReadonlySet<NodeId>; readonly outOf?: undefined }
  | { readonly outOf: ReadonlySet<NodeId>; readonly into?: undefined };

function crossing(edges: readonly WorkflowEdge[], { into, outOf }: Side): CollapsedPort[] {
  const ports = new Map<string, CollapsedPort>();
  for (const { source, sourceHandle, target, targetHandle } of edges) {
    const end = into ? { nodeId: target, port: targetHandle } : { nodeId: source, port: sourceHandle };
    const isCrossing = into ? into.has(target) && !into.has(source) : outOf.has(source) && !outOf.has(target);
    if (!isCrossing) continue;
    const id = collapsedPortId(end.nodeId, end.port);
    ports.set(id, { id, ...end });
  }
  return [...ports.values()];
}

/** The id that a node's port has on the box that hides it. */
export function collapsedPortId(nodeId: NodeId, port: string): string {
  return `${nodeId} ${port}`;
}
