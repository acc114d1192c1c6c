'use client';
import { BaseEdge, type EdgeProps, getSmoothStepPath, Position } from '@xyflow/react';
import { memo, useMemo } from 'react';
import { useEdgeName, useNamedAround } from '#components/editor/canvas/canvas-names.ts';
import { facesOf } from '#components/editor/document/container-frames.ts';
import { useEditor } from '#components/editor/document/use-editor.tsx';
import { backEdgePath, findLane, leadsUp } from '#components/editor/elements/back-edge.ts';
import type { FlowEdge } from '#components/editor/elements/flow-elements.ts';
import { useEdgeRun } from '#components/editor/run/run-overlay.ts';
import { useIsMotionReduced } from '#components/ui/use-is-motion-reduced.ts';
import { useNow } from '#components/ui/use-now.ts';
import type { Position as FlowPosition } from '#lib/workflow/edit/move-nodes.ts';

const GRAB_WIDTH_PX = 16;
/** Pixels: how round a corner is, and how far a line goes straight before its first turn. */
export const EDGE_SHAPE = { borderRadius: 6, offset: 12 };

type StepEdgeProps = EdgeProps<FlowEdge>;

/** What leads from a port to another, with what the run being shown made of it. */
export const StepEdge = memo(function StepEdge({ id, data, selected, ...ends }: StepEdgeProps) {
  return data ? <EdgeLine id={id} edge={data.edge} selected={selected === true} ends={ends} /> : null;
});

type EdgeLineProps = {
  id: string;
  edge: NonNullable<FlowEdge['data']>['edge'];
  selected: boolean;
  ends: Omit<StepEdgeProps, 'id' | 'data' | 'selected'>;
};

function EdgeLine({ id, edge, selected, ends }: EdgeLineProps) {
  const { interactionWidth = GRAB_WIDTH_PX } = ends;
  const run = useEdgeRun(edge);
  const group = useNamedAround<SVGGElement>('.react-flow__edge', useEdgeName(edge));
  const { path, arrowAt } = usePath(ends);
  return (
    <g ref={group} className="step-edge" data-run={run} data-selected={selected || undefined}>
      <Line id={id} path={path} interactionWidth={interactionWidth} />
      {arrowAt ? <path d={`M${arrowAt.x - 4} ${arrowAt.y + 3}l4 -6 4 6z`} className="step-edge-arrow" /> : null}
      {run === 'flowing' ? <FlowingDashes path={path} /> : null}
    </g>
  );
}

/** An edge that is only called something else is not drawn again. */
const Line = memo(BaseEdge);

type EdgePath = { readonly path: string; readonly arrowAt?: FlowPosition };

/** Kept while its ends stay where they are: an edge is drawn again with what a run makes of it. */
function usePath({ sourceX, sourceY, sourcePosition, targetX, targetY, targetPosition }: EdgeLineProps['ends']): EdgePath {
  // Only an edge that leads upwards depends on other nodes.
  const isUp = leadsUp({ source: { x: sourceX, y: sourceY }, target: { x: targetX, y: targetY } });
  const nodes = useEditor(({ document }) => (isUp ? document.nodes : undefined));
  return useMemo(() => {
    if (nodes) {
      const isFromSide = sourcePosition === Position.Right;
      const ends = { source: { x: sourceX, y: sourceY }, target: { x: targetX, y: targetY }, isFromSide };
      const { path, middle } = backEdgePath(ends, findLane(facesOf(nodes), ends));
      return { path, arrowAt: middle };
    }
    const ends = { sourceX, sourceY, sourcePosition, targetX, targetY, targetPosition };
    return { path: getSmoothStepPath({ ...ends, ...EDGE_SHAPE })[0] };
  }, [nodes, sourceX, sourceY, sourcePosition, targetX, targetY, targetPosition]);
}

/** Dashes of this length and distance go along the edge, at this speed. */
const DASH_PX = 12;
const DASH_SPEED_PX_PER_MS = 0.0135;

/**
 * Moved by the clock that also updates times. A CSS animation would repaint the page sixty times a
 * second during a run.
 */
function FlowingDashes({ path }: { path: string }) {
  const isStill = useIsMotionReduced();
  const nowMs = useNow(isStill ? 'never' : 'live');
  return <path d={path} className="step-edge-live" strokeDashoffset={-((nowMs * DASH_SPEED_PX_PER_MS) % DASH_PX)} />;
}
