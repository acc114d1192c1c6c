'use client';
import { type MouseEvent as ReactMouseEvent, useMemo } from 'react';
import type { EditorStore } from '#components/editor/document/editor-store.ts';
import type { EditorUiStore, MenuTarget } from '#components/editor/document/editor-ui.ts';
import { useEditorStore, useEditorUiStore } from '#components/editor/document/use-editor.tsx';
import { collapsedKey } from '#components/editor/elements/collapsed-nodes.ts';
import { type DrawnNode, groupKey, noteKey } from '#components/editor/elements/drawn-nodes.ts';
import type { FlowEdge } from '#components/editor/elements/flow-elements.ts';

type AnyMouseEvent = ReactMouseEvent | MouseEvent;
type Thing = { readonly kind: 'node' | 'edge' | 'note' | 'group'; readonly id: string } | { readonly kind: 'canvas' };

/** Right clicks on the canvas, as stable functions. An unselected element is selected first, alone. */
export function useCanvasMenu() {
  const store = useEditorStore();
  const ui = useEditorUiStore();
  return useMemo(() => makeMenus(store, ui), [store, ui]);
}

function makeMenus(store: EditorStore, ui: EditorUiStore) {
  function open(event: AnyMouseEvent, thing: Thing) {
    event.preventDefault();
    const { clientX, clientY } = event;
    ui.getState().set({ menu: { ...thing, clientX, clientY } as MenuTarget });
  }
  function openNode(event: AnyMouseEvent, { id }: DrawnNode) {
    const { selectedNodes, selectedNotes, select, document } = store.getState();
    const group = document.canvas?.groups?.find((one) => groupKey(one.id) === id || collapsedKey(one.id) === id);
    if (group) {
      select({ nodes: group.nodeIds });
      return open(event, { kind: 'group', id: group.id });
    }
    const noteId = id.startsWith(noteKey('')) ? id.slice(noteKey('').length) : undefined;
    if (noteId !== undefined) {
      if (!selectedNotes.has(noteId)) select({ notes: [noteId] });
      return open(event, { kind: 'note', id: noteId });
    }
    if (!selectedNodes.has(id)) select({ nodes: [id] });
    open(event, { kind: 'node', id });
  }
  return {
    onNodeContextMenu: openNode,
    onSelectionContextMenu: (event: AnyMouseEvent, [node]: DrawnNode[]) => (node ? openNode(event, node) : undefined),
    onEdgeContextMenu: (event: AnyMouseEvent, { id }: FlowEdge) => {
      store.getState().select({ edges: [id] });
      open(event, { kind: 'edge', id });
    },
    onPaneContextMenu: (event: AnyMouseEvent) => open(event, { kind: 'canvas' }),
  };
}
