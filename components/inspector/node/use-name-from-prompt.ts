'use client';
import { useEffect } from 'react';
import { useEditorStore } from '#components/editor/document/use-editor.tsx';
import { isUnnamed, nameFromPrompt } from '#lib/workflow/edit/name-from-prompt.ts';
import type { NodeId } from '#lib/workflow/workflow.ts';

/** Config fields that say what a node is to do. */
const PROMPTS = ['userPrompt', 'systemPrompt', 'task', 'instructions'];

/** Names an unnamed workflow from its first prompt, when the field loses the focus. Undo takes it back. */
export function useNameFromPrompt(nodeId: NodeId): void {
  const store = useEditorStore();
  useEffect(() => {
    function nameIt({ target }: FocusEvent) {
      const isText = target instanceof HTMLElement && (target.isContentEditable || target.tagName === 'TEXTAREA');
      const { document, apply } = store.getState();
      if (!isText || !isUnnamed(document.name)) return;
      const config = document.nodes.find(({ id }) => id === nodeId)?.config ?? {};
      const name = PROMPTS.map((field) => config[field])
        .map((text) => (typeof text === 'string' ? nameFromPrompt(text) : undefined))
        .find((found) => found !== undefined);
      if (name !== undefined) apply({ label: 'workflow', run: (workflow) => ({ ...workflow, name }) });
    }
    window.addEventListener('focusout', nameIt);
    return () => window.removeEventListener('focusout', nameIt);
  }, [store, nodeId]);
}
