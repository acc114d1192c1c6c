'use client';
import { useShownRun } from '#components/editor/run-overlay.ts';
import { useEditorStore } from '#components/editor/use-editor.tsx';
import { useRevealNode } from '#components/editor/use-reveal-node.ts';
import { nodeIdOf } from '#lib/run/node-path.ts';

/** Selects a node of the draft, by its id or its path in the log, and brings it into sight; with a path its passes are shown. One that is gone is left alone. */
export function useSelectNode(): (path: string) => void {
  const store = useEditorStore();
  const reveal = useRevealNode();
  const shown = useShownRun();
  return (path) => {
    const nodeId = nodeIdOf(path);
    const { document, select } = store.getState();
    if (!document.nodes.some(({ id }) => id === nodeId)) return;
    shown.choosePath(path);
    select({ nodes: [nodeId] });
    reveal(nodeId);
  };
}
