'use client';
import { useEditor } from '#components/editor/document/use-editor.tsx';
import type { WorkflowNode } from '#lib/workflow/workflow.ts';

/** The node that is selected; undefined while none is, or something else is as well. */
export function useSelectedNode(): WorkflowNode | undefined {
  return useEditor(({ selectedNodes, selectedEdges, document }) => {
    const [nodeId] = selectedNodes;
    return selectedNodes.size === 1 && selectedEdges.size === 0 ? document.nodes.find(({ id }) => id === nodeId) : undefined;
  });
}
