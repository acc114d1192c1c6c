'use client';
import { useTranslations } from 'use-intl';
import { useRunOutline, useShownView } from '#components/editor/run/run-overlay.ts';
import { ModelCalls } from '#components/run-view/detail/model-calls.tsx';
import { readModelCalls } from '#components/run-view/detail/read-model-calls.ts';

/** All model calls of a node and its agents up to the shown moment, with exact requests and responses. */
export function NodeModelCalls({ nodeId }: { nodeId: string }) {
  const t = useTranslations('dock');
  const { events } = useShownView();
  const moment = useRunOutline()?.moment;
  const calls = readModelCalls(events, nodeId, moment?.seq);
  if (calls.length === 0) return null;
  return (
    <section aria-label={t('kinds.model')} className="-mx-3 grid min-w-0 gap-1 border-t border-line-1 pt-2">
      <h3 className="px-3 font-strong text-ink-2">{t('kinds.model')}</h3>
      <ModelCalls calls={calls} areAllFolded />
    </section>
  );
}
