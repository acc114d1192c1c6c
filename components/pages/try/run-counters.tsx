'use client';
import { useTranslations } from 'use-intl';
import { runAxis } from '#components/run-view/run-axis.ts';
import { waitedMsOf } from '#components/run-view/run-waits.ts';
import { formatDuration } from '#lib/i18n/format-duration.ts';
import type { RunState } from '#lib/run/run-state.ts';
import type { WorkflowNode } from '#lib/workflow/workflow.ts';

/** Time, tokens and nodes of the run so far. */
export function RunCounters({ run, nodes, nowMs }: { run: RunState; nodes: readonly WorkflowNode[]; nowMs: number }) {
  const t = useTranslations('run');
  const { startedMs, endMs } = runAxis(run, nowMs);
  const waitedMs = waitedMsOf(run, endMs);
  const known = new Set([...nodes.map(({ id }) => id), ...Object.keys(run.nodes)]);
  const finished = Object.values(run.nodes).filter(({ status }) => status !== 'running' && status !== 'waiting').length;
  const counters = [
    {
      key: 'elapsed',
      term: t('elapsed'),
      value: formatDuration(endMs - startedMs),
      more: waitedMs > 0 ? t('waited', { time: formatDuration(waitedMs) }) : undefined,
    },
    { key: 'tokens', term: t('tokens'), value: run.usage.totalTokens.toLocaleString('en') },
    { key: 'nodes', term: t('nodes'), value: t('nodesOf', { finished: String(finished), total: String(known.size) }) },
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
