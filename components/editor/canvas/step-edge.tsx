'use client';
import { BaseEdge, type EdgeProps, getSmoothStepPath } from '@xyflow/react';
import { memo } from 'react';
import type { FlowEdge } from '#components/editor/canvas/flow-elements.ts';
import { useEdgeRun } from '#components/editor/run-overlay.ts';

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
  const { sourceX, sourceY, sourcePosition, targetX, targetY, targetPosition } = ends;
  const [path] = getSmoothStepPath({
    ...{ sourceX, sourceY, sourcePosition, targetX, targetY, targetPosition },
    ...EDGE_SHAPE,
  });
  return (
    <g className="step-edge" data-run={run} data-selected={selected || undefined}>
      <BaseEdge id={id} path={path} interactionWidth={GRAB_WIDTH_PX} />
      {run === 'flowing' ? <path d={path} className="step-edge-live" /> : null}
    </g>
  );
}
