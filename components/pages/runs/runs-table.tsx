'use client';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { RunRow as Row } from '#components/pages/runs/live-runs.ts';
import { RunRow } from '#components/pages/runs/run-row.tsx';

/** The distance from the end at which more rows are loaded. */
const NEAR_END = '400px';

type RunsTableProps = { rows: readonly Row[]; nowMs: number; onNearEnd: () => void };

/** A row per run. Arrow keys move between runs; more rows load near the end. */
export function RunsTable({ rows, nowMs, onNearEnd }: RunsTableProps) {
  const t = useTranslations('runs');
  const end = useRef<HTMLTableSectionElement>(null);
  useEffect(() => {
    const watched = end.current;
    if (!watched) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onNearEnd(), { rootMargin: NEAR_END });
    observer.observe(watched);
    return () => observer.disconnect();
  }, [onNearEnd]);
  return (
    <table className="w-full table-fixed border-collapse">
      <thead className="sticky top-0 z-1 bg-panel text-left text-meta text-ink-3">
        <tr className="h-6 shadow-[inset_0_-1px_0_var(--line-1)] [&>th]:px-2 [&>th]:font-text">
          <th scope="col" className="w-32 pl-3!">
            {t('columns.status')}
          </th>
          <th scope="col" className="w-[26%] max-lg:w-[22%] max-md:w-auto">
            {t('columns.workflow')}
          </th>
          <th scope="col" className="w-36 max-lg:w-28 max-md:hidden">
            {t('columns.trigger')}
          </th>
          <th scope="col" className="w-34">
            {t('columns.started')}
          </th>
          <th scope="col" className="w-24 text-right max-md:hidden">
            {t('columns.took')}
          </th>
          <th scope="col" className="w-20 text-right max-md:hidden">
            {t('columns.tokens')}
          </th>
          <th scope="col" className="w-20 text-right max-md:hidden">
            {t('columns.cost')}
          </th>
          <th scope="col" className="pr-3! max-md:hidden">
            {t('columns.error')}
          </th>
        </tr>
      </thead>
      <tbody onKeyDown={moveFocus}>
        {rows.map((row) => (
          <RunRow key={row.runId} row={row} nowMs={row.finishedAt === null ? nowMs : 0} />
        ))}
      </tbody>
      <tbody ref={end} aria-hidden="true" />
    </table>
  );
}

/** Down and up from link to link, as in a list. */
function moveFocus(event: KeyboardEvent<HTMLTableSectionElement>) {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a')];
  const here = links.indexOf(document.activeElement as HTMLElement);
  const next = links[here + (event.key === 'ArrowDown' ? 1 : -1)];
  if (here < 0 || !next) return;
  event.preventDefault();
  next.focus();
}
