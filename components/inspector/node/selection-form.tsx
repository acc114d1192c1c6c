'use client';
import { Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { SelectionActions } from '#components/inspector/node/selection-actions.tsx';
import { lazyPart } from '#components/ui/lazy-part.tsx';

const LazyArrangeActions = lazyPart(async () => (await import('#components/inspector/node/arrange-actions.tsx')).ArrangeActions);

/** Actions on a multiple selection: duplicate, delete, group and align. */
export function SelectionForm({ nodeCount, edgeCount }: { nodeCount: number; edgeCount: number }) {
  const t = useTranslations('inspector');
  return (
    <div className="grid gap-3 px-3 py-3">
      <h2 className="text-name font-title">
        {nodeCount > 0 ? <span className="block">{t('selectedNodes', { count: nodeCount })}</span> : null}
        {edgeCount > 0 ? <span className="block">{t('selectedEdges', { count: edgeCount })}</span> : null}
      </h2>
      <div className="flex flex-wrap gap-1">
        <SelectionActions hasNodes={nodeCount > 0} />
      </div>
      <Suspense>{nodeCount > 0 ? <LazyArrangeActions /> : null}</Suspense>
      <p className="text-meta text-ink-3">{t('selectedHelp')}</p>
    </div>
  );
}
