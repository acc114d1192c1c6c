'use client';
import type { MiniMapNodeProps } from '@xyflow/react';
import { memo } from 'react';
import { groupKey } from '#components/editor/elements/drawn-nodes.ts';
import { useNodeRun } from '#components/editor/run/run-overlay.ts';

const CORNER_PX = 6;

/** A node on the small map, in the colour of its state in the run being shown. A frame would hide its nodes. */
export const MapNode = memo(function MapNode({ id, className, x, y, width, height }: MiniMapNodeProps) {
  const run = useNodeRun(id);
  if (id.startsWith(groupKey(''))) return null;
  return (
    <rect data-state={run?.status} className={`map-node ${className}`} x={x} y={y} width={width} height={height} rx={CORNER_PX} />
  );
});
