import { Position as Side } from '@xyflow/react';
import type { Frame } from '#components/editor/document/container-frames.ts';
import type { CollapsedNode } from '#components/editor/elements/collapsed-nodes.ts';
import type { FlowEdge, FlowNode } from '#components/editor/elements/flow-elements.ts';
import type { Route } from '#components/editor/elements/routes/find-route.ts';
import { areaOf, type EdgeEnds } from '#components/editor/elements/routes/obstacles.ts';
import type { Box } from '#lib/workflow/edit/align-boxes.ts';
import type { Position } from '#lib/workflow/edit/move-nodes.ts';

/** What an edge leads from or to. */
export type EndElement = FlowNode | CollapsedNode;

/** A position of an element is the middle of its upper edge. */
export function boxOfElement({ id, position, width = 0, height = 0 }: EndElement): Box {
  return { id, x: position.x - width / 2, y: position.y, width, height };
}

export function endsOf(edge: FlowEdge, nodes: ReadonlyMap<string, EndElement>): EdgeEnds | undefined {
  const [from, to] = [nodes.get(edge.source), nodes.get(edge.target)];
  const out = from && portOf(from, edge.sourceHandle, 'source');
  const into = to && portOf(to, edge.targetHandle, 'target');
  if (!out || !into) return undefined;
  return {
    source: { x: out.x, y: out.y },
    target: { x: into.x, y: into.y },
    isFromSide: out.side === Side.Right,
    sourceBox: boxOfElement(from),
    targetBox: boxOfElement(to),
  };
}

/** The middle of a port. */
function portOf({ position, width = 0, handles = [] }: EndElement, id: string | null | undefined, type: 'source' | 'target') {
  const handle = handles.find((one) => one.id === id && one.type === type);
  if (!handle) return undefined;
  const { x, y, width: portPx = 0, height: portHeightPx = 0 } = handle;
  return { x: position.x - width / 2 + x + portPx / 2, y: position.y + y + portHeightPx / 2, side: handle.position };
}

export function portOfSource({ source, sourceHandle }: FlowEdge): string {
  return `${source} ${sourceHandle}`;
}

export function hullOf(route: Route): Frame {
  const [first, ...others] = route;
  let [left, top, right, bottom] = [first?.x ?? 0, first?.y ?? 0, first?.x ?? 0, first?.y ?? 0];
  for (const { x, y } of others) {
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  return areaOf({ x: left, y: top }, { x: right, y: bottom });
}

export function isSameFrame(a: Frame, b: Frame): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}

export function isSameEnds(a: EdgeEnds, b: EdgeEnds): boolean {
  const isSamePoint = (p: Position, q: Position) => p.x === q.x && p.y === q.y;
  return (
    isSamePoint(a.source, b.source) &&
    isSamePoint(a.target, b.target) &&
    isSameFrame(a.sourceBox, b.sourceBox) &&
    isSameFrame(a.targetBox, b.targetBox)
  );
}

export function isSameRoute(a: Route | undefined, b: Route | undefined): boolean {
  if (a === b || !a || !b) return a === b;
  return a.length === b.length && a.every(({ x, y }, index) => b[index]?.x === x && b[index]?.y === y);
}

/** The box of an end that is dragged by as much as its port. */
export function boxAt(box: Frame, was: Position, is: Position): Frame {
  return { ...box, x: box.x + is.x - was.x, y: box.y + is.y - was.y };
}
