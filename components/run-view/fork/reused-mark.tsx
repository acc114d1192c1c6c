'use client';
import { History } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { type Reused, useReusedText } from '#components/run-view/fork/use-reused-text.ts';

/** At the right end of a node's title: its value was reused from another run. */
export function ReusedMark({ reused }: { reused: Reused }) {
  const t = useTranslations('fork');
  return (
    <span
      data-part="run-mark"
      data-reused
      title={useReusedText()(reused)}
      className="ml-auto flex shrink-0 items-center gap-1 whitespace-nowrap text-ink-3"
    >
      <History size={12} aria-hidden="true" />
      {t('reused')}
    </span>
  );
}
