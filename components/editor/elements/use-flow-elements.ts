'use client';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useEditor } from '#components/editor/document/use-editor.tsx';
import { elementsKeeper, type FlowElements } from '#components/editor/elements/elements-keeper.ts';
import type { Position } from '#lib/workflow/edit/move-nodes.ts';

/** The document as the canvas library takes it. */
export function useFlowElements(dragged: ReadonlyMap<string, Position>): FlowElements {
  const noteName = useTranslations('editor.canvas')('note');
  const [elementsOf] = useState(elementsKeeper);
  return useEditor((state) => elementsOf(state, { dragged, noteName }));
}
