'use client';
import { useMemo, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { type DrawnNode, toDrawnNodes } from '#components/editor/canvas/drawn-nodes.ts';
import { type FlowEdge, type FlowNode, keepSame, toFlowEdges, toFlowNodes } from '#components/editor/canvas/flow-elements.ts';
import { orderKeeper } from '#components/editor/canvas/order-keeper.ts';
import { useEditor } from '#components/editor/use-editor.tsx';
import { useNames } from '#components/run/use-names.ts';
import type { Position } from '#lib/workflow/edit/move-nodes.ts';

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
  const [orderOf] = useState(orderKeeper);
  const [edgesBefore] = useState<{ list?: FlowEdge[] }>({});
  const ordered = useMemo(() => orderOf({ nodes, edges }), [orderOf, nodes, edges]);
  const selectedNodes = useEditor((state) => state.selectedNodes);
  const selectedEdges = useEditor((state) => state.selectedEdges);
  // biome-ignore-start lint/correctness/useExhaustiveDependencies: names change with the language, the translators with every drawing
  const steps = useMemo(
    () => toFlowNodes(ordered, { selected: selectedNodes, dragged, language, nameOf: labelOf }),
    [ordered, selectedNodes, dragged, language],
  );
  const flowEdges = useMemo(() => {
    edgesBefore.list = keepSame(edgesBefore.list, toFlowEdges(edges, nodes, { selected: selectedEdges }));
    return edgesBefore.list;
  }, [edgesBefore, edges, nodes, selectedEdges]);
  const drawn = useMemo(
    () => [...toDrawnNodes({ nodes, canvas }, { selectedNotes, dragged, noteName: t('note') }), ...steps],
    [nodes, canvas, selectedNotes, dragged, steps, language],
  );
  // biome-ignore-end lint/correctness/useExhaustiveDependencies: see above
  return { drawn, steps, edges: flowEdges };
}
