'use client';
import { Pin, PinOff } from 'lucide-react';
import { memo } from 'react';
import { useTranslations } from 'use-intl';
import { useEditorStore } from '#components/editor/document/use-editor.tsx';
import { useNodePath } from '#components/editor/run/iteration-overlay.ts';
import { useNodeRun } from '#components/editor/run/run-overlay.ts';
import { Button } from '#components/ui/button.tsx';
import { pinNode } from '#lib/workflow/edit/pin-node.ts';
import type { NodeId } from '#lib/workflow/workflow.ts';

/** Pins the last output of the node, or unpins it. Empty without either. */
export const NodePinToggle = memo(function NodePinToggle({ nodeId, isPinned }: { nodeId: NodeId; isPinned: boolean }) {
  const t = useTranslations('inspector.node');
  const store = useEditorStore();
  const output = useNodeRun(useNodePath(nodeId))?.output;
  if (!isPinned && output === undefined) return null;
  const label = t(isPinned ? 'unpin' : 'pin');
  const Icon = isPinned ? PinOff : Pin;
  function toggle() {
    const value = isPinned ? undefined : output;
    store.getState().apply({ label: 'options', run: (workflow) => pinNode(workflow, nodeId, value) });
  }
  return (
    <Button
      look="quiet"
      size="icon"
      aria-pressed={isPinned}
      aria-label={label}
      title={label}
      onClick={toggle}
      className="aria-pressed:bg-accent-bg! aria-pressed:text-accent!"
    >
      <Icon size={14} aria-hidden="true" />
    </Button>
  );
});
