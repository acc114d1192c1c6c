'use client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import type { WorkflowRow } from '#components/pages/home/home-data.ts';
import { LastRun } from '#components/pages/home/last-run.tsx';
import { LiveAt } from '#components/pages/home/live-at.tsx';
import { FIRST_QUERY, loadRows } from '#components/pages/home/load-rows.ts';
import { RunBars } from '#components/pages/home/run-bars.tsx';
import { summariseRuns } from '#components/pages/home/summarise-runs.ts';
import { RECENT_ROWS, type StartData } from '#components/pages/start/start-data.ts';
import { useIsHydrated } from '#components/ui/use-is-hydrated.ts';
import { costText } from '#lib/i18n/cost-text.ts';
import { formatDuration } from '#lib/i18n/format-duration.ts';
import { visibleText } from '#lib/i18n/visible-text.ts';

/** Older data is loaded again at once: the browser may show a page from its history. */
const FRESH_MS = 5000;

/** The workflows that were saved last. */
export function useRecentRows(first: StartData) {
  const isHydrated = useIsHydrated();
  return useQuery({
    queryKey: ['recent workflows'],
    queryFn: ({ signal }) => loadRows(apiClient, FIRST_QUERY, { limit: RECENT_ROWS, signal }),
    initialData: { rows: first.rows, nextCursor: first.nextCursor, counts: first.counts },
    initialDataUpdatedAt: Date.parse(first.madeAt),
    staleTime: FRESH_MS,
    enabled: isHydrated,
  }).data;
}

const heading = 'h-5.5 pr-3 text-left text-meta font-[500] text-ink-3';
const cell = 'overflow-hidden pr-3 whitespace-nowrap';

type RecentWorkflowsProps = { rows: readonly WorkflowRow[]; count: number; deployments: StartData['deployments']; nowMs: number };

/** What was worked on last, in rows of one line. */
export function RecentWorkflows({ rows, count, deployments, nowMs }: RecentWorkflowsProps) {
  const t = useTranslations('start.recent');
  const home = useTranslations('home.columns');
  return (
    <section aria-labelledby="recent">
      <div className="flex h-8 items-center gap-2 px-6 pt-1 whitespace-nowrap max-md:px-4">
        <h2 id="recent" className="text-name font-title">
          {t('title')}
        </h2>
        <span className="num text-ink-3">{t('inAll', { count })}</span>
        <Link href="/workflows" prefetch={false} className="ml-auto font-[520] text-accent hover:underline">
          {t('all')}
        </Link>
      </div>
      <table className="mx-6 w-[calc(100%-48px)] table-fixed border-collapse max-md:mx-4 max-md:w-[calc(100%-32px)]">
        <thead className="max-md:sr-only">
          <tr className="border-b border-line-2">
            <th scope="col" className={heading}>
              {home('name')}
            </th>
            <th scope="col" className={`${heading} w-44`}>
              {home('lastRun')}
            </th>
            <th scope="col" className={`${heading} w-43 max-lg:hidden`}>
              {home('liveAt')}
            </th>
            <th scope="col" className={`${heading} w-28`}>
              {t('lastRuns')}
            </th>
            <th scope="col" className={`${heading} w-21 text-right!`}>
              {home('median')}
            </th>
            <th scope="col" className={`${heading} w-24 pr-0! text-right!`}>
              {t('cost')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row
              key={row.workflowId}
              row={row}
              deployments={deployments.filter(({ workflowId }) => workflowId === row.workflowId)}
              nowMs={nowMs}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

type RowProps = { row: WorkflowRow; deployments: StartData['deployments']; nowMs: number };

function Row({ row, deployments, nowMs }: RowProps) {
  const t = useTranslations('home');
  const noPrice = useTranslations('costs')('noPrice');
  const { workflowId, name, content, lastRun, recentRuns } = row;
  const { medianMs, costUsd, tokens } = summariseRuns(recentRuns);
  const about = content ? visibleText(content.description) : t('unreadableRow');
  return (
    <tr
      data-recent={workflowId}
      className="h-7 border-b border-line-1 hover:bg-hover max-md:grid max-md:h-auto max-md:grid-cols-[1fr_auto] max-md:gap-y-1 max-md:py-2"
    >
      <td className={`${cell} text-ellipsis max-md:order-1`}>
        <Link
          href={`/workflows/${encodeURIComponent(workflowId)}`}
          prefetch={false}
          className="rounded-control text-name font-title -outline-offset-1 hover:underline max-md:block max-md:truncate"
        >
          {visibleText(name)}
        </Link>
        {about === '' ? null : <span className="ml-2 text-ink-3 max-md:hidden">{about}</span>}
      </td>
      <td className={`${cell} max-md:order-2 max-md:pr-0`}>
        <LastRun run={lastRun} nowMs={nowMs} />
      </td>
      <td className={`${cell} max-lg:hidden`}>
        <LiveAt deployments={deployments} />
      </td>
      <td className={`${cell} max-md:order-3`}>
        <RunBars runs={recentRuns} />
      </td>
      <td className={`num ${cell} text-right text-ink-2 max-md:order-5 max-md:hidden`}>
        {medianMs === undefined ? null : formatDuration(medianMs)}
      </td>
      <td className={`num ${cell} pr-0! text-right text-ink-2 max-md:order-4`}>{costText({ costUsd, tokens }, noPrice)}</td>
    </tr>
  );
}
