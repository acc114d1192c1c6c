'use client';
import { useReactFlow } from '@xyflow/react';
import type { DragEvent, ReactNode } from 'react';
import { edgeUnder, markEdge } from '#components/editor/canvas/edge-under.ts';
import { onGrid } from '#components/editor/canvas/snap-move.ts';
import { isNodeTypeId } from '#components/editor/find-node-types.ts';
import { useEditCommands } from '#components/editor/use-edit-commands.ts';
import { useEditorUiStore } from '#components/editor/use-editor.tsx';
import { useIsHydrated } from '#components/run/use-is-hydrated.ts';

/** What the palette puts on the pointer. */
export const NODE_TYPE_MEDIUM = 'application/x-threadloom-node-type';
/** The pointer holds a new node near the middle of its face. */
const GRIP_PX = 24;

/** The area of the canvas, where node types from the palette may be let go: over an edge they go into it. */
export function DropZone({ children }: { children: ReactNode }) {
  const { screenToFlowPosition } = useReactFlow();
  const commands = useEditCommands();
  const { tell } = useEditorUiStore().getState();
  const isHydrated = useIsHydrated();
  function onDragOver(event: DragEvent) {
    if (!event.dataTransfer.types.includes(NODE_TYPE_MEDIUM)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    markEdge(edgeUnder(event));
  }
  function onDrop(event: DragEvent) {
    const type = event.dataTransfer.getData(NODE_TYPE_MEDIUM);
    if (!isNodeTypeId(type)) return;
    event.preventDefault();
    markEdge(undefined);
    const { x, y } = screenToFlowPosition({ x: event.clientX, y: event.clientY });
    const position = { x: onGrid(x), y: onGrid(y - GRIP_PX) };
    const edgeId = edgeUnder(event);
    if (edgeId === undefined) return commands.addAt(type, position);
    const reason = commands.insertNew(type, { edgeId, position });
    if (reason)
      tell({
        kind: 'connection',
        reason,
        source: undefined,
        target: undefined,
        at: { clientX: event.clientX, clientY: event.clientY },
      });
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: letting go with the pointer; the palette adds by keyboard
    <div
      data-part="canvas"
      aria-busy={!isHydrated}
      className="relative min-h-0 min-w-0 grow overflow-hidden bg-canvas"
      onDragOver={onDragOver}
      onDragLeave={() => markEdge(undefined)}
      onDrop={onDrop}
    >
      {children}
    </div>
  );
}
