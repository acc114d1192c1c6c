'use client';
import { useReactFlow } from '@xyflow/react';
import type { DragEvent, ReactNode } from 'react';
import { frameAt } from '#components/editor/document/container-frames.ts';
import { useEditCommands } from '#components/editor/document/use-edit-commands.ts';
import { useEditorStore, useEditorUiStore } from '#components/editor/document/use-editor.tsx';
import { edgeUnder, markEdge } from '#components/editor/elements/edge-under.ts';
import { markFrames } from '#components/editor/elements/mark-frames.ts';
import { onGrid } from '#components/editor/elements/snap-move.ts';
import { isNodeTypeId } from '#components/editor/palette/find-node-types.ts';
import { useShowAdded } from '#components/editor/palette/use-show-added.ts';
import { useIsHydrated } from '#components/ui/use-is-hydrated.ts';

/** Drag data of a node type from the palette. */
export const NODE_TYPE_MEDIUM = 'application/x-threadloom-node-type';
/** The pointer holds a new node near the middle of its face. */
const GRIP_PX = 24;

/**
 * The canvas area that accepts node types from the palette: on an edge they are inserted, on a
 * frame they go inside.
 */
export function DropZone({ children }: { children: ReactNode }) {
  const { screenToFlowPosition } = useReactFlow();
  const commands = useEditCommands();
  const { notify } = useEditorUiStore().getState();
  const store = useEditorStore();
  const showAdded = useShowAdded();
  const isHydrated = useIsHydrated();
  function frameUnder({ clientX, clientY }: DragEvent) {
    return frameAt(store.getState().document.nodes, screenToFlowPosition({ x: clientX, y: clientY }));
  }
  function onDragOver(event: DragEvent) {
    if (!event.dataTransfer.types.includes(NODE_TYPE_MEDIUM)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    const edgeId = edgeUnder(event);
    markEdge(edgeId);
    markFrames({ into: edgeId === undefined ? frameUnder(event) : undefined });
  }
  function onDrop(event: DragEvent) {
    const type = event.dataTransfer.getData(NODE_TYPE_MEDIUM);
    if (!isNodeTypeId(type)) return;
    event.preventDefault();
    unmark();
    const { x, y } = screenToFlowPosition({ x: event.clientX, y: event.clientY });
    const position = { x: onGrid(x), y: onGrid(y - GRIP_PX) };
    const edgeId = edgeUnder(event);
    const containerId = frameUnder(event);
    const at = { clientX: event.clientX, clientY: event.clientY };
    if (type === 'start' && (containerId !== undefined || edgeId !== undefined))
      return notify({ kind: 'nesting', reason: 'start', count: 1, at });
    if (edgeId === undefined) commands.addAt(type, position, containerId);
    const reason = edgeId === undefined ? undefined : commands.insertNew(type, { edgeId, position });
    if (reason) notify({ kind: 'connection', reason, source: undefined, target: undefined, at });
    else showAdded('field');
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a drop target; the palette also works by keyboard
    <div
      data-part="canvas"
      aria-busy={!isHydrated}
      className="relative min-h-0 min-w-0 grow overflow-hidden bg-canvas"
      onDragOver={onDragOver}
      onDragLeave={unmark}
      onDrop={onDrop}
    >
      {children}
    </div>
  );
}

function unmark(): void {
  markEdge(undefined);
  markFrames({});
}
