'use client';
import { useEditorStore } from '#components/editor/document/use-editor.tsx';
import { showField } from '#components/editor/problems/show-field.ts';
import { useFormScope } from '#components/inspector/field/form-scope.tsx';
import { firstUnfilledField } from '#lib/workflow/edit/first-unfilled-field.ts';
import { definitionOf } from '#lib/workflow/node-ports.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';

/** Focuses the next field of the node to fill in, unless a person has left the control with this id. */
export function useShowNextField(controlId: string): () => void {
  const store = useEditorStore();
  const { reader } = useFormScope();
  return () => {
    const { activeElement } = document;
    if (activeElement?.id !== controlId && activeElement !== document.body) return;
    const node = store.getState().document.nodes.find(({ id }) => id === reader);
    const definition = definitionOf(node, nodeRegistry);
    const path = node && definition && firstUnfilledField(definition, node.config);
    if (path !== undefined) showField(path, () => {}, { isUntouched: true });
  };
}
