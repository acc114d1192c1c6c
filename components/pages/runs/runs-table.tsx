'use client';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { RunRow as Row } from '#components/pages/runs/live-runs.ts';
import { RunRow } from '#components/pages/runs/run-row.tsx';
import type { SelectedRuns } from '#components/pages/runs/use-selected-runs.ts';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { useStableCall } from '#components/ui/use-stable-call.ts';

/** The distance from the end at which more rows are loaded. */
const NEAR_END = '400px';

type RunsTableProps = {
  rows: readonly Row[];
  nowMs: number;
  selected: SelectedRuns;
  onDeleted: (runId: string) => void;
  onNearEnd: () => void;
};

/** A selectable row per run. Arrow keys move between runs; more rows load near the end. */
export function RunsTable({ rows, nowMs, selected, onDeleted, onNearEnd }: RunsTableProps) {
  const t = useTranslations('runs');
  const toggle = useStableCall(selected.toggle);
  const remove = useStableCall(onDeleted);
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
          <th scope="col" className="w-8 pr-0! pl-2! align-middle">
            <Checkbox
              aria-label={t('selection.all')}
              title={t('selection.all')}
              checked={selected.ids.size > 0}
              onCheckedChange={selected.toggleAll}
            />
          </th>
          <th scope="col" className="w-32 max-md:w-24">
            {t('columns.status')}
          </th>
          <th scope="col" className="w-[15%] max-md:w-auto">
            {t('columns.workflow')}
          </th>
          <th scope="col" className="max-md:hidden">
            {t('columns.inputs')}
          </th>
          <th scope="col" className="w-24 max-md:hidden">
            {t('columns.trigger')}
          </th>
          <th scope="col" className="w-34 max-md:w-30">
            {t('columns.started')}
          </th>
          <th scope="col" className="w-20 text-right max-md:hidden">
            {t('columns.took')}
          </th>
          <th scope="col" className="w-18 text-right max-lg:hidden">
            {t('columns.tokens')}
          </th>
          <th scope="col" className="w-18 text-right max-lg:hidden">
            {t('columns.cost')}
          </th>
          <th scope="col" className="w-[20%] max-md:hidden">
            {t('columns.error')}
          </th>
          <th scope="col" className="w-9">
            <span className="sr-only">{t('columns.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody onKeyDown={moveFocus}>
        {rows.map((row) => (
          <RunRow
            key={row.runId}
            row={row}
            nowMs={row.finishedAt === null ? nowMs : 0}
            isSelected={selected.ids.has(row.runId)}
            onToggle={toggle}
            onDeleted={remove}
          />
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
