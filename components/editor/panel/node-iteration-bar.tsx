'use client';
import { useTranslations } from 'use-intl';
import { useEditor } from '#components/editor/document/use-editor.tsx';
import { useNodeName } from '#components/editor/document/use-node-name.ts';
import { IterationPicker } from '#components/editor/panel/iteration-picker.tsx';
import { useNodePath } from '#components/editor/run/iteration-overlay.ts';
import { iterationsOf } from '#lib/run/node-path.ts';
import type { NodeId } from '#lib/workflow/workflow.ts';

/** For a node inside containers: the chosen iterations, and controls to change them. */
export function NodeIterationBar({ nodeId }: { nodeId: NodeId }) {
  const t = useTranslations('editor.containers');
  const nameOf = useNodeName();
  const nodes = useEditor((state) => state.document.nodes);
  // The branches of a parallel run once.
  const iterations = iterationsOf(useNodePath(nodeId)).filter(
    ({ containerId }) => nodes.find(({ id }) => id === containerId)?.type !== 'parallel',
  );
  if (iterations.length === 0) return null;
  return (
    <div data-part="pass-bar" className="grid gap-1">
      {iterations.map(({ containerId, index }) => (
        <div key={containerId} className="flex min-w-0 items-center gap-2">
          <span className="min-w-0 truncate text-ink-2">{nameOf(containerId)}</span>
          <span className="num shrink-0 text-ink-3">{t('shownIteration', { number: index + 1 })}</span>
          <IterationPicker containerId={containerId} />
        </div>
      ))}
    </div>
  );
}
