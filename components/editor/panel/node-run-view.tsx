'use client';
import { useTranslations } from 'use-intl';
import { useEditor } from '#components/editor/document/use-editor.tsx';
import { NodeInput } from '#components/editor/panel/node-input.tsx';
import { NodeOutput } from '#components/editor/panel/node-output.tsx';

/** What the selected node got, or gave, in the run being shown. */
export function NodeRunView({ which }: { which: 'input' | 'output' }) {
  const t = useTranslations('canvasRun');
  const node = useEditor(({ selectedNodes, document }) => {
    const [nodeId, ...others] = selectedNodes;
    return nodeId === undefined || others.length > 0 ? undefined : document.nodes.find(({ id }) => id === nodeId);
  });
  if (!node) return <p className="p-3 text-ink-3">{t('selectNode')}</p>;
  return which === 'input' ? <NodeInput key={node.id} node={node} /> : <NodeOutput key={node.id} node={node} />;
}
