'use client';
import { useEditorStore } from '#components/editor/use-editor.tsx';
import { useRevealNode } from '#components/editor/use-reveal-node.ts';

/** Selects a node of the draft and brings it into sight; one that is gone is left alone. */
export function useSelectNode(): (nodeId: string) => void {
  const store = useEditorStore();
  const reveal = useRevealNode();
  return (nodeId) => {
    const { document, select } = store.getState();
    if (!document.nodes.some(({ id }) => id === nodeId)) return;
    select({ nodes: [nodeId] });
    reveal(nodeId);
  };
}
