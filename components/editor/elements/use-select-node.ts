'use client';
import { useEditorStore, useEditorUiStore } from '#components/editor/document/use-editor.tsx';
import { useRevealNode } from '#components/editor/elements/use-reveal-node.ts';
import { useShownRun } from '#components/editor/run/run-overlay.ts';
import { nodeIdOf } from '#lib/run/node-path.ts';
import { isCallKind, type Span } from '#lib/run/span.ts';

/**
 * Selects a node by id or log path and reveals it; a path or iteration row also selects that
 * iteration, that of a call shows the call. Ignores deleted nodes.
 */
export function useSelectNode(): (path: string, span?: Span) => void {
  const store = useEditorStore();
  const reveal = useRevealNode();
  const shown = useShownRun();
  const ui = useEditorUiStore();
  return (path, span) => {
    const nodeId = nodeIdOf(shown.drawnPath(path));
    const { document, select } = store.getState();
    if (!document.nodes.some(({ id }) => id === nodeId)) return;
    // The row of an iteration has the path of its container; its name is the path of the iteration.
    shown.choosePath(span?.kind === 'iteration' ? `${span.name}/` : path);
    select({ nodes: [nodeId] });
    reveal(nodeId);
    const isCall = span !== undefined && isCallKind(span.kind);
    ui.getState().set({
      shownCallSeq: isCall ? span.seq : undefined,
      ...(isCall && { panel: 'node', sideTab: 'output' }),
    });
  };
}
