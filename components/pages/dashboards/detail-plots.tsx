'use client';
import { useFormatter, useTranslations } from 'use-intl';
import { runsHref } from '#components/pages/dashboards/dashboard-address.ts';
import { openRuns, type PanelProps, usePlotSteps } from '#components/pages/dashboards/dashboard-plots.tsx';
import { MISSING } from '#components/pages/dashboards/use-texts.ts';
import { type BarSeries, Bars } from '#components/plots/bars.tsx';
import { Heat, hottest } from '#components/plots/heat.tsx';
import { Legend } from '#components/plots/legend.tsx';
import { durationTick, usdTick } from '#components/plots/plot-frame.ts';
import { usePlotLine } from '#components/plots/plot-line.tsx';
import { PlotPanel } from '#components/plots/plot-panel.tsx';
import { Spans } from '#components/plots/spans.tsx';
import { TimePlot } from '#components/plots/time-plot.tsx';
import { formatDuration } from '#lib/i18n/format-duration.ts';
import { formatUsd } from '#lib/i18n/format-usd.ts';

const PLOT_PX = 191;
/** Models with a colour of their own; the others are one series. */
const MAX_MODELS = 4;
const MODEL_COLOURS = ['--plot-1', '--plot-2', '--plot-3', '--plot-5', '--plot-4'] as const;
const OTHERS = '\0';

/** What models cost, as bars; the models without a price are named, and have no bar. */
export function CostPlot({ data, texts, address, className }: PanelProps & { className: string }) {
  const t = useTranslations('dashboards');
  const { at } = usePlotLine();
  const offset = data.before?.points.length ?? 0;
  const steps = usePlotSteps({ data, texts }).slice(offset);
  const priced = data.models.filter(({ costUsd }) => costUsd !== null);
  const named = priced.slice(0, MAX_MODELS).map(({ model }) => model);
  const keys = priced.length > MAX_MODELS ? [...named, OTHERS] : named;
  const costAt = (key: string, index: number) =>
    (data.points[index]?.models ?? [])
      .filter(({ model }) => (key === OTHERS ? !named.includes(model) : model === key))
      .reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0);
  const series: BarSeries[] = keys.map((key, index) => ({
    key,
    name: key === OTHERS ? t('others') : key,
    colour: MODEL_COLOURS[index] ?? '--plot-4',
    values: data.points.map((_, step) => costAt(key, step)),
  }));
  const totals = data.points.map((_, step) => series.reduce((sum, { values }) => sum + (values[step] ?? 0), 0));
  const total = totals.reduce((sum, value) => sum + value, 0);
  const step = at === undefined ? undefined : at - offset;
  const shownOf = ({ values }: BarSeries) =>
    step !== undefined && steps[step] ? (values[step] ?? 0) : values.reduce((sum, value) => sum + value, 0);
  const unpriced = data.models.filter(({ costUsd }) => costUsd === null);
  return (
    <PlotPanel
      id="cost"
      title={t('plots.cost')}
      className={className}
      minHeightPx={PLOT_PX}
      runsHref={runsHref(address, data)}
      legend={<Legend items={[{ key: 'total', name: '', value: priced.length === 0 ? MISSING : formatUsd(total) }]} />}
      table={{
        columns: [t('time'), ...series.map(({ name }) => name)],
        rows: data.points.map((_, index) => [steps[index]?.label ?? '', ...series.map(({ values }) => values[index] ?? 0)]),
      }}
      cellText={(value, column) => (column === 0 ? String(value) : formatUsd(Number(value)))}
    >
      <div className="flex gap-3">
        <div className="min-w-0 grow">
          <TimePlot
            label={t('plots.cost')}
            steps={steps}
            offset={offset}
            most={Math.max(0, ...totals)}
            heightPx={PLOT_PX}
            insets={{ left: 48 }}
            tickText={usdTick}
            words={(index) =>
              [steps[index]?.label ?? '', ...series.map(({ name, values }) => `${name} ${formatUsd(values[index] ?? 0)}`)].join(
                ', ',
              )
            }
            onOpen={(index) => data.points[index] && openRuns(address, data.points[index])}
          >
            {(frame) => (
              <>
                <Bars frame={frame} steps={steps} series={series} />
                <BeforeMarks before={data.before?.points.map(({ costUsd }) => costUsd) ?? []} frame={frame} />
              </>
            )}
          </TimePlot>
        </div>
        <ul className="grid max-w-32 shrink-0 content-start gap-1 pt-1 text-meta text-ink-2">
          {series.toReversed().map((one) => (
            <li key={one.key} className="min-w-0" data-model={one.key}>
              <span className="flex items-center gap-1.5">
                <span
                  aria-hidden="true"
                  className="size-2.25 shrink-0 rounded-[1px]"
                  style={{ background: `var(${one.colour})` }}
                />
                <span title={one.name} className="truncate">
                  {one.name}
                </span>
              </span>
              <span className="block pl-3.75 tabular-nums">
                <b className="font-strong text-ink-1">{formatUsd(shownOf(one))}</b>{' '}
                {total > 0
                  ? texts.value('success', shownOf(one) / (step !== undefined && totals[step] ? totals[step] : total))
                  : ''}
              </span>
            </li>
          ))}
          {unpriced.slice(0, 3).map(({ model }) => (
            <li key={model} className="min-w-0 text-ink-3" data-unpriced={model}>
              <span title={model} className="block truncate">
                {model}
              </span>
              {t('noPrice')}
            </li>
          ))}
        </ul>
      </div>
    </PlotPanel>
  );
}

