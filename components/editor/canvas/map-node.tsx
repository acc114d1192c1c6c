'use client';
import type { MiniMapNodeProps } from '@xyflow/react';
import { memo } from 'react';
import { useNodeRun } from '#components/editor/run-overlay.ts';

const CORNER_PX = 6;

/** A node on the small map, in the colour of its state in the run being shown. */
export const MapNode = memo(function MapNode({ id, x, y, width, height }: MiniMapNodeProps) {
  return <rect data-state={useNodeRun(id)?.status} className="map-node" {...{ x, y, width, height }} rx={CORNER_PX} />;
});
