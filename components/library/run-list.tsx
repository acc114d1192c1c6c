'use client';
import Link from 'next/link';
import { useFormatter, useTranslations } from 'use-intl';
import type { RunListItem, TemplateSummary } from '#components/run/run-page-data.ts';
import { useNames } from '#components/run/use-names.ts';
import { StatusMark } from '#components/ui/status-mark.tsx';

type RunListProps = {
  runs: readonly RunListItem[];
  templates: readonly TemplateSummary[];
  chosenId: string | undefined;
  /** When the page was made, as an ISO date. */
  today: string;
  onChoose: () => void;
};

export function RunList({ runs, templates, chosenId, today, onChoose }: RunListProps) {
  const t = useTranslations();
  const { templateName } = useNames();
  const nameOf = (workflowName: string) => {
    const template = templates.find(({ name }) => name === workflowName);
    return template ? templateName(template) : workflowName;
  };
  return (
    <section aria-labelledby="runs-title">
      <h2 id="runs-title" className="flex h-(--bar-panel) items-center px-3 text-meta font-strong text-ink-3">
        {t('library.runs')}
      </h2>
      {runs.length === 0 ? <p className="px-3 pb-2 text-ink-2">{t('library.noRuns')}</p> : null}
      <ul className="pb-2">
        {runs.map((run) => (
          <li key={run.runId}>
            <Link
              href={`/?run=${encodeURIComponent(run.runId)}`}
              prefetch={false}
              onClick={onChoose}
              aria-current={run.runId === chosenId ? 'true' : undefined}
              data-state={run.status}
              className="flex h-7 items-center gap-2 border-l-2 border-transparent pr-3 pl-2.5 outline-offset-[-2px] hover:bg-hover aria-[current]:border-accent aria-[current]:bg-accent-bg"
            >
              <StatusMark state={run.status} />
              <span className="grow truncate">{nameOf(run.workflowName)}</span>
              {/* What went well is quiet: its shape says enough, and a name needs the room. */}
              <span className={run.status === 'succeeded' ? 'sr-only' : 'shrink-0 text-meta text-state'}>
                {t(`status.${run.status}`)}
              </span>
              <RunTime at={run.createdAt} today={today} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
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
