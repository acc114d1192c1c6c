'use client';
import { useReactFlow } from '@xyflow/react';
import { boxOf, type Frame, framesOf } from '#components/editor/document/container-frames.ts';
import { groupFrame } from '#components/editor/document/group-frames.ts';
import { nodesById } from '#components/editor/document/nodes-by-id.ts';
import { useEditorStore } from '#components/editor/document/use-editor.tsx';
import { canvasBars, usualBars } from '#components/editor/elements/canvas-bars.ts';
import { canvasBox } from '#components/editor/elements/canvas-focus.ts';
import { fitBoxes } from '#components/editor/elements/fit-boxes.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

/** Texts of nodes are about 9 px high at this zoom. */
const READABLE_ZOOM = 0.75;
/** Down to it a workflow is shown whole: all of it a little small tells more than most of it. */
const WHOLE_FROM_ZOOM = 0.6;

/** Everything that a workflow covers of the canvas: nodes, frames and notes. */
export function boxesOf({ nodes, canvas }: Workflow): Frame[] {
  const frames = framesOf(nodes);
  const byId = nodesById(nodes);
  const groups = (canvas?.groups ?? []).flatMap((group) => groupFrame(group, byId, { frames }) ?? []);
  const notes = (canvas?.notes ?? []).map(({ position, width, height }) => ({ ...position, width, height }));
  return [...nodes.map((node) => boxOf(node, frames)), ...groups, ...notes];
}

/**
 * Initial view: the whole workflow if it can be read so; of a larger one what it starts with, or the node that the page
 * was opened with.
 */
export function firstView(workflow: Workflow, nodeId?: string): { x: number; y: number; zoom: number } {
  const canvas = canvasBox();
  const start = workflow.nodes.find(({ type }) => type === 'start');
  const boxes = boxesOf(workflow);
  const bars = usualBars(canvas);
  const whole = fitBoxes(boxes, { canvas, bars, leastZoom: WHOLE_FROM_ZOOM });
  if (whole.zoom > WHOLE_FROM_ZOOM) return whole;
  const fitted = fitBoxes(boxes, { canvas, bars, leastZoom: READABLE_ZOOM });
  if (!start) return fitted;
  const chosen = workflow.nodes.find(({ id }) => id === nodeId);
  if (chosen) {
    const box = boxOf(chosen, framesOf(workflow.nodes));
    const { zoom } = fitted;
    return {
      zoom,
      x: canvas.width / 2 - (box.x + box.width / 2) * zoom,
      y: canvas.height / 2 - (box.y + box.height / 2) * zoom,
    };
  }
  // A wide workflow is cut at both sides, so that its start is in view.
  const { x, y } = start.position;
  const isStartSeen = x * fitted.zoom + fitted.x > 0 && x * fitted.zoom + fitted.x < canvas.width;
  return {
    ...fitted,
    ...(isStartSeen ? {} : { x: canvas.width / 2 - x * fitted.zoom }),
    y: Math.max(fitted.y, 44 - y * fitted.zoom),
  };
}

/** Shows the whole workflow, clear of the bars. */
export function useFit(): () => void {
  const store = useEditorStore();
  const { setViewport } = useReactFlow();
  return () => {
    const boxes = boxesOf(store.getState().document);
    if (boxes.length > 0) void setViewport(fitBoxes(boxes, { canvas: canvasBox(), bars: canvasBars() }));
  };
}
