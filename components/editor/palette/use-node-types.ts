'use client';
import { useTranslations } from 'use-intl';
import { useEditor } from '#components/editor/document/use-editor.tsx';
import { type ListedType, listNodeTypes } from '#components/editor/palette/find-node-types.ts';
import type { NodeTypeId } from '#nodes/registry.gen.ts';

/** The node types in the reader's words. A start is used up once there is one: a workflow begins once. */
export function useNodeTypes(): { types: readonly ListedType[]; isUsedUp: (type: NodeTypeId) => boolean } {
  const t = useTranslations('nodeTypes');
  const hasStart = useEditor(({ document }) => document.nodes.some(({ type }) => type === 'start'));
  return {
    types: listNodeTypes((type) => ({ title: t(`${type}.title`), summary: t(`${type}.summary`) })),
    isUsedUp: (type) => type === 'start' && hasStart,
  };
}