type MarksProps = {
  before: readonly (number | null)[];
  frame: { x: (step: number) => number; y: (value: number) => number; stepPx: number };
};

/** What each step cost in the time before. */
function BeforeMarks({ before, frame: { x, y, stepPx } }: MarksProps) {
  const half = Math.min(15, stepPx / 2);
  return before.map((value, index) =>
    value === null || value === 0 || y(value) < 0 ? null : (
      <path
        // biome-ignore lint/suspicious/noArrayIndexKey: a mark is its step
        key={index}
        d={`M${x(index) - half} ${y(value)}H${x(index) + half}`}
        stroke="var(--plot-before)"
        strokeWidth={1.5}
        strokeDasharray="2 2"
      />
    ),
  );
}

const HEAT_STEPS = [0, 1, 2, 3, 4, 5] as const;
/** A Monday. */
const MONDAY = Date.UTC(2026, 0, 5);
const DAY_MS = 86_400_000;

/** When runs are started: weekdays and hours of the viewer. */
export function HourPlot({ data, texts, address, className }: PanelProps & { className: string }) {
  const t = useTranslations('dashboards');
  const format = useFormatter();
  const days = data.hours.map((_, index) =>
    format.dateTime(new Date(MONDAY + index * DAY_MS), { weekday: 'short', timeZone: 'UTC' }),
  );
  const hours = (data.hours[0] ?? []).map((_, hour) => String(hour).padStart(2, '0'));
  const best = hottest(data.hours);
  const name = ({ row, column }: { row: number; column: number }) => `${days[row] ?? ''} ${hours[column] ?? ''}:00`;
  return (
    <PlotPanel
      id="hours"
      title={t('plots.hours')}
      className={className}
      minHeightPx={PLOT_PX}
      runsHref={runsHref(address, data)}
      legend={
        <p className="ml-auto flex items-center gap-0.75 text-meta whitespace-nowrap text-ink-2 tabular-nums">
          0
          {HEAT_STEPS.map((step) => (
            <span key={step} aria-hidden="true" className="h-2.25 w-2.75" style={{ background: `var(--heat-${step})` }} />
          ))}
          {best ? (
            <>
              {texts.number(best.value)}, <b className="font-strong text-ink-1">{name(best)}</b>
            </>
          ) : null}
        </p>
      }
      table={{ columns: [t('weekday'), ...hours], rows: data.hours.map((line, row) => [days[row] ?? '', ...line]) }}
    >
      <Heat
        label={t('plots.hours')}
        rows={days}
        columns={hours.map((hour, index) => (index % 3 === 0 ? hour : ''))}
        values={data.hours}
        heightPx={PLOT_PX}
        words={(cell) => {
          const value = data.hours[cell.row]?.[cell.column] ?? null;
          return value === null ? t('notYet', { time: name(cell) }) : t('runsAt', { time: name(cell), count: value });
        }}
        onOpen={(cell) => {
          const point = lastHour(data, cell);
          if (point) openRuns(address, point);
        }}
      />
    </PlotPanel>
  );
}

