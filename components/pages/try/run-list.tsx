'use client';
import Link from 'next/link';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { RunListItem } from '#components/data/listed.ts';
import type { RunPageData } from '#components/pages/try/run-page-data.ts';
import { useNames } from '#components/run-view/use-names.ts';
import { Button } from '#components/ui/button.tsx';
import { StatusMark } from '#components/ui/status-mark.tsx';

type RunListProps = {
  id: string;
  title: string;
  runs: readonly RunListItem[];
  /** How many are shown at first. @defaultValue all */
  shownMax?: number;
  data: Pick<RunPageData, 'templates' | 'openDecisions' | 'today'>;
  chosenId: string | undefined;
  onChoose: () => void;
};

export function RunList({ id, title, runs, shownMax = runs.length, data, chosenId, onChoose }: RunListProps) {
  const t = useTranslations();
  const { templateName } = useNames();
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? runs : runs.slice(0, shownMax);
  const nameOf = (workflowName: string) => {
    const template = data.templates.find(({ name }) => name === workflowName);
    return template ? templateName(template) : workflowName;
  };
  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="flex h-(--bar-panel) items-center px-3 text-meta font-strong text-ink-3">
        {title}
      </h2>
      {runs.length === 0 ? <p className="px-3 pb-2 text-ink-2">{t('library.noRuns')}</p> : null}
      <ul className="pb-2">
        {shown.map((run) => (
          <li key={run.runId}>
            <Link
              href={`/runs/${encodeURIComponent(run.runId)}`}
              prefetch={false}
              onClick={onChoose}
              aria-current={run.runId === chosenId ? 'true' : undefined}
              data-state={run.status}
              className="flex h-7 items-center gap-2 border-l-2 border-transparent pr-3 pl-2.5 outline-offset-[-2px] hover:bg-hover aria-[current]:border-accent aria-[current]:bg-accent-bg"
            >
              <StatusMark state={run.status} />
              <span className="grow truncate">{nameOf(run.workflowName)}</span>
              <RunWord status={run.status} openCount={data.openDecisions[run.runId] ?? 0} />
              <RunTime at={run.createdAt} today={data.today} />
            </Link>
          </li>
        ))}
        {shown.length < runs.length ? (
          <li className="pl-1.5">
            <Button look="quiet" onClick={() => setIsWhole(true)}>
              {t('library.moreRuns', { count: runs.length - shown.length })}
            </Button>
          </li>
        ) : null}
      </ul>
    </section>
  );
}

/**
 * Succeeded runs are less prominent: their shape is enough, and the name needs the space. Open
 * approvals come first.
 */
function RunWord({ status, openCount }: { status: RunListItem['status']; openCount: number }) {
  const t = useTranslations();
  if (openCount === 0)
    return <span className={status === 'succeeded' ? 'sr-only' : 'shrink-0 text-meta text-state'}>{t(`status.${status}`)}</span>;
  const decisions = t('library.openDecisions', { count: openCount });
  return (
    <span
      title={decisions}
      className="num min-w-4 shrink-0 rounded-chip border border-waiting-line bg-waiting-bg px-1 text-center leading-3.5 text-waiting"
    >
      <span className="sr-only">
        {t(`status.${status}`)} {decisions}
      </span>
      <span aria-hidden="true">{openCount}</span>
    </span>
  );
}

function RunTime({ at, today }: { at: string; today: string }) {
  const format = useFormatter();
  const day = (iso: string) => format.dateTime(new Date(iso), { year: 'numeric', month: '2-digit', day: '2-digit' });
  const isToday = day(at) === day(today);
  const text = format.dateTime(
    new Date(at),
    isToday ? { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } : { month: 'short', day: 'numeric' },
  );
  return (
    <time dateTime={at} className="num min-w-9 shrink-0 text-right text-ink-3">
      {text}
    </time>
  );
}
