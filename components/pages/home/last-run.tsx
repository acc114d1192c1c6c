'use client';
import Link from 'next/link';
import { useTranslations } from 'use-intl';
import type { RunListItem } from '#components/data/listed.ts';
import { StatusBadge } from '#components/ui/status-badge.tsx';
import { StatusMark } from '#components/ui/status-mark.tsx';
import { TimeAgo } from '#components/ui/time-ago.tsx';

type LastRunProps = { run: RunListItem | undefined; nowMs: number };

/** The status of the last run, with a link to it. */
export function LastRun({ run, nowMs }: LastRunProps) {
  const t = useTranslations('home');
  if (!run) return <span className="text-ink-3">{t('neverRun')}</span>;
  return (
    <Link
      href={`/runs/${encodeURIComponent(run.runId)}`}
      prefetch={false}
      data-last-run={run.status}
      className="inline-flex items-center gap-2 rounded-control"
    >
      <RunState status={run.status} />
      <span className="max-md:sr-only">
        <TimeAgo at={run.createdAt} nowMs={nowMs} />
      </span>
    </Link>
  );
}

/** Successful runs are muted, so that others stand out. */
function RunState({ status }: { status: RunListItem['status'] }) {
  const t = useTranslations('status');
  if (status !== 'succeeded') return <StatusBadge state={status} />;
  return (
    <span data-state={status} className="inline-flex items-center gap-1 pl-1 text-meta font-[540] text-state">
      <StatusMark state={status} />
      {t(status)}
    </span>
  );
}
