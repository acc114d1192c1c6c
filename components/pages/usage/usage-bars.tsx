'use client';
import { useFormatter, useTranslations } from 'use-intl';
import '#components/plots/plots.css';
import { Bars } from '#components/plots/bars.tsx';
import { Legend } from '#components/plots/legend.tsx';
import { Lines } from '#components/plots/lines.tsx';
import { durationTick, usdTick } from '#components/plots/plot-frame.ts';
import { PlotLineProvider, usePlotLine } from '#components/plots/plot-line.tsx';
import { PlotPanel } from '#components/plots/plot-panel.tsx';
import { TimePlot } from '#components/plots/time-plot.tsx';
import type { UsageDay } from '#lib/api/usage.contract.ts';
import { costOfRuns } from '#lib/i18n/cost-text.ts';
import { formatDuration } from '#lib/i18n/format-duration.ts';

const HEIGHT_PX = 160;

type UsageBarsProps = { days: readonly UsageDay[]; total: Omit<UsageDay, 'day'> };

/** Runs, durations, tokens and cost of each day, under one line. */
export function UsageBars(props: UsageBarsProps) {
  return (
    <PlotLineProvider>
      <div className="-mx-4 grid min-w-0 grid-cols-1 lg:grid-cols-2">
        <UsagePlot {...props} of="runs" />
        <DurationPlot {...props} />
        <UsagePlot {...props} of="tokens" />
        <UsagePlot {...props} of="cost" />
      </div>
    </PlotLineProvider>
  );
}

function useDays(days: readonly UsageDay[]) {
  const format = useFormatter();
  return days.map(({ day }) => {
    const label = format.dateTime(new Date(day), { month: 'short', day: 'numeric', timeZone: 'UTC' });
    return { tick: label, label, isBefore: false, isSoFar: false };
  });
}

type Amount = 'runs' | 'tokens' | 'cost';

function UsagePlot({ days, total, of }: UsageBarsProps & { of: Amount }) {
  const t = useTranslations('usage');
  const format = useFormatter();
  const noPrice = useTranslations('costs')('noPrice');
  const { at } = usePlotLine();
  const steps = useDays(days);
  const shown = (at === undefined ? undefined : days[at]) ?? total;
  const text = (value: number) =>
    of === 'cost' ? usdTick(value) : format.number(value, { notation: value < 10_000 ? 'standard' : 'compact' });
  const amount = (numbers: Omit<UsageDay, 'day'>) => (of === 'cost' ? numbers.costUsd : numbers[of]);
  const series =
    of === 'runs'
      ? [
          { key: 'failed', name: t('failed'), colour: '--failed', values: days.map(({ failed }) => failed) },
          {
            key: 'runs',
            name: t('notFailed'),
            colour: '--succeeded-line',
            values: days.map(({ runs, failed }) => runs - failed),
          },
        ]
      : [{ key: of, name: t(of), colour: of === 'cost' ? '--plot-2' : '--plot-1', values: days.map(amount) }];
  return (
    <PlotPanel
      id={of}
      title={t(of === 'runs' ? 'perDay' : of)}
      minHeightPx={HEIGHT_PX}
      legend={
        <Legend
          items={[
            { key: of, name: t(of), value: of === 'cost' ? costOfRuns(shown, noPrice) : text(amount(shown)) },
            ...(of === 'runs' ? [{ key: 'failed', name: t('failed'), value: text(shown.failed), colour: '--failed' }] : []),
          ]}
        />
      }
      table={{
        columns: [t('groups.day'), t(of), ...(of === 'runs' ? [t('failed')] : [])],
        rows: days.map((day) => [day.day, amount(day), ...(of === 'runs' ? [day.failed] : [])]),
      }}
      cellText={(value, column) => (column === 0 ? String(value) : text(Number(value)))}
    >
      <TimePlot
        label={t(of === 'runs' ? 'perDay' : of)}
        steps={steps}
        most={Math.max(0, ...days.map(amount))}
        heightPx={HEIGHT_PX}
        insets={{ left: 52 }}
        tickText={(tick) => (of === 'cost' ? usdTick(tick) : Number.isInteger(tick) ? text(tick) : '')}
        words={(step) =>
          [steps[step]?.label, ...series.map(({ name, values }) => `${name} ${text(values[step] ?? 0)}`)].join(', ')
        }
      >
        {(frame) => <Bars frame={frame} steps={steps} series={series} />}
      </TimePlot>
    </PlotPanel>
  );
}

function DurationPlot({ days, total }: UsageBarsProps) {
  const t = useTranslations('usage');
  const { at } = usePlotLine();
  const steps = useDays(days);
  const shown = (at === undefined ? undefined : days[at]) ?? total;
  const took = (ms: number | null | undefined) => (ms === null || ms === undefined ? '–' : formatDuration(ms));
  const series = [
    { key: 'p95', name: t('p95'), short: 'p95', colour: '--plot-1', value: shown.p95Ms, values: days.map(({ p95Ms }) => p95Ms) },
    { key: 'p50', name: t('p50'), short: 'p50', colour: '--plot-2', value: shown.p50Ms, values: days.map(({ p50Ms }) => p50Ms) },
  ];
  return (
    <PlotPanel
      id="durations"
      title={t('durations')}
      about={t('withWaits')}
      minHeightPx={HEIGHT_PX}
      legend={
        <Legend items={series.map((one) => ({ ...one, name: one.short, value: took(one.value), shape: 'line' as const }))} />
      }
      table={{ columns: [t('groups.day'), 'p50_ms', 'p95_ms'], rows: days.map(({ day, p50Ms, p95Ms }) => [day, p50Ms, p95Ms]) }}
      cellText={(value, column) => (column === 0 ? String(value) : took(value === null ? null : Number(value)))}
    >
      <TimePlot
        label={t('durations')}
        steps={steps}
        most={Math.max(0, ...days.map(({ p95Ms }) => p95Ms ?? 0))}
        heightPx={HEIGHT_PX}
        insets={{ left: 52, right: 32 }}
        tickText={durationTick}
        words={(step) => [steps[step]?.label, ...series.map(({ short, values }) => `${short} ${took(values[step])}`)].join(', ')}
      >
        {(frame, line) => (
          <Lines frame={frame} steps={steps} series={series.map((one) => ({ ...one, name: one.short }))} at={line} />
        )}
      </TimePlot>
    </PlotPanel>
  );
}
