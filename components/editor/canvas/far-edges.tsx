'use client';
import { getSmoothStepPath, Position, ViewportPortal } from '@xyflow/react';
import { useMemo } from 'react';
import { EDGE_SHAPE } from '#components/editor/canvas/step-edge.tsx';
import type { CollapsedNode } from '#components/editor/elements/collapsed-nodes.ts';
import type { FlowEdge, FlowNode } from '#components/editor/elements/flow-elements.ts';

type End = FlowNode | CollapsedNode;
type Ends = { readonly source: End; readonly target: End; readonly path: string };
/** By edge: a path is made anew only when one of its ends has moved. */
const paths = new WeakMap<FlowEdge['data'] & object, Ends>();

/**
 * All edges as one path, when zoomed out too far to distinguish them: a thousand React Flow edges
 * cost more than all nodes.
 */
export function FarEdges({ nodes, edges }: { nodes: readonly End[]; edges: readonly FlowEdge[] }) {
  const path = useMemo(() => {
    const byId = new Map(nodes.map((node) => [node.id, node]));
    return edges.map((edge) => pathOf(edge, byId)).join('');
  }, [nodes, edges]);
  return (
    <ViewportPortal>
      <svg aria-hidden="true" width="1" height="1" className="far-edges">
        <path d={path} />
      </svg>
    </ViewportPortal>
  );
}

function pathOf({ data, source: from, sourceHandle, target: to, targetHandle }: FlowEdge, nodes: ReadonlyMap<string, End>) {
  const source = nodes.get(from);
  const target = nodes.get(to);
  if (!data || !source || !target) return '';
  const known = paths.get(data);
  if (known?.source === source && known.target === target) return known.path;
  const start = portOf(source, sourceHandle, 'source');
  const end = portOf(target, targetHandle, 'target');
  if (!start || !end) return '';
  const [path] = getSmoothStepPath({
    sourceX: start.x,
    sourceY: start.y,
    sourcePosition: start.position,
    targetX: end.x,
    targetY: end.y,
    targetPosition: end.position,
    ...EDGE_SHAPE,
  });
  paths.set(data, { source, target, path });
  return path;
}

/** The middle of a port, where the canvas has it. */
function portOf({ position, width = 0, handles = [] }: End, id: string | null | undefined, type: 'source' | 'target') {
  const handle = handles.find((one) => one.id === id && one.type === type);
  if (!handle) return undefined;
  const { x, y, width: portPx = 0, height: portHeightPx = 0 } = handle;
  // A node's position is the middle of its upper edge.
  const center = { x: position.x - width / 2 + x + portPx / 2, y: position.y + y + portHeightPx / 2 };
  return { ...center, position: handle.position ?? Position.Bottom };
}
