'use client';
import { useFormatter, useTranslations } from 'use-intl';
import { FactTable } from '#components/ui/fact-table.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { TimeAgo } from '#components/ui/time-ago.tsx';
import { useNow } from '#components/ui/use-now.ts';
import type { MonitorProcess } from '#lib/api/monitor.contract.ts';
import { formatDuration } from '#lib/i18n/format-duration.ts';
import { formatSize } from '#lib/i18n/format-size.ts';

/** The processes that hold runs, of one machine or of several, and what each takes. */
export function ProcessTable({ processes }: { processes: readonly MonitorProcess[] }) {
  const t = useTranslations('monitor');
  const format = useFormatter();
  const nowMs = useNow('slow');
  const columns = [
    { key: 'process', title: t('process') },
    { key: 'version', title: t('version') },
    { key: 'cpu', title: t('cpu'), isNumber: true },
    { key: 'memory', title: t('memory'), isNumber: true },
    { key: 'delay', title: t('delay'), isNumber: true },
    { key: 'held', title: t('held'), isNumber: true },
    { key: 'heartbeat', title: t('lastHeartbeat'), isNumber: true },
    { key: 'since', title: t('since'), isNumber: true },
  ];
  const rows = processes.map(({ id, kind, pid, isThis, usage, runs, beatAgeMs, startedAt }) => ({
    id,
    cells: [
      <span key="process" className="inline-flex items-center gap-2 whitespace-nowrap tabular-nums">
        {t(`kinds.${kind}`)} {pid} {isThis ? <Tag>{t('thisOne')}</Tag> : null}
      </span>,
      usage?.version ?? t('unknown'),
      usage ? format.number(usage.cpuShare, { style: 'percent' }) : '–',
      usage ? formatSize(usage.memoryBytes) : '–',
      usage ? formatDuration(usage.loopDelayMs) : '–',
      runs,
      formatDuration(beatAgeMs),
      <TimeAgo key="since" at={startedAt} nowMs={nowMs} />,
    ],
  }));
  return <FactTable label={t('processes')} columns={columns} rows={rows} />;
}
