'use client';
import { useReactFlow } from '@xyflow/react';
import { useEffect, useEffectEvent } from 'react';
import { commandOf } from '#components/editor/canvas/canvas-keys.ts';
import { FIT_ALL } from '#components/editor/canvas/fit-options.ts';
import { GRID_PX } from '#components/editor/canvas/snap-move.ts';
import { useAutoLayout } from '#components/editor/canvas/use-auto-layout.ts';
import type { Refused } from '#components/editor/canvas/use-connecting.ts';
import { useEditCommands } from '#components/editor/use-edit-commands.ts';
import { useEditorStore } from '#components/editor/use-editor.tsx';

type CanvasKeysOptions = { onOpenInspector: () => void; onRefused: (reason: Refused['reason']) => void };

/** The keyboard of the canvas. Undo and redo work everywhere but in a text; the rest where the focus is on the canvas or nowhere. */
export function useCanvasKeys({ onOpenInspector, onRefused }: CanvasKeysOptions): void {
  const store = useEditorStore();
  const commands = useEditCommands();
  const { layOut } = useAutoLayout();
  const { fitView } = useReactFlow();

  function selectFocused(isAdding: boolean) {
    const nodeId = focusedNode();
    if (nodeId === undefined) return;
    const { selectedNodes, select } = store.getState();
    if (!isAdding) return select({ nodes: [nodeId] });
    const others = [...selectedNodes].filter((id) => id !== nodeId);
    select({ nodes: selectedNodes.has(nodeId) ? others : [...others, nodeId] });
  }

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isTyping(event.target)) return;
    const command = commandOf(event);
    if (!command || (command.kind !== 'undo' && command.kind !== 'redo' && !isOnCanvas(event.target))) return;
    // Keys of a button on the canvas are its own.
    if ((command.kind === 'open' || command.kind === 'toggle') && focusedNode() === undefined) return;
    event.preventDefault();
    switch (command.kind) {
      case 'undo':
        return store.getState().undo();
      case 'redo':
        return store.getState().redo();
      case 'remove':
        return commands.remove();
      case 'duplicate':
        return commands.duplicate();
      case 'select-all':
        return commands.selectAll();
      case 'deselect':
        return commands.deselect();
      case 'move':
        return commands.nudge({ x: command.x * GRID_PX, y: command.y * GRID_PX });
      case 'toggle':
        return selectFocused(true);
      case 'open':
        selectFocused(false);
        return onOpenInspector();
      case 'layout':
        return void layOut();
      case 'fit':
        return void fitView(FIT_ALL);
      case 'connect': {
        const refusal = commands.connectSelected();
        if (refusal && store.getState().selectedNodes.size === 2) onRefused(refusal);
        return;
      }
      default:
        command satisfies never;
    }
  });

  const onClipboard = useEffectEvent((event: ClipboardEvent) => {
    if (isTyping(event.target) || !isOnCanvas(event.target)) return;
    if (event.type === 'paste') {
      if (commands.paste(event.clipboardData?.getData('text/plain') ?? '')) event.preventDefault();
      return;
    }
    // Marked words on the page are what is meant then.
    if (window.getSelection()?.isCollapsed === false) return;
    const text = commands.copy();
    if (text === undefined) return;
    event.preventDefault();
    event.clipboardData?.setData('text/plain', text);
    if (event.type === 'cut') commands.remove();
  });

  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener('keydown', (event) => onKeyDown(event), { signal });
    for (const type of ['copy', 'cut', 'paste'] as const)
      window.addEventListener(type, (event) => onClipboard(event), { signal });
    return () => listening.abort();
  }, []);
}

function focusedNode(): string | undefined {
  const focused = document.activeElement;
  return focused instanceof HTMLElement && focused.classList.contains('react-flow__node') ? focused.dataset.id : undefined;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, textarea, select, [role="dialog"]') !== null)
  );
}

function isOnCanvas(target: EventTarget | null): boolean {
  return !(target instanceof Element) || target === document.body || target.closest('.react-flow') !== null;
}
