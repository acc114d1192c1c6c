'use client';
import { type RefObject, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { LiveRuns, type RunsView } from '#components/pages/runs/live-runs.ts';
import { NoRuns } from '#components/pages/runs/no-runs.tsx';
import { addressOf, queryOf } from '#components/pages/runs/run-filters.ts';
import { RunsLine } from '#components/pages/runs/runs-line.tsx';
import type { RunsPageData } from '#components/pages/runs/runs-page-data.ts';
import { RunsTable } from '#components/pages/runs/runs-table.tsx';
import { useRunsPolling } from '#components/pages/runs/use-runs-polling.ts';
import { useSelectedRuns } from '#components/pages/runs/use-selected-runs.ts';
import { Button } from '#components/ui/button.tsx';
import { useNow } from '#components/ui/use-now.ts';
import { isTerminal } from '#lib/run/run-status.ts';

type RunsListProps = {
  data: RunsPageData;
  isLoading: boolean;
  /** Where in the top bar the count, the selection and the state of the list are. */
  lineSlot: HTMLElement | null;
};

/** The runs that fit, live. Give it the filters as `key`: other ones are another list. */
export function RunsList({ data, isLoading, lineSlot }: RunsListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { runs, view } = useLiveRuns(data, scroller);
  const hasUnfinished = view.rows.some(({ status }) => !isTerminal(status));
  const selected = useSelectedRuns(runs, view.rows);
  const nowMs = useNow(hasUnfinished ? 'slow' : 'never');
  return (
    <>
      {lineSlot ? createPortal(<RunsLine view={view} selected={selected} onShow={runs.showHeld} />, lineSlot) : null}
      <div
        ref={scroller}
        className={`min-h-0 grow overflow-y-auto transition-opacity duration-(--t-2) ${isLoading ? 'opacity-60' : ''}`}
        aria-busy={isLoading}
      >
        {view.rows.length === 0 ? (
          <NoRuns isNarrowed={Object.keys(data.filters).length > 0} />
        ) : (
          <>
            <RunsTable
              rows={view.rows}
              nowMs={nowMs}
              selected={selected}
              onDeleted={(runId) => runs.remove([runId])}
              onNearEnd={runs.loadMore}
            />
            <ListEnd view={view} onMore={runs.loadMore} />
          </>
        )}
      </div>
    </>
  );
}

function useLiveRuns({ first, filters }: RunsPageData, scroller: RefObject<HTMLDivElement | null>) {
  const [runs] = useState(
    () =>
      new LiveRuns(first, {
        client: apiClient,
        queryNow: () => queryOf(filters, { nowMs: Date.now(), timeZoneOffsetMs: new Date().getTimezoneOffset() * 60_000 }),
        mayMove: () => isAtRest(scroller.current),
      }),
  );
  useRunsPolling(runs, addressOf(filters));
  return { runs, view: useSyncExternalStore(runs.subscribe, runs.read, runs.read) };
}

/** The user is not pointing at a row, focusing one, or reading further down. */
function isAtRest(list: HTMLElement | null): boolean {
  return list === null || (list.scrollTop === 0 && !list.matches(':hover') && !list.contains(document.activeElement));
}

function ListEnd({ view, onMore }: { view: RunsView; onMore: () => void }) {
  const t = useTranslations('runs');
  const { nextCursor, isLoadingMore, problem } = view;
  if (nextCursor === null && !problem) return null;
  return (
    <div className="flex flex-wrap items-center gap-3 px-3 py-2" aria-busy={isLoadingMore}>
      {nextCursor === null ? null : (
        <Button onClick={onMore} aria-disabled={isLoadingMore || undefined}>
          {isLoadingMore ? t('loading') : problem ? t('tryAgain') : t('more')}
        </Button>
      )}
      {problem ? (
        <span role="alert" className="text-failed">
          {t('moreFailed', { message: problem })}
        </span>
      ) : null}
    </div>
  );
}
