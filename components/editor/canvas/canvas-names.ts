'use client';
import { createContext, type RefObject, useContext, useLayoutEffect, useMemo, useRef } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { nodeSummary } from '#components/editor/document/node-summary.ts';
import { nodesById } from '#components/editor/document/nodes-by-id.ts';
import { useCalledNames } from '#components/editor/document/use-called-names.ts';
import { useEditor } from '#components/editor/document/use-editor.tsx';
import { useNames } from '#components/run-view/use-names.ts';
import type { NodeId, WorkflowEdge, WorkflowNode } from '#lib/workflow/workflow.ts';

type CanvasNames = {
  readonly nodeName: (node: WorkflowNode) => string;
  readonly edgeName: (ends: { source: string; target: string }) => string;
  /** By id, the workflows that nodes here call. */
  readonly calledNames: ReadonlyMap<string, string>;
};

const noNames: ReadonlyMap<string, string> = new Map();

/** The names of canvas elements in the reader's language, computed once for all of them. */
export const CanvasNamesContext = createContext<CanvasNames>({
  nodeName: ({ label }) => label,
  edgeName: () => '',
  calledNames: noNames,
});

/** For the canvas to provide; changes only with the language or when called workflows are loaded. */
export function useNamesOfCanvas(): CanvasNames {
  const t = useTranslations('editor.canvas');
  const language = useLocale();
  const { labelOf } = useNames();
  const calledNames = useCalledNames();
  // biome-ignore lint/correctness/useExhaustiveDependencies: translators change on every render, names by language
  return useMemo(() => ({ nodeName: labelOf, edgeName: (ends) => t('edge', ends), calledNames }), [language, calledNames]);
}

/** One line that says what a node does. */
export function useNodeSummary(node: WorkflowNode): string {
  const { calledNames } = useContext(CanvasNamesContext);
  const called = node.type === 'workflow' ? calledNames.get(String(node.config.workflowId)) : undefined;
  return called ?? nodeSummary(node);
}

/** What an edge is called, by the names of its ends. */
export function useEdgeName({ source, target }: WorkflowEdge): string {
  const { edgeName } = useContext(CanvasNamesContext);
  const sourceName = useNameOf(source);
  const targetName = useNameOf(target);
  // A dragged edge renders with each move, and a translated message takes as long as its path.
  return useMemo(() => edgeName({ source: sourceName, target: targetName }), [edgeName, sourceName, targetName]);
}

function useNameOf(nodeId: NodeId): string {
  const { nodeName } = useContext(CanvasNamesContext);
  return useEditor(({ document }) => {
    const node = nodesById(document.nodes).get(nodeId);
    return node ? nodeName(node) : nodeId;
  });
}

/** The accessible name of a node. */
export function useNodeName(node: WorkflowNode): string {
  return useContext(CanvasNamesContext).nodeName(node);
}

/**
 * Labels the wrapper that React Flow renders around this element, which has the focus. Passed to the library instead,
 * each name would create a new list of elements.
 */
export function useNamedAround<E extends Element>(
  around: '.react-flow__node' | '.react-flow__edge',
  name: string,
): RefObject<E | null> {
  const inner = useRef<E>(null);
  useLayoutEffect(() => inner.current?.closest(around)?.setAttribute('aria-label', name), [around, name]);
  return inner;
}
