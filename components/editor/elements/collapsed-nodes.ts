import { type Node, type NodeHandle, Position } from '@xyflow/react';
import {
  COLLAPSED_HEIGHT_PX,
  type CollapsedGroup,
  type CollapsedPort,
  collapsedPortId,
} from '#components/editor/document/collapsed-groups.ts';
import { PORT_SIZE_PX } from '#components/editor/document/node-face.ts';
import type { FlowEdge } from '#components/editor/elements/flow-elements.ts';
import type { NodeId } from '#lib/workflow/workflow.ts';

export type CollapsedNode = Node<{ readonly collapsed: CollapsedGroup }, 'collapsed'>;

/** React Flow id of a group that is drawn as a box; no node has such an id. */
export const collapsedKey = (groupId: string) => `collapsed:${groupId}`;

/** A group as one box, whose ports are those of its edges. It is selected with all of its nodes. */
export function toCollapsedNode(collapsed: CollapsedGroup, selected: ReadonlySet<NodeId>): CollapsedNode {
  const { group, hidden, inputs, outputs, position, widthPx } = collapsed;
  const size = { width: widthPx, height: COLLAPSED_HEIGHT_PX };
  const across = (ports: readonly CollapsedPort[], type: 'source' | 'target', yPx: number): NodeHandle[] =>
    ports.map(({ id }, index) => ({
      id,
      type,
      position: type === 'target' ? Position.Top : Position.Bottom,
      x: Math.round((widthPx * (index + 0.5)) / ports.length) - PORT_SIZE_PX / 2,
      y: yPx - PORT_SIZE_PX / 2,
      width: PORT_SIZE_PX,
      height: PORT_SIZE_PX,
    }));
  return {
    id: collapsedKey(group.id),
    type: 'collapsed',
    data: { collapsed },
    position,
    ...size,
    measured: size,
    handles: [...across(inputs, 'target', 0), ...across(outputs, 'source', COLLAPSED_HEIGHT_PX)],
    selected: hidden.size > 0 && group.nodeIds.every((id) => !hidden.has(id) || selected.has(id)),
    // Its button has the keyboard, and selects the nodes.
    selectable: false,
    focusable: false,
    connectable: false,
  };
}

/** Edges as they are drawn: those inside of a box are not, and those that cross it end at the box. */
export function withCollapsed(edges: FlowEdge[], groups: readonly CollapsedGroup[]): FlowEdge[] {
  if (groups.length === 0) return edges;
  const boxOf = new Map(groups.flatMap(({ group, hidden }) => [...hidden].map((id) => [id, group.id] as const)));
  return edges.flatMap((edge) => {
    const { source, sourceHandle, target, targetHandle } = edge;
    const [from, to] = [boxOf.get(source), boxOf.get(target)];
    if (from === undefined && to === undefined) return [edge];
    if (from === to) return [];
    return [
      {
        ...edge,
        reconnectable: false,
        ...(from !== undefined && { source: collapsedKey(from), sourceHandle: collapsedPortId(source, sourceHandle ?? '') }),
        ...(to !== undefined && { target: collapsedKey(to), targetHandle: collapsedPortId(target, targetHandle ?? '') }),
      },
    ];
  });
}
