'use client';
import { useReactFlow } from '@xyflow/react';
import { isContainer } from '#components/editor/document/container-frames.ts';
import { useEditCommands } from '#components/editor/document/use-edit-commands.ts';
import { useEditorStore } from '#components/editor/document/use-editor.tsx';
import { canvasBox } from '#components/editor/elements/canvas-focus.ts';
import { onGrid } from '#components/editor/elements/snap-move.ts';
import { useShowAdded } from '#components/editor/palette/use-show-added.ts';
import { endsRun } from '#lib/workflow/node-ports.ts';
import type { NodeTypeId } from '#nodes/registry.gen.ts';

export type AddOptions = {
  /** The focus stays in the search, for the next node. */
  readonly keepsFocus: boolean;
};

/**
 * Adds a node below the selected one and connects it, or inside the selected container. Next to an `end` it
 * continues unfinished branches; with nothing selected, the only open end; otherwise it is added in the middle of
 * the view.
 */
export function useAddNode(): (type: NodeTypeId, options: AddOptions) => void {
  const store = useEditorStore();
  const commands = useEditCommands();
  const showAdded = useShowAdded();
  const { screenToFlowPosition } = useReactFlow();
  return (type, { keepsFocus }) => {
    const { selectedNodes, document } = store.getState();
    const [nodeId, ...others] = selectedNodes;
    const one = others.length > 0 ? undefined : document.nodes.find(({ id }) => id === nodeId);
    if (one && isContainer(one)) commands.addInside(type, one.id);
    else if (one && endsRun(one) && one.parentId === undefined) commands.addAfterEnd(type, one);
    else if (one) commands.addAfter(type, { nodeId: one.id });
    else {
      const { left, top, width, height } = canvasBox();
      const { x, y } = screenToFlowPosition({ x: left + width / 2, y: top + height / 3 });
      const middle = { x: onGrid(x), y: onGrid(y) };
      if (nodeId === undefined) commands.addAtEnd(type, middle);
      else commands.addAt(type, middle);
    }
    showAdded(keepsFocus ? 'keep' : 'field');
  };
}