const HOUR_MS = 3_600_000;

/** The last time in the range that it was that hour of that weekday: runs are listed for one span of time. */
function lastHour({ from, to, zone, asOf }: PanelProps['data'], { row, column }: { row: number; column: number }) {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, weekday: 'short', hour: '2-digit', hourCycle: 'h23' });
  const wanted = `${['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'][row]}, ${String(column).padStart(2, '0')}`;
  const endMs = Math.min(Date.parse(to), Date.parse(asOf));
  for (let startMs = Math.floor(endMs / (HOUR_MS / 2)) * (HOUR_MS / 2); startMs >= Date.parse(from); startMs -= HOUR_MS / 2) {
    const isFirstHalf = format.format(startMs) === wanted && format.format(startMs - HOUR_MS / 2) !== wanted;
    if (isFirstHalf) return { from: new Date(startMs).toISOString(), to: new Date(startMs + HOUR_MS).toISOString() };
  }
  return undefined;
}

const MAX_NODES = 7;

/** Where the time goes: median and 95th percentile of the nodes, without waits. */
export function NodePlot({ data, address, className }: PanelProps & { className: string }) {
  const t = useTranslations('dashboards');
  const nodes = data.nodes ?? [];
  const rows = nodes.slice(0, MAX_NODES).toSorted((a, b) => b.p95Ms - a.p95Ms);
  return (
    <PlotPanel
      id="nodes"
      title={t('plots.nodes')}
      className={className}
      minHeightPx={PLOT_PX}
      legend={
        <Legend
          items={[
            { key: 'p50', name: t('measures.p50'), value: '', colour: '--plot-1' },
            { key: 'p95', name: t('toP95'), value: '', colour: '--heat-2' },
          ]}
        />
      }
      table={{
        columns: [t('node'), t('count'), t('outcomes.failed'), 'p50_ms', 'p95_ms', 'total_ms'],
        rows: nodes.map(({ label, count, failed, p50Ms, p95Ms, totalMs }) => [label, count, failed, p50Ms, p95Ms, totalMs]),
      }}
      cellText={(value, column) => (column >= 3 ? formatDuration(Number(value)) : String(value))}
    >
      {rows.length === 0 ? (
        <p className="text-ink-3">{t(data.nodes ? 'noNodes' : 'nodesOfAll')}</p>
      ) : (
        <Spans
          label={t('plots.nodes')}
          heightPx={PLOT_PX}
          tickText={durationTick}
          rows={rows.map(({ workflowId, nodeId, label, p50Ms, p95Ms }) => ({
            id: `${workflowId ?? ''}/${nodeId}`,
            name: label,
            from: p50Ms,
            to: p95Ms,
            text: `${formatDuration(p50Ms)} / ${formatDuration(p95Ms)}`,
          }))}
          onOpen={(id) => {
            const row = rows.find(({ workflowId, nodeId }) => `${workflowId ?? ''}/${nodeId}` === id);
            const workflow = address.endpoint === undefined ? (row?.workflowId ?? undefined) : undefined;
            if (row) window.location.assign(runsHref(address, { from: data.from, to: data.to, node: row.nodeId, workflow }));
          }}
        />
      )}
    </PlotPanel>
  );
}
