'use client';
import { useEditor } from '#components/editor/document/use-editor.tsx';
import { type ListedType, listNodeTypes } from '#components/editor/palette/find-node-types.ts';
import { useNames } from '#components/run-view/use-names.ts';
import type { NodeTypeId } from '#nodes/registry.gen.ts';

/** The node types in the reader's language. A second start node cannot be added. */
export function useNodeTypes(): { types: readonly ListedType[]; isUsedUp: (type: NodeTypeId) => boolean } {
  const { typeTitle, typeSummary } = useNames();
  const hasStart = useEditor(({ document }) => document.nodes.some(({ type }) => type === 'start'));
  return {
    types: listNodeTypes((type) => ({ title: typeTitle(type), summary: typeSummary(type) })),
    isUsedUp: (type) => type === 'start' && hasStart,
  };
}
