'use client';
import { useTranslations } from 'use-intl';
import { type DashboardAddress, runsHref, type TileMeasure } from '#components/pages/dashboards/dashboard-address.ts';
import { measureOf } from '#components/pages/dashboards/measures.ts';
import { MISSING, type Texts } from '#components/pages/dashboards/use-texts.ts';
import { type BarSeries, Bars } from '#components/plots/bars.tsx';
import { Legend } from '#components/plots/legend.tsx';
import { type LineSeries, Lines } from '#components/plots/lines.tsx';
import { usePlotLine } from '#components/plots/plot-line.tsx';
import { PlotPanel } from '#components/plots/plot-panel.tsx';
import { TimePlot } from '#components/plots/time-plot.tsx';
import type { DashboardPoint, DashboardResource } from '#lib/api/dashboards.contract.ts';

export const PLOT_PX = 206;
/** More ticks than that have no room for the weekday. */
const WIDE_TICKS = 15;

export type PanelProps = { data: DashboardResource; texts: Texts; address: DashboardAddress };

/** All points, those of the time before first. */
export function allPoints({ before, points }: DashboardResource): readonly DashboardPoint[] {
  return [...(before?.points ?? []), ...points];
}

export function usePlotSteps({ data, texts }: Pick<PanelProps, 'data' | 'texts'>) {
  const points = allPoints(data);
  const before = data.before?.points.length ?? 0;
  return points.map((point, index) => ({
    tick: texts.tick(point, points.length < WIDE_TICKS),
    label: texts.label(point),
    isBefore: index < before,
    isSoFar: point.isSoFar,
  }));
}

export function openRuns(address: DashboardAddress, { from, to }: Pick<DashboardPoint, 'from' | 'to'>): void {
  window.location.assign(runsHref(address, { from, to }));
}

const outcomes = [
  { key: 'failed', colour: '--failed' },
  { key: 'cancelled', colour: '--cancelled-line' },
  { key: 'open', colour: '--waiting', isHatched: true },
  { key: 'succeeded', colour: '--succeeded-line' },
] as const;

/** Runs as bars by how they ended: failures on the axis, so that they can be compared. */
export function OutcomePlot({ data, texts, address, className }: PanelProps & { className: string }) {
  const t = useTranslations('dashboards');
  const { at } = usePlotLine();
  const points = allPoints(data);
  const steps = usePlotSteps({ data, texts });
  const series: BarSeries[] = outcomes.map((outcome) => ({
    ...outcome,
    name: t(`outcomes.${outcome.key}`),
    values: points.map((point) => point[outcome.key]),
  }));
  const shown = (at === undefined ? undefined : points[at]) ?? data.total;
  const words = (step: number) =>
    [steps[step]?.label ?? '', ...series.map(({ name, values }) => `${name} ${values[step] ?? 0}`)].join(', ');
  return (
    <PlotPanel
      id="outcomes"
      title={t('plots.outcomes')}
      className={className}
      minHeightPx={PLOT_PX}
      runsHref={runsHref(address, data)}
      legend={
        <Legend
          items={outcomes.toReversed().map((outcome) => ({
            ...outcome,
            name: t(`outcomes.${outcome.key}`),
            value: texts.number(shown[outcome.key]),
            shape: 'isHatched' in outcome ? ('hatched' as const) : ('box' as const),
          }))}
          note={at === undefined && data.before ? t('beforeValue', { value: texts.number(data.before.total.runs) }) : ''}
        />
      }
      table={{
        columns: [t('time'), t('measures.runs'), ...series.map(({ name }) => name)],
        rows: points.map((point, index) => [steps[index]?.label ?? '', point.runs, ...outcomes.map(({ key }) => point[key])]),
      }}
    >
      <TimePlot
        label={t('plots.outcomes')}
        steps={steps}
        most={Math.max(0, ...points.map(({ runs }) => runs))}
        heightPx={PLOT_PX}
        tickText={(tick) => (Number.isInteger(tick) ? texts.value('runs', tick) : '')}
        words={words}
        beforeText={t('timeBefore')}
        onOpen={(step) => points[step] && openRuns(address, points[step])}
      >
        {(frame) => <Bars frame={frame} steps={steps} series={series} cap="--succeeded" soFarText={t('soFar')} />}
      </TimePlot>
    </PlotPanel>
  );
}

type MeasurePlotProps = PanelProps & {
  id: string;
  title: string;
  about?: string;
  measures: readonly TileMeasure[];
  className: string;
};
const colours = ['--plot-1', '--plot-2', '--plot-3'] as const;

/** Measures as lines. Without waits they are durations. */
export function MeasurePlot({ data, texts, address, id, title, about, measures, className }: MeasurePlotProps) {
  const t = useTranslations('dashboards');
  const { at } = usePlotLine();
  const points = allPoints(data);
  const steps = usePlotSteps({ data, texts });
  const series: LineSeries[] = measures.map((measure, index) => ({
    key: measure,
    name: t(`measures.${measure}`),
    colour: colours[index % colours.length] ?? '--plot-1',
    values: points.map((point) => measureOf(measure, point)),
  }));
  const shown = (at === undefined ? undefined : points[at]) ?? data.total;
  const first = measures[0] ?? 'runs';
  return (
    <PlotPanel
      id={id}
      title={title}
      {...(about !== undefined && { about })}
      className={className}
      minHeightPx={PLOT_PX}
      runsHref={runsHref(address, data)}
      legend={
        <Legend
          items={measures.map((measure, index) => ({
            key: measure,
            name: t(`measures.${measure}`),
            value: texts.value(measure, measureOf(measure, shown)),
            colour: colours[index % colours.length] ?? '--plot-1',
            shape: 'line' as const,
          }))}
        />
      }
      table={{
        columns: [t('time'), ...series.map(({ name }) => name)],
        rows: points.map((_, index) => [steps[index]?.label ?? '', ...series.map(({ values }) => values[index] ?? null)]),
      }}
      cellText={(value, column) =>
        column === 0 ? String(value) : texts.value(measures[column - 1] ?? first, value as number | null)
      }
    >
      <TimePlot
        label={title}
        steps={steps}
        most={Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)))}
        heightPx={PLOT_PX}
        insets={{ left: 44, right: measures.length > 1 ? 30 : 62 }}
        tickText={(tick) => texts.axis(first, tick)}
        words={(step) =>
          [
            steps[step]?.label ?? '',
            ...series.map(({ name, values }, index) => `${name} ${texts.value(measures[index] ?? first, values[step] ?? null)}`),
          ].join(', ')
        }
        beforeText={t('timeBefore')}
        onOpen={(step) => points[step] && openRuns(address, points[step])}
      >
        {(frame, line) => <Lines frame={frame} steps={steps} series={series} at={line} />}
      </TimePlot>
      {series.every(({ values }) => values.every((value) => value === null)) ? <p className="sr-only">{MISSING}</p> : null}
    </PlotPanel>
  );
}
