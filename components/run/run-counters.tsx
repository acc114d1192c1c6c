'use client';
import { useTranslations } from 'use-intl';
import type { Timeline } from '#components/run/layout-timeline.ts';
import { formatDuration } from '#lib/i18n/format-duration.ts';
import type { RunState } from '#lib/run/run-state.ts';

/** Time, tokens and nodes of the run so far. */
export function RunCounters({ run, timeline }: { run: RunState; timeline: Timeline }) {
  const t = useTranslations('run');
  const finished = timeline.rows.filter(({ state }) => state !== 'queued' && state !== 'running' && state !== 'waiting').length;
  const counters = [
    {
      key: 'elapsed',
      term: t('elapsed'),
      value: formatDuration(timeline.elapsedMs),
      more: timeline.waitedMs > 0 ? t('waited', { time: formatDuration(timeline.waitedMs) }) : undefined,
    },
    { key: 'tokens', term: t('tokens'), value: run.usage.totalTokens.toLocaleString('en') },
    { key: 'nodes', term: t('nodes'), value: t('nodesOf', { finished: String(finished), total: String(timeline.rows.length) }) },
  ];
  return (
    <dl className="flex shrink-0 border-b border-line-1">
      {counters.map(({ key, term, value, more }) => (
        <div key={key} data-counter={key} className="flex-1 border-l border-line-1 px-3 py-1.5 first:border-l-0">
          <dt className="text-meta text-ink-3">{term}</dt>
          <dd className="flex flex-wrap items-baseline gap-x-2 whitespace-nowrap tabular-nums">
            <span className="font-[520]">{value}</span>
            {more ? <span className="text-meta text-ink-3">{more}</span> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}
