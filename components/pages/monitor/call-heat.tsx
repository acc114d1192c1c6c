'use client';
import { useFormatter, useTranslations } from 'use-intl';
import { AVERAGE_PX, COUNT_PX, FAILED_PX, NAME_PX } from '#components/pages/monitor/heat-columns.ts';
import { useBucketTime } from '#components/pages/monitor/use-bucket-time.ts';
import { usePlotLine } from '#components/plots/plot-line.tsx';
import { FactTable } from '#components/ui/fact-table.tsx';
import type { MonitorBucket, MonitorCalls, MonitorRange } from '#lib/api/monitor.contract.ts';
import { formatDuration } from '#lib/i18n/format-duration.ts';

/** Keeps a single call visible next to thousands. */
const LEAST_SHARE = 0.15;

const CELL = 'h-4 min-w-0 grow basis-0 border-r border-panel bg-sunken';
/** The step of the line in the plots above. */
const MARKED = 'outline outline-accent -outline-offset-1 z-1';

type CallHeatProps = { calls: readonly MonitorCalls[]; steps: readonly MonitorBucket[]; range: MonitorRange };

/** A line for each tool and model, a cell for each step of time: how often it was called, and whether that failed. */
export function CallHeat({ calls, steps, range }: CallHeatProps) {
  const t = useTranslations('monitor');
  const format = useFormatter();
  const timeOf = useBucketTime(range);
  if (calls.length === 0) return <p className="text-ink-2">{t('noCalls')}</p>;
  const most = Math.max(...calls.flatMap(({ cells }) => cells.map(({ count }) => count)));
  const columns = [
    { key: 'name', title: t('name'), widthPx: NAME_PX },
    { key: 'heat', isWide: true, isFlush: true, title: `${timeOf(steps[0]?.at ?? '')} – ${timeOf(steps.at(-1)?.at ?? '')}` },
    { key: 'count', title: t('count'), isNumber: true, widthPx: COUNT_PX },
    { key: 'failed', title: t('failedCalls'), isNumber: true, widthPx: FAILED_PX },
    { key: 'average', title: t('average'), isNumber: true, widthPx: AVERAGE_PX },
  ];
  const rows = calls.map(({ kind, name, count, failed, averageMs, cells }) => ({
    id: `${kind} ${name}`,
    cells: [
      <span key="name" className="flex min-w-0 items-baseline gap-2">
        <code title={name} className="min-w-0 truncate">
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
  const { at: marked } = usePlotLine();
  const byStep = new Map(cells.map((cell) => [cell.step, cell]));
  return (
    <ol className="flex min-w-90">
      {steps.map(({ at }, index) => {
        const cell = byStep.get(index);
        if (!cell) return <li key={at} aria-hidden="true" className={`${CELL} ${index === marked ? MARKED : ''}`} />;
        const words = t('aboutCalls', { name: timeOf(at), count: cell.count, failed: cell.failed });
        return (
          <li key={at} title={words} className={`relative ${CELL} ${index === marked ? MARKED : ''}`}>
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
