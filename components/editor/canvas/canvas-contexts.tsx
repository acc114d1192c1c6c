'use client';
import type { ReactNode } from 'react';
import { CanvasDetailContext, useDetailOfZoom } from '#components/editor/canvas/canvas-detail.ts';
import { CanvasNamesContext, useNamesOfCanvas } from '#components/editor/canvas/canvas-names.ts';
import { RunNodesContext, useNodesOfRun } from '#components/editor/canvas/run-nodes.ts';
import { BreakpointsContext, PlanContext, useBreakpointMarks, usePlanMarks } from '#components/fork/canvas-marks.ts';

/** What every node wants to know of all of the canvas, asked once. */
export function CanvasContexts({ children }: { children: ReactNode }) {
  return (
    <CanvasDetailContext value={useDetailOfZoom()}>
      <CanvasNamesContext value={useNamesOfCanvas()}>
        <RunNodesContext value={useNodesOfRun()}>
          <BreakpointsContext value={useBreakpointMarks()}>
            <PlanContext value={usePlanMarks()}>{children}</PlanContext>
          </BreakpointsContext>
        </RunNodesContext>
      </CanvasNamesContext>
    </CanvasDetailContext>
  );
}
