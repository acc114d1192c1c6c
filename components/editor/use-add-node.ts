'use client';
import { useReactFlow } from '@xyflow/react';
import { canvasBox } from '#components/editor/canvas/canvas-focus.ts';
import { onGrid } from '#components/editor/canvas/snap-move.ts';
import { useEditCommands } from '#components/editor/use-edit-commands.ts';
import { useEditorStore } from '#components/editor/use-editor.tsx';
import { useRevealNode } from '#components/editor/use-reveal-node.ts';
import type { NodeTypeId } from '#nodes/registry.gen.ts';

/** Adds a node under the selected one and connects the two; without one node selected, in the middle of what is seen. */
export function useAddNode(): (type: NodeTypeId) => void {
  const store = useEditorStore();
  const commands = useEditCommands();
  const reveal = useRevealNode();
  const { screenToFlowPosition } = useReactFlow();
  return (type) => {
    const [nodeId, ...others] = store.getState().selectedNodes;
    if (nodeId !== undefined && others.length === 0) commands.addAfter(type, { nodeId });
    else {
      const { left, top, width, height } = canvasBox();
      const { x, y } = screenToFlowPosition({ x: left + width / 2, y: top + height / 3 });
      commands.addAt(type, { x: onGrid(x), y: onGrid(y) });
    }
    const [added] = store.getState().selectedNodes;
    if (added !== undefined) reveal(added);
  };
}
