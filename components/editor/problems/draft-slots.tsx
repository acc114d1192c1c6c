'use client';
import { Suspense } from 'react';
import { useEditor, useEditorStore } from '#components/editor/document/use-editor.tsx';
import { useShowProblem } from '#components/editor/problems/use-show-problem.ts';
import { lazyPart } from '#components/ui/lazy-part.tsx';
import { fieldPath } from '#lib/expression/field-path.ts';
import { namesIn } from '#lib/workflow/checks/named-fields.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';

const LazyUnfilledSlots = lazyPart(async () => (await import('#components/credentials/unfilled-slots.tsx')).UnfilledSlots);

/** The slots of the draft that no credential fills, each with a way to the field that names it. */
export function DraftSlots() {
  const workflowId = useEditor((state) => state.workflowId);
  const slots = useEditor(({ document }) => document.settings.credentials);
  const store = useEditorStore();
  const { show } = useShowProblem();
  if (!slots) return null;
  function showField(slot: string) {
    for (const node of store.getState().document.nodes) {
      const field = namesIn(node, nodeRegistry, 'credential').find(({ name }) => name === slot);
      if (field) return show({ nodeId: node.id, path: fieldPath(field.path) })();
    }
  }
  return (
    <Suspense>
      <LazyUnfilledSlots workflowId={workflowId} slots={slots} onShow={showField} />
    </Suspense>
  );
}
