'use client';
import { useReactFlow } from '@xyflow/react';
import { isContainer } from '#components/editor/document/container-frames.ts';
import { useEditCommands } from '#components/editor/document/use-edit-commands.ts';
import { useEditorStore } from '#components/editor/document/use-editor.tsx';
import { canvasBox } from '#components/editor/elements/canvas-focus.ts';
import { onGrid } from '#components/editor/elements/snap-move.ts';
import { useRevealNode } from '#components/editor/elements/use-reveal-node.ts';
import type { NodeTypeId } from '#nodes/registry.gen.ts';

/**
 * Adds a node below the selected one and connects it, or inside the selected container; otherwise
 * in the middle of the view.
 */
export function useAddNode(): (type: NodeTypeId) => void {
  const store = useEditorStore();
  const commands = useEditCommands();
  const reveal = useRevealNode();
  const { screenToFlowPosition } = useReactFlow();
  return (type) => {
    const [nodeId, ...others] = store.getState().selectedNodes;
    const one = others.length > 0 ? undefined : store.getState().document.nodes.find(({ id }) => id === nodeId);
    if (one && isContainer(one)) commands.addInside(type, one.id);
    else if (one) commands.addAfter(type, { nodeId: one.id });
    else {
      const { left, top, width, height } = canvasBox();
      const { x, y } = screenToFlowPosition({ x: left + width / 2, y: top + height / 3 });
      commands.addAt(type, { x: onGrid(x), y: onGrid(y) });
    }
    const [added] = store.getState().selectedNodes;
    if (added !== undefined) reveal(added);
  };
}
