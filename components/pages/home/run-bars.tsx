'use client';
import { useTranslations } from 'use-intl';
import { durationOf, type ListedRun, RUNS_SHOWN, summariseRuns } from '#components/pages/home/summarise-runs.ts';

const HEIGHT = 18;
const STEP = 4;
/** The lowest bar, and how far a run that failed reaches below the line, so that its colour is not alone. */
const LEAST = 3;
const FOOT = 3;

const colours: Partial<Record<ListedRun['status'], string>> = {
  failed: 'fill-failed',
  waiting: 'fill-waiting',
  running: 'fill-running',
};

/** The last runs, oldest first: how long each took and how it ended. */
export function RunBars({ runs }: { runs: readonly ListedRun[] }) {
  const t = useTranslations('home');
  const shown = runs.slice(0, RUNS_SHOWN).toReversed();
  const { count, failedCount } = summariseRuns(shown);
  if (count === 0) return null;
  const longest = Math.max(...shown.map((run) => durationOf(run) ?? 0), 1);
  const line = HEIGHT - FOOT;
  return (
    <svg
      role="img"
      aria-label={t('lastRuns', { count, failed: failedCount })}
      width={RUNS_SHOWN * STEP}
      height={HEIGHT}
      viewBox={`0 0 ${RUNS_SHOWN * STEP} ${HEIGHT}`}
    >
      <title>{t('lastRuns', { count, failed: failedCount })}</title>
      {shown.map((run, index) => {
        // The longest of a hundred runs would flatten all others.
        const height = LEAST + (line - LEAST) * Math.sqrt((durationOf(run) ?? 0) / longest);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: bars have no identity besides their index
            key={index}
            x={index * STEP}
            y={line - height}
            width={STEP - 1.5}
            height={run.status === 'failed' ? height + FOOT : height}
            className={colours[run.status] ?? 'fill-line-3'}
          />
        );
      })}
    </svg>
  );
}
