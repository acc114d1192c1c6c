'use client';
import { useEditorStore } from '#components/editor/document/use-editor.tsx';
import { useNames } from '#components/run-view/use-names.ts';
import type { NodeId } from '#lib/workflow/workflow.ts';

/** What a node is called now, for handlers and messages; its id when it is gone, '' for none. */
export function useNodeName(): (nodeId: NodeId | undefined) => string {
  const store = useEditorStore();
  const { labelOf } = useNames();
  return (nodeId) => {
    const node = store.getState().document.nodes.find(({ id }) => id === nodeId);
    return node ? labelOf(node) : (nodeId ?? '');
  };
}
