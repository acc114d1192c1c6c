'use client';
import { useFormatter, useTranslations } from 'use-intl';
import { useBucketTime } from '#components/pages/monitor/use-bucket-time.ts';
import type { MonitorBucket, MonitorRange } from '#lib/api/monitor.contract.ts';
import { formatDuration } from '#lib/i18n/format-duration.ts';
import { formatUsd } from '#lib/i18n/format-usd.ts';

const HEIGHT_PX = 96;
/** From bottom to top, in the colours of their states; unfinished runs are on top. */
const layers = [
  { key: 'failed', colour: 'bg-failed' },
  { key: 'cancelled', colour: 'bg-line-3' },
  { key: 'succeeded', colour: 'bg-succeeded' },
  { key: 'open', colour: 'bg-running' },
] as const;

type RunBarsProps = { steps: readonly MonitorBucket[]; range: MonitorRange };

/** The runs of each period as a stacked bar, with totals above. The tooltip of a bar has all values of its period. */
export function RunBars({ steps, range }: RunBarsProps) {
  const t = useTranslations('monitor');
  const format = useFormatter();
  const timeOf = useBucketTime(range);
  const took = (ms: number | null) => (ms === null ? '–' : formatDuration(ms));
  const sum = (key: 'tokens' | 'costUsd') => steps.reduce((total, step) => total + step[key], 0);
  const words = ({ at, p50Ms, p95Ms, tokens, costUsd, ...counts }: MonitorBucket) =>
    t('stepFacts', {
      ...counts,
      at: timeOf(at),
      p50: took(p50Ms),
      p95: took(p95Ms),
      tokens: format.number(tokens),
      cost: formatUsd(costUsd),
    });
  const last = steps.findLast(({ p50Ms }) => p50Ms !== null);
  const facts = [
    { title: t('runsTotal'), value: format.number(steps.reduce((total, step) => total + countOf(step), 0)) },
    ...layers.map(({ key, colour }) => ({ title: t(key), value: format.number(sumOf(steps, key)), colour })),
    { title: t('durations'), value: `${took(last?.p50Ms ?? null)} / ${took(last?.p95Ms ?? null)}` },
    { title: t('tokens'), value: format.number(sum('tokens'), { notation: 'compact' }) },
    { title: t('cost'), value: formatUsd(sum('costUsd')) },
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
        <Bars steps={steps} range={range} words={words} />
      )}
    </>
  );
}

function Bars({ steps, range, words }: RunBarsProps & { words: (step: MonitorBucket) => string }) {
  const timeOf = useBucketTime(range);
  const most = Math.max(...steps.map(countOf));
  return (
    <>
      <ol className="flex items-end gap-px border-b border-line-2" style={{ height: HEIGHT_PX }}>
        {steps.map((step) => (
          <li key={step.at} title={words(step)} className="flex h-full min-w-0 grow basis-0 flex-col-reverse hover:bg-hover">
            <span className="sr-only">{words(step)}</span>
            {layers.map(({ key, colour }) => (
              <span
                key={key}
                aria-hidden="true"
                className={`block ${colour}`}
                style={{ height: `${(step[key] / most) * 100}%` }}
              />
            ))}
          </li>
        ))}
      </ol>
      <p aria-hidden="true" className="flex justify-between text-meta text-ink-3 tabular-nums">
        <span>{timeOf(steps[0]?.at ?? '')}</span>
        <span>{timeOf(steps.at(-1)?.at ?? '')}</span>
      </p>
    </>
  );
}

function countOf({ succeeded, failed, cancelled, open }: MonitorBucket): number {
  return succeeded + failed + cancelled + open;
}

function sumOf(steps: readonly MonitorBucket[], key: (typeof layers)[number]['key']): number {
  return steps.reduce((total, step) => total + step[key], 0);
}
