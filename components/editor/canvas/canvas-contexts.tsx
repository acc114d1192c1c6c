'use client';
import { type ReactNode, useState } from 'react';
import { CanvasDetailContext, useDetailOfZoom } from '#components/editor/canvas/canvas-detail.ts';
import { BreakpointsContext, PlanContext, useBreakpointMarks, usePlanMarks } from '#components/editor/canvas/canvas-marks.ts';
import { CanvasNamesContext, useNamesOfCanvas } from '#components/editor/canvas/canvas-names.ts';
import { NearNodes } from '#components/editor/canvas/near-nodes.ts';
import { RunNodesContext, useNodesOfRun } from '#components/editor/canvas/run-nodes.ts';
import { NearNodesContext } from '#components/editor/canvas/use-near-nodes.ts';

/** State of the whole canvas that every node uses. */
export function CanvasContexts({ children }: { children: ReactNode }) {
  const [nearNodes] = useState(() => new NearNodes());
  return (
    <CanvasDetailContext value={useDetailOfZoom()}>
      <CanvasNamesContext value={useNamesOfCanvas()}>
        <RunNodesContext value={useNodesOfRun()}>
          <NearNodesContext value={nearNodes}>
            <BreakpointsContext value={useBreakpointMarks()}>
              <PlanContext value={usePlanMarks()}>{children}</PlanContext>
            </BreakpointsContext>
          </NearNodesContext>
        </RunNodesContext>
      </CanvasNamesContext>
    </CanvasDetailContext>
  );
}
