'use client';
import { History } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'use-intl';
import { type Reused, useReusedText } from '#components/run-view/fork/use-reused-text.ts';

/** For a reused result: its source run with a link, and its age. */
export function ReusedLine({ nodeId, reused }: { nodeId: string; reused: Reused }) {
  const t = useTranslations('fork');
  const words = useReusedText()(reused);
  const address = new URLSearchParams({ node: nodeId, at: String(reused.seq) });
  return (
    <p data-part="reused" className="num flex min-w-0 items-center gap-1.5 text-ink-2">
      <History size={12} aria-hidden="true" className="shrink-0 text-ink-3" />
      <span className="font-strong">{t('reused')}</span>
      <span className="min-w-0 truncate" title={reused.runId}>
        {words}
      </span>
      <Link
        href={`/runs/${encodeURIComponent(reused.runId)}?${address}`}
        prefetch={false}
        className="inline-flex min-h-6 shrink-0 items-center text-accent underline"
      >
        {t('showRun')}
      </Link>
    </p>
  );
}
