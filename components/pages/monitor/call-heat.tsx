'use client';
import { useFormatter, useTranslations } from 'use-intl';
import { useBucketTime } from '#components/pages/monitor/use-bucket-time.ts';
import { FactTable } from '#components/ui/fact-table.tsx';
import type { MonitorBucket, MonitorCalls, MonitorRange } from '#lib/api/monitor.contract.ts';
import { formatDuration } from '#lib/i18n/format-duration.ts';

/** Keeps a single call visible next to thousands. */
const LEAST_SHARE = 0.15;

type CallHeatProps = { calls: readonly MonitorCalls[]; steps: readonly MonitorBucket[]; range: MonitorRange };

/** A line for each tool and model, a cell for each step of time: how often it was called, and whether that failed. */
export function CallHeat({ calls, steps, range }: CallHeatProps) {
  const t = useTranslations('monitor');
  const format = useFormatter();
  const timeOf = useBucketTime(range);
  if (calls.length === 0) return <p className="text-ink-2">{t('noCalls')}</p>;
  const most = Math.max(...calls.flatMap(({ cells }) => cells.map(({ count }) => count)));
  const columns = [
    { key: 'name', title: t('name') },
    { key: 'heat', isWide: true, title: `${timeOf(steps[0]?.at ?? '')} – ${timeOf(steps.at(-1)?.at ?? '')}` },
    { key: 'count', title: t('count'), isNumber: true },
    { key: 'failed', title: t('failedCalls'), isNumber: true },
    { key: 'average', title: t('average'), isNumber: true },
  ];
  const rows = calls.map(({ kind, name, count, failed, averageMs, cells }) => ({
    id: `${kind} ${name}`,
    cells: [
      <span key="name" className="flex w-max items-baseline gap-2">
        <code title={name} className="max-w-52 truncate">
          {name}
        </code>
        <span className="text-meta text-ink-3">{t(`kinds.${kind}`)}</span>
      </span>,
      <HeatRow key="heat" cells={cells} steps={steps} range={range} most={most} />,
      format.number(count),
      <span key="failed" className={failed > 0 ? 'text-failed' : 'text-ink-3'}>
        {format.number(failed)}
      </span>,
      formatDuration(averageMs),
    ],
  }));
  return <FactTable label={t('calls')} columns={columns} rows={rows} />;
}

type HeatRowProps = Omit<CallHeatProps, 'calls'> & { cells: MonitorCalls['cells']; most: number };

function HeatRow({ cells, steps, range, most }: HeatRowProps) {
  const t = useTranslations('monitor');
  const timeOf = useBucketTime(range);
  const byStep = new Map(cells.map((cell) => [cell.step, cell]));
  return (
    <ol className="flex min-w-90 gap-px">
      {steps.map(({ at }, index) => {
        const cell = byStep.get(index);
        if (!cell) return <li key={at} aria-hidden="true" className="h-4 min-w-0 grow basis-0 bg-sunken" />;
        const words = t('aboutCalls', { name: timeOf(at), count: cell.count, failed: cell.failed });
        return (
          <li key={at} title={words} className="relative h-4 min-w-0 grow basis-0 bg-sunken">
            <span className="sr-only">{words}</span>
            <span
              aria-hidden="true"
              className="absolute inset-0 bg-running"
              style={{ opacity: Math.max(LEAST_SHARE, cell.count / most) }}
            />
            {cell.failed > 0 ? <span aria-hidden="true" className="absolute inset-x-0 bottom-0 h-1 bg-failed" /> : null}
          </li>
        );
      })}
    </ol>
  );
}
