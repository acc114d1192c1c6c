'use client';
import { BaseEdge, type EdgeProps, getSmoothStepPath } from '@xyflow/react';
import { memo, useMemo } from 'react';
import { useEdgeName, useNamedAround } from '#components/editor/canvas/canvas-names.ts';
import type { FlowEdge } from '#components/editor/elements/flow-elements.ts';
import { useEdgeRun } from '#components/editor/run/run-overlay.ts';
import { useIsMotionReduced } from '#components/ui/use-is-motion-reduced.ts';
import { useNow } from '#components/ui/use-now.ts';

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
  const run = useEdgeRun(edge);
  const group = useNamedAround<SVGGElement>('.react-flow__edge', useEdgeName(edge));
  const path = usePath(ends);
  return (
    <g ref={group} className="step-edge" data-run={run} data-selected={selected || undefined}>
      <Line id={id} path={path} interactionWidth={GRAB_WIDTH_PX} />
      {run === 'flowing' ? <FlowingDashes path={path} /> : null}
    </g>
  );
}

/** An edge that is only called something else is not drawn again. */
const Line = memo(BaseEdge);

/** Kept while its ends stay where they are: an edge is drawn again with what a run makes of it. */
function usePath({ sourceX, sourceY, sourcePosition, targetX, targetY, targetPosition }: EdgeLineProps['ends']): string {
  return useMemo(() => {
    const ends = { sourceX, sourceY, sourcePosition, targetX, targetY, targetPosition };
    return getSmoothStepPath({ ...ends, ...EDGE_SHAPE })[0];
  }, [sourceX, sourceY, sourcePosition, targetX, targetY, targetPosition]);
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
