'use client';
import { createContext, useContext, useMemo } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { nodesById } from '#components/editor/canvas/flow-elements.ts';
import { useEditor } from '#components/editor/use-editor.tsx';
import { useNames } from '#components/run/use-names.ts';
import type { NodeId, WorkflowEdge, WorkflowNode } from '#lib/workflow/workflow.ts';

type CanvasNames = {
  readonly nodeName: (node: WorkflowNode) => string;
  readonly edgeName: (ends: { source: string; target: string }) => string;
};

/** What things are called in the reader's language, made once for all that lies on the canvas. */
export const CanvasNamesContext = createContext<CanvasNames>({ nodeName: ({ label }) => label, edgeName: () => '' });

/** For the canvas, to hand to what lies on it; another one only in another language. */
export function useNamesOfCanvas(): CanvasNames {
  const t = useTranslations('editor.canvas');
  const language = useLocale();
  const { labelOf } = useNames();
  // biome-ignore lint/correctness/useExhaustiveDependencies: names change with the language, the translators with every drawing
  return useMemo(() => ({ nodeName: labelOf, edgeName: (ends) => t('edge', ends) }), [language]);
}

/** What an edge is called, by the names of its ends. */
export function useEdgeName({ source, target }: WorkflowEdge): string {
  const { edgeName } = useContext(CanvasNamesContext);
  return edgeName({ source: useNameOf(source), target: useNameOf(target) });
}

function useNameOf(nodeId: NodeId): string {
  const { nodeName } = useContext(CanvasNamesContext);
  return useEditor(({ document }) => {
    const node = nodesById(document.nodes).get(nodeId);
    return node ? nodeName(node) : nodeId;
  });
}
