'use client';
import { useMemo } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { type DrawnNode, toDrawnNodes } from '#components/editor/canvas/drawn-nodes.ts';
import { type FlowEdge, type FlowNode, toFlowEdges, toFlowNodes } from '#components/editor/canvas/flow-elements.ts';
import { useEditor } from '#components/editor/use-editor.tsx';
import { useNames } from '#components/run/use-names.ts';
import type { Position } from '#lib/workflow/edit/move-nodes.ts';
import { flowOrder } from '#lib/workflow/flow-order.ts';

type FlowElements = {
  /** Frames and notes, then the steps. */
  readonly drawn: DrawnNode[];
  readonly steps: FlowNode[];
  readonly edges: FlowEdge[];
};

/** The document as the canvas library takes it. Edges stay the same list while nodes are dragged, and both while nothing of them changes. */
export function useFlowElements(dragged: ReadonlyMap<string, Position>): FlowElements {
  const t = useTranslations('editor.canvas');
  const language = useLocale();
  const { labelOf } = useNames();
  const { nodes, edges, canvas } = useEditor((state) => state.document);
  const selectedNotes = useEditor((state) => state.selectedNotes);
  // Tab goes through them as a run does.
  const ordered = useMemo(() => flowOrder({ nodes, edges }), [nodes, edges]);
  const selectedNodes = useEditor((state) => state.selectedNodes);
  const selectedEdges = useEditor((state) => state.selectedEdges);
  // biome-ignore-start lint/correctness/useExhaustiveDependencies: names change with the language, the translators with every drawing
  const nodeNames = useMemo(() => new Map(nodes.map((node) => [node.id, labelOf(node)])), [nodes, language]);
  const steps = useMemo(
    () => toFlowNodes(ordered, { selected: selectedNodes, dragged, language, nameOf: labelOf }),
    [ordered, selectedNodes, dragged, language],
  );
  const flowEdges = useMemo(
    () => toFlowEdges(edges, nodes, { selected: selectedEdges, language, nodeNames, nameOf: (ends) => t('edge', ends) }),
    [edges, nodes, selectedEdges, language, nodeNames],
  );
  const drawn = useMemo(
    () => [...toDrawnNodes({ nodes, canvas }, { selectedNotes, dragged, noteName: t('note') }), ...steps],
    [nodes, canvas, selectedNotes, dragged, steps, language],
  );
  // biome-ignore-end lint/correctness/useExhaustiveDependencies: see above
  return { drawn, steps, edges: flowEdges };
}
