'use client';
import { ChevronDown, ChevronUp, PanelLeft } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { DockForm } from '#components/editor/dock/dock-form.tsx';
import { dockMemory } from '#components/editor/dock/dock-memory.ts';
import { DockResizer } from '#components/editor/dock/dock-resizer.tsx';
import { DockRun } from '#components/editor/dock/dock-run.tsx';
import { DockRunSelect } from '#components/editor/dock/dock-run-select.tsx';
import { DockStatus } from '#components/editor/dock/dock-status.tsx';
import { DockTabs } from '#components/editor/dock/dock-tabs.tsx';
import { DOCK_TITLE_ID } from '#components/editor/dock/dock-title.ts';
import { useRunOutline, useShownFact } from '#components/editor/run/run-overlay.ts';
import { useRecentRuns } from '#components/editor/run/use-recent-runs.ts';
import { Button } from '#components/ui/button.tsx';

/** In low windows the canvas gets the larger part, except when a decision has to be seen. */
const HEIGHT = 'min(var(--dock), max(32dvh, 60dvh - 216px))';
const ASKING_HEIGHT = 'min(var(--dock), 45dvh)';

/**
 * Below the canvas: the form that starts a run, and the shown run as timeline, events and outputs.
 * Sets its own height.
 */
export function RunDock({ onOpenOutput }: { onOpenOutput: () => void }) {
  const { heightPx, isFolded, isFormHidden } = useDockMemory();
  const runId = useRunOutline()?.runId;
  const status = useShownFact(({ run }) => run.status);
  const isAsking = useShownFact(({ run }) => Number(Object.keys(run.approvals).length > 0)) > 0;
  const { runs, refresh } = useRecentRuns();
  const columns = isFormHidden
    ? ''
    : '@max-[560px]:grid-rows-[max-content_minmax(min-content,1fr)] @min-[560px]:grid-cols-[200px_minmax(0,1fr)] @min-[880px]:grid-cols-[240px_minmax(0,1fr)]';
  return (
    <section
      aria-labelledby={DOCK_TITLE_ID}
      data-run-status={runId === undefined ? 'none' : status}
      className="relative max-h-[75vh] min-w-0 shrink-0 border-t border-line-2 bg-panel"
      style={isFolded ? undefined : { height: heightPx ?? (isAsking ? ASKING_HEIGHT : HEIGHT) }}
    >
      {isFolded ? null : <DockResizer heightPx={heightPx} />}
      <Tabs.Root defaultValue="timeline" className="@container flex h-full min-w-0 flex-col">
        <header className="relative h-(--bar-panel) shrink-0 border-b border-line-1 bg-chrome">
          {/* Its numbers change during a run: `contain` limits layout to this line. */}
          <div className="absolute inset-0 flex items-center gap-2 overflow-x-auto pr-2 pl-1 contain-layout @max-[400px]:gap-1 contain-size">
            <FoldButtons isFolded={isFolded} isFormHidden={isFormHidden} hasRun={runId !== undefined} />
            {runId === undefined || isFolded ? null : <DockTabs />}
            <DockStatus />
            <span className="grow" />
            <DockRunSelect runs={runs ?? []} onLook={refresh} />
          </div>
        </header>
        {/* The form stays while it is folded away, so that Run in the top bar can send it. */}
        <div className={`min-h-0 grow ${isFolded ? 'hidden' : 'grid'} @max-[560px]:overflow-y-auto ${columns}`}>
          <div className={isFormHidden ? 'hidden' : 'contents'}>
            <DockForm />
          </div>
          {isFolded ? null : (
            <DockRun isLoading={runs === undefined} latestRunId={runs?.[0]?.runId} onOpenOutput={onOpenOutput} />
          )}
        </div>
      </Tabs.Root>
    </section>
  );
}

function useDockMemory() {
  return useSyncExternalStore(dockMemory.subscribe, dockMemory.read, dockMemory.readOnServer);
}

/** Folds all of the dock away, or only the form, and names it. */
function FoldButtons({ isFolded, isFormHidden, hasRun }: { isFolded: boolean; isFormHidden: boolean; hasRun: boolean }) {
  const t = useTranslations();
  const fold = t(isFolded ? 'canvasRun.unfold' : 'canvasRun.fold');
  const form = t(isFormHidden ? 'dock.showForm' : 'dock.hideForm');
  const Fold = isFolded ? ChevronUp : ChevronDown;
  return (
    <>
      <Button
        look="quiet"
        size="icon"
        aria-label={fold}
        title={fold}
        aria-expanded={!isFolded}
        onClick={() => dockMemory.set({ isFolded: !isFolded })}
      >
        <Fold size={14} aria-hidden="true" />
      </Button>
      {isFolded ? null : (
        <Button
          look="quiet"
          size={isFormHidden ? 'normal' : 'icon'}
          aria-label={form}
          title={form}
          aria-pressed={!isFormHidden}
          onClick={() => dockMemory.set({ isFormHidden: !isFormHidden, hasFoldedForm: true })}
          className="aria-pressed:text-accent"
        >
          <PanelLeft size={14} aria-hidden="true" />
          {isFormHidden ? t('dock.inputs') : null}
        </Button>
      )}
      <h2
        id={DOCK_TITLE_ID}
        tabIndex={-1}
        className={`mr-2 font-title whitespace-nowrap ${hasRun && !isFolded ? '@max-[560px]:sr-only' : ''}`}
      >
        {t('canvasRun.title')}
      </h2>
    </>
  );
}
