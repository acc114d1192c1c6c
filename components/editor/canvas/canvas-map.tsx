'use client';
import { MiniMap, type ReactFlowState, useStore } from '@xyflow/react';
import { useTranslations } from 'use-intl';
import { MapNode } from '#components/editor/canvas/map-node.tsx';
import type { Frame } from '#components/editor/document/container-frames.ts';
import { inWindow } from '#components/editor/elements/fit-boxes.ts';
import { frameOf } from '#lib/workflow/edit/align-boxes.ts';

const SIZE = { width: 148, height: 104 };
const mapClassOf = ({ type = '' }: { type?: string | undefined }) => `map-${type}`;

/** The small map, while some of the workflow is out of view. */
export function CanvasMap() {
  const t = useTranslations('editor.canvas');
  const isNeeded = useStore(isPartlyHidden);
  if (!isNeeded) return null;
  return (
    <MiniMap
      pannable
      zoomable
      nodeComponent={MapNode}
      nodeClassName={mapClassOf}
      ariaLabel={t('map')}
      className="max-lg:hidden"
      style={SIZE}
    />
  );
}

const hulls = new WeakMap<object, Frame>();

function isPartlyHidden({ nodes, transform: [x, y, zoom], width, height }: ReactFlowState): boolean {
  if (nodes.length === 0 || width === 0) return false;
  const hull = hulls.get(nodes) ?? hullOf(nodes);
  hulls.set(nodes, hull);
  const shown = inWindow(hull, { x, y, zoom });
  // Half a pixel is lost in rounding.
  return shown.x < -1 || shown.y < -1 || shown.x + shown.width > width + 1 || shown.y + shown.height > height + 1;
}

function hullOf(nodes: ReactFlowState['nodes']): Frame {
  const boxes = nodes.map(({ position, origin = [0.5, 0], width = 0, height = 0 }) => ({
    x: position.x - width * origin[0],
    y: position.y - height * origin[1],
    width,
    height,
  }));
  return frameOf(boxes);
}
