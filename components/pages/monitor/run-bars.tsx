'use client';
import { useFormatter, useTranslations } from 'use-intl';
import { sidesOfPlot } from '#components/pages/monitor/heat-columns.ts';
import { useBucketTime } from '#components/pages/monitor/use-bucket-time.ts';
import { Bars } from '#components/plots/bars.tsx';
import { Lines } from '#components/plots/lines.tsx';
import { durationTick } from '#components/plots/plot-frame.ts';
import { TimePlot } from '#components/plots/time-plot.tsx';
import type { MonitorBucket, MonitorRange } from '#lib/api/monitor.contract.ts';
import { costOfRuns } from '#lib/i18n/cost-text.ts';
import { formatDuration } from '#lib/i18n/format-duration.ts';

const HEIGHT_PX = 120;
/** From bottom to top, in the colours of their states; unfinished runs are on top. */
const layers = [
  { key: 'failed', colour: 'bg-failed', token: '--failed' },
  { key: 'cancelled', colour: 'bg-line-3', token: '--line-3' },
  { key: 'succeeded', colour: 'bg-succeeded', token: '--succeeded' },
  { key: 'open', colour: 'bg-running', token: '--running' },
] as const;

type RunBarsProps = { steps: readonly MonitorBucket[]; range: MonitorRange };

/** The runs of each period as a stacked bar, with totals above. The tooltip of a bar has all values of its period. */
export function RunBars({ steps, range }: RunBarsProps) {
  const t = useTranslations('monitor');
  const format = useFormatter();
  const noPrice = useTranslations('costs')('noPrice');
  const timeOf = useBucketTime(range);
  const took = (ms: number | null) => (ms === null ? '–' : formatDuration(ms));
  const sum = (key: 'tokens' | 'costUsd' | 'pricedRuns') => steps.reduce((total, step) => total + step[key], 0);
  const words = ({ at, p50Ms, p95Ms, tokens, costUsd, pricedRuns, ...counts }: MonitorBucket) =>
    t('stepFacts', {
      ...counts,
      at: timeOf(at),
      p50: took(p50Ms),
      p95: took(p95Ms),
      tokens: format.number(tokens),
      cost: costOfRuns({ tokens, costUsd, pricedRuns }, noPrice),
    });
  const last = steps.findLast(({ p50Ms }) => p50Ms !== null);
  const facts = [
    { title: t('runsTotal'), value: format.number(steps.reduce((total, step) => total + countOf(step), 0)) },
    ...layers.map(({ key, colour }) => ({ title: t(key), value: format.number(sumOf(steps, key)), colour })),
    { title: t('durations'), value: `${took(last?.p50Ms ?? null)} / ${took(last?.p95Ms ?? null)}` },
    { title: t('tokens'), value: format.number(sum('tokens'), { notation: 'compact' }) },
    {
      title: t('cost'),
      value: costOfRuns({ tokens: sum('tokens'), costUsd: sum('costUsd'), pricedRuns: sum('pricedRuns') }, noPrice),
    },
  ];
  return (
    <>
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {facts.map((fact) => (
          <div key={fact.title} data-fact={fact.title}>
            <dt className="flex items-center gap-1.5 text-meta text-ink-3">
              {'colour' in fact ? <span aria-hidden="true" className={`size-2 rounded-chip ${fact.colour}`} /> : null}
              {fact.title}
            </dt>
            <dd className="text-name font-strong tabular-nums">{fact.value}</dd>
          </div>
        ))}
      </dl>
      {steps.every((step) => countOf(step) === 0) ? (
        <p className="text-ink-2">{t('noRuns')}</p>
      ) : (
        <StepBars steps={steps} range={range} words={words} />
      )}
    </>
  );
}

function StepBars({ steps, range, words }: RunBarsProps & { words: (step: MonitorBucket) => string }) {
  const t = useTranslations('monitor');
  const format = useFormatter();
  const timeOf = useBucketTime(range);
  const marks = steps.map(({ at }) => ({ tick: timeOf(at), label: timeOf(at), isBefore: false, isSoFar: false }));
  const series = layers.map(({ key, token }) => ({ key, name: t(key), colour: token, values: steps.map((step) => step[key]) }));
  const durations = [
    { key: 'p95', name: 'p95', colour: '--plot-1', values: steps.map(({ p95Ms }) => p95Ms) },
    { key: 'p50', name: 'p50', colour: '--plot-2', values: steps.map(({ p50Ms }) => p50Ms) },
  ];
  return (
    <>
      <TimePlot
        label={t('runs')}
        steps={marks}
        most={Math.max(...steps.map(countOf))}
        heightPx={HEIGHT_PX}
        insets={sidesOfPlot}
        tickText={(tick) => (Number.isInteger(tick) ? format.number(tick) : '')}
        words={(step) => (steps[step] ? words(steps[step]) : '')}
        onOpen={(step) => steps[step] && openStep(steps, step)}
      >
        {(frame) => <Bars frame={frame} steps={marks} series={series} />}
      </TimePlot>
      <TimePlot
        label={t('durations')}
        steps={marks}
        most={Math.max(0, ...steps.map(({ p95Ms }) => p95Ms ?? 0))}
        heightPx={HEIGHT_PX}
        insets={sidesOfPlot}
        tickText={durationTick}
        words={(step) => (steps[step] ? words(steps[step]) : '')}
        onOpen={(step) => steps[step] && openStep(steps, step)}
      >
        {(frame, at) => <Lines frame={frame} steps={marks} series={durations} at={at} />}
      </TimePlot>
    </>
  );
}

/** The runs of a step, single nodes included, as the monitor counts them. */
function openStep(steps: readonly MonitorBucket[], index: number): void {
  const [first, second] = steps.map(({ at }) => Date.parse(at));
  const from = Date.parse(steps[index]?.at ?? '');
  const params = { after: new Date(from).toISOString(), before: new Date(from + ((second ?? 0) - (first ?? 0))).toISOString() };
  window.location.assign(`/runs?${new URLSearchParams(params)}`);
}

function countOf({ succeeded, failed, cancelled, open }: MonitorBucket): number {
  return succeeded + failed + cancelled + open;
}

function sumOf(steps: readonly MonitorBucket[], key: (typeof layers)[number]['key']): number {
  return steps.reduce((total, step) => total + step[key], 0);
}
