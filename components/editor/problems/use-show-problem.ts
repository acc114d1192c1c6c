'use client';
import { useEditorStore, useEditorUiStore } from '#components/editor/document/use-editor.tsx';
import { focusNode } from '#components/editor/elements/canvas-focus.ts';
import { useRevealNode } from '#components/editor/elements/use-reveal-node.ts';
import { showField } from '#components/editor/problems/show-field.ts';
import type { Problem } from '#lib/workflow/problem.ts';

type ShowProblem = {
  /** Selects and reveals a problem. @returns moves the focus there, to call once nothing else needs it */
  show: (problem: Place) => () => void;
  /** The same for the problem after the one whose node is selected. */
  showNext: () => void;
};

type Place = Pick<Problem, 'nodeId' | 'edgeId' | 'path'>;

/** Leads from a problem to the node, edge or field that has it. */
export function useShowProblem(): ShowProblem {
  const store = useEditorStore();
  const ui = useEditorUiStore();
  const reveal = useRevealNode();
  function show({ nodeId, edgeId, path }: Place): () => void {
    const { document, select } = store.getState();
    select({ nodes: nodeId === undefined ? [] : [nodeId], edges: edgeId === undefined ? [] : [edgeId] });
    ui.getState().set({ panel: 'node', sideTab: 'config' });
    const edge = document.edges.find(({ id }) => id === edgeId);
    const revealedId = nodeId ?? edge?.source ?? edge?.target;
    if (revealedId === undefined) return () => {};
    reveal(revealedId);
    return () => {
      if (nodeId === undefined || path === undefined) focusNode(revealedId);
      else showField(path, () => focusNode(revealedId));
    };
  }
  function showNext() {
    const { problems, selectedNodes } = store.getState();
    const here = problems.findLastIndex(({ nodeId }) => nodeId !== undefined && selectedNodes.has(nodeId));
    const next = problems[(here + 1) % problems.length];
    if (next) show(next)();
  }
  return { show, showNext };
}
