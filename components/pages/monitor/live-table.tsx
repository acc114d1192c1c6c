'use client';
import Link from 'next/link';
import { useTranslations } from 'use-intl';
import { FactTable } from '#components/ui/fact-table.tsx';
import { StatusBadge } from '#components/ui/status-badge.tsx';
import { TimeAgo } from '#components/ui/time-ago.tsx';
import { useNow } from '#components/ui/use-now.ts';
import type { MonitorResource } from '#lib/api/monitor.contract.ts';

/** Runs that have not ended, and which process has them. */
export function LiveTable({ live, processes }: Pick<MonitorResource, 'live' | 'processes'>) {
  const t = useTranslations('monitor');
  const nowMs = useNow('slow');
  if (live.runs.length === 0) return <p className="text-ink-2">{t('noLive')}</p>;
  const columns = [
    { key: 'status', title: t('status') },
    { key: 'workflow', title: t('workflow') },
    { key: 'process', title: t('process') },
    { key: 'since', title: t('since'), isNumber: true },
  ];
  const holderOf = (processId: string | null) => {
    const holder = processes.find(({ id }) => id === processId);
    return holder ? `${t(`kinds.${holder.kind}`)} ${holder.pid}` : t('noProcess');
  };
  const rows = live.runs.map(({ runId, workflowName, status, processId, startedAt, createdAt }) => ({
    id: runId,
    cells: [
      <StatusBadge key="status" state={status} />,
      <Link
        key="workflow"
        href={`/runs/${encodeURIComponent(runId)}`}
        prefetch={false}
        title={workflowName || runId}
        className="line-clamp-2 underline wrap-anywhere"
      >
        {workflowName || runId}
      </Link>,
      <span key="process" className="text-ink-2">
        {status === 'waiting' ? '–' : holderOf(processId)}
      </span>,
      <TimeAgo key="since" at={startedAt ?? createdAt} nowMs={nowMs} />,
    ],
  }));
  const counts = (['running', 'queued', 'waiting'] as const).filter((status) => live[status] > 0);
  const total = live.running + live.queued + live.waiting;
  return (
    <>
      <p className="flex flex-wrap gap-3 tabular-nums">
        {counts.map((status) => (
          <span key={status} className="inline-flex items-center gap-1.5">
            <StatusBadge state={status} /> {live[status]}
          </span>
        ))}
      </p>
      <FactTable label={t('live')} columns={columns} rows={rows} />
      {total > live.runs.length ? <p className="text-meta text-ink-3">{t('moreLive', { count: live.runs.length })}</p> : null}
    </>
  );
}
