'use client';
import { useEditorStore, useEditorUiStore } from '#components/editor/document/use-editor.tsx';
import { focusNode } from '#components/editor/elements/canvas-focus.ts';
import { useRevealNode } from '#components/editor/elements/use-reveal-node.ts';
import { focusFirstAdd, revealField, showField } from '#components/editor/problems/show-field.ts';
import { firstUnfilledField } from '#lib/workflow/edit/first-unfilled-field.ts';
import { definitionOf } from '#lib/workflow/node-ports.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';

/**
 * `field`: the first one to fill in, or the button of a list that the form begins with; `keep`: where it is, so that
 * the next node can be typed.
 */
type Focus = 'field' | 'keep';

/** Shows the form of the node that was just added, at the first field to fill in. */
export function useShowAdded(): (focus: Focus) => void {
  const store = useEditorStore();
  const ui = useEditorUiStore();
  const reveal = useRevealNode();
  return (focus) => {
    const { selectedNodes, document } = store.getState();
    const [nodeId] = selectedNodes;
    const node = document.nodes.find(({ id }) => id === nodeId);
    const definition = definitionOf(node, nodeRegistry);
    if (!node || !definition) return;
    ui.getState().set({ panel: 'node', sideTab: 'config', addedNode: node.id });
    reveal(node.id);
    const path = titleOfClass(firstUnfilledField(definition, node.config));
    if (focus === 'keep') return path === undefined ? undefined : revealField(path);
    if (path === undefined) return focusFirstAdd(() => focusNode(node.id));
    showField(path, () => focusNode(node.id), { isUntouched: true });
  };
}

/** People think of classes by their titles, and paste a list of them there. */
function titleOfClass(path: string | undefined): string | undefined {
  return path?.replace(/\bclasses\[0\]\.description$/, 'classes[0].title');
}
