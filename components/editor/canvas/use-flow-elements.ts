'use client';
import { useMemo } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { type FlowEdge, type FlowNode, toFlowEdges, toFlowNodes } from '#components/editor/canvas/flow-elements.ts';
import { useEditor } from '#components/editor/use-editor.tsx';
import { useNames } from '#components/run/use-names.ts';
import type { Position } from '#lib/workflow/edit/move-nodes.ts';
import type { NodeId } from '#lib/workflow/workflow.ts';

/** The document as the canvas library takes it. Edges stay the same list while nodes are dragged, and both while nothing of them changes. */
export function useFlowElements(dragged: ReadonlyMap<NodeId, Position>): { nodes: FlowNode[]; edges: FlowEdge[] } {
  const t = useTranslations('editor.canvas');
  const language = useLocale();
  const { labelOf } = useNames();
  const { nodes, edges } = useEditor((state) => state.document);
  const selectedNodes = useEditor((state) => state.selectedNodes);
  const selectedEdges = useEditor((state) => state.selectedEdges);
  // biome-ignore-start lint/correctness/useExhaustiveDependencies: names change with the language, the translators with every drawing
  const nodeNames = useMemo(() => new Map(nodes.map((node) => [node.id, labelOf(node)])), [nodes, language]);
  const flowNodes = useMemo(
    () => toFlowNodes(nodes, { selected: selectedNodes, dragged, language, nameOf: labelOf }),
    [nodes, selectedNodes, dragged, language],
  );
  const flowEdges = useMemo(
    () => toFlowEdges(edges, nodes, { selected: selectedEdges, language, nodeNames, nameOf: (ends) => t('edge', ends) }),
    [edges, nodes, selectedEdges, language, nodeNames],
  );
  // biome-ignore-end lint/correctness/useExhaustiveDependencies: see above
  return { nodes: flowNodes, edges: flowEdges };
}
