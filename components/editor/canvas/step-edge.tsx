'use client';
import { BaseEdge, type EdgeProps, Position } from '@xyflow/react';
import { memo, useMemo } from 'react';
import { useEdgeName, useNamedAround } from '#components/editor/canvas/canvas-names.ts';
import { PORT_SIZE_PX } from '#components/editor/document/node-face.ts';
import type { DrawnRoute, FlowEdge } from '#components/editor/elements/flow-elements.ts';
import { routePath, upwardMiddle } from '#components/editor/elements/routes/route-path.ts';
import { useEdgeRun } from '#components/editor/run/run-overlay.ts';
import { useIsMotionReduced } from '#components/ui/use-is-motion-reduced.ts';
import { useNow } from '#components/ui/use-now.ts';
import type { Position as FlowPosition } from '#lib/workflow/edit/move-nodes.ts';

const GRAB_WIDTH_PX = 16;
type StepEdgeProps = EdgeProps<FlowEdge>;

/** What leads from a port to another, with what the run being shown made of it. */
export const StepEdge = memo(function StepEdge({ id, data, selected, ...ends }: StepEdgeProps) {
  if (!data) return null;
  return <EdgeLine id={id} edge={data.edge} drawn={data.drawn} selected={selected === true} ends={ends} />;
});

type EdgeLineProps = {
  id: string;
  edge: NonNullable<FlowEdge['data']>['edge'];
  drawn: DrawnRoute | undefined;
  selected: boolean;
  ends: Omit<StepEdgeProps, 'id' | 'data' | 'selected'>;
};

function EdgeLine({ id, edge, drawn, selected, ends }: EdgeLineProps) {
  const { interactionWidth = GRAB_WIDTH_PX } = ends;
  const run = useEdgeRun(edge);
  const group = useNamedAround<SVGGElement>('.react-flow__edge', useEdgeName(edge));
  const { path, arrowAt } = usePath(ends, drawn);
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

type EdgePath = { readonly path: string; readonly arrowAt?: FlowPosition | undefined };

/** Kept while its ends stay where they are: an edge is drawn again with what a run makes of it. */
function usePath(ends: EdgeLineProps['ends'], drawn: DrawnRoute | undefined): EdgePath {
  const { sourceX, sourceY, sourcePosition, targetX, targetY } = ends;
  return useMemo(() => {
    // The library gives the outer sides of ports, whose middles are on the borders of the nodes.
    const half = PORT_SIZE_PX / 2;
    const isFromSide = sourcePosition === Position.Right;
    const source = isFromSide ? { x: sourceX - half, y: sourceY } : { x: sourceX, y: sourceY - half };
    const target = { x: targetX, y: targetY + half };
    if (!drawn) return { path: routePath([source, target]) };
    const isStill = isAt(drawn.route[0], source) && isAt(drawn.route.at(-1), target);
    const route = isStill ? drawn.route : drawn.whileDragged({ source, target });
    return { path: routePath(route), arrowAt: upwardMiddle(route) };
  }, [drawn, sourceX, sourceY, sourcePosition, targetX, targetY]);
}

function isAt(point: FlowPosition | undefined, { x, y }: FlowPosition): boolean {
  return point !== undefined && Math.abs(point.x - x) < 0.5 && Math.abs(point.y - y) < 0.5;
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
