'use client';
import { Pin, PinOff } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useEditorStore } from '#components/editor/document/use-editor.tsx';
import { Button } from '#components/ui/button.tsx';
import { ValueExplorer } from '#components/ui/value-explorer.tsx';
import { pinNode } from '#lib/workflow/edit/pin-node.ts';
import type { WorkflowNode } from '#lib/workflow/workflow.ts';

/** Makes a node give this value from now on, without running. */
export function PinButton({ nodeId, value }: { nodeId: string; value: unknown }) {
  const t = useTranslations('canvasRun');
  const store = useEditorStore();
  return (
    <Button
      look="quiet"
      title={t('pinHint')}
      onClick={() => store.getState().apply({ label: 'options', run: (workflow) => pinNode(workflow, nodeId, value) })}
    >
      <Pin size={13} aria-hidden="true" />
      {t('pin')}
    </Button>
  );
}

/** The pinned value of a node, and a button to unpin it. Empty for nodes without one. */
export function PinnedValue({ node }: { node: WorkflowNode }) {
  const t = useTranslations('canvasRun');
  const store = useEditorStore();
  const pinned = node.options?.pinned;
  if (pinned === undefined) return null;
  return (
    <section aria-label={t('pinned')} className="grid gap-1 rounded-control border border-accent-line bg-accent-bg px-2 py-1.5">
      <p className="text-ink-2">{t('pinnedText')}</p>
      <ValueExplorer label={t('pinned')} value={pinned}>
        <Button
          look="quiet"
          onClick={() => store.getState().apply({ label: 'options', run: (workflow) => pinNode(workflow, node.id, undefined) })}
        >
          <PinOff size={13} aria-hidden="true" />
          {t('unpin')}
        </Button>
      </ValueExplorer>
    </section>
  );
}
