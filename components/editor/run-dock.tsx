'use client';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { DockForm } from '#components/editor/dock-form.tsx';
import { dockMemory } from '#components/editor/dock-memory.ts';
import { DockResizer } from '#components/editor/dock-resizer.tsx';
import { DOCK_TITLE_ID, DockRun } from '#components/editor/dock-run.tsx';
import { DockRunSelect } from '#components/editor/dock-run-select.tsx';
import { DockTotals } from '#components/editor/dock-totals.tsx';
import { useRunOutline } from '#components/editor/run-overlay.ts';
import { StopButton } from '#components/run/stop-button.tsx';
import { Button } from '#components/ui/button.tsx';
import { isTerminal } from '#lib/run/run-status.ts';

/** Below the canvas: the form that starts a run of the draft, and the run being shown as timeline, log and outputs. It brings its own height. */
export function RunDock() {
  const t = useTranslations('canvasRun');
  const { heightPx, isFolded } = useSyncExternalStore(dockMemory.subscribe, dockMemory.read, dockMemory.readOnServer);
  const outline = useRunOutline();
  const fold = isFolded ? t('unfold') : t('fold');
  return (
    <section
      aria-labelledby={DOCK_TITLE_ID}
      data-run-status={outline?.status ?? 'none'}
      className="relative flex max-h-[75vh] min-w-0 shrink-0 flex-col border-t border-line-2 bg-panel"
      style={isFolded ? undefined : { height: heightPx }}
    >
      {isFolded ? null : <DockResizer heightPx={heightPx} />}
      <header className="@container flex h-(--bar-panel) shrink-0 items-center gap-2 border-b border-line-1 bg-chrome pr-2 pl-1">
        <Button
          look="quiet"
          size="icon"
          aria-label={fold}
          title={fold}
          aria-expanded={!isFolded}
          onClick={() => dockMemory.set({ isFolded: !isFolded })}
        >
          {isFolded ? <ChevronUp size={14} aria-hidden="true" /> : <ChevronDown size={14} aria-hidden="true" />}
        </Button>
        <h2 id={DOCK_TITLE_ID} tabIndex={-1} className="font-title">
          {t('title')}
        </h2>
        <DockTotals />
        <span className="grow" />
        <DockRunSelect />
        {outline && !isTerminal(outline.status) ? <StopButton key={outline.runId} runId={outline.runId} size="normal" /> : null}
      </header>
      {/* The form stays while it is folded away, so that Run in the top bar can send it. */}
      <div className={`min-h-0 grow grid-cols-[minmax(176px,256px)_minmax(0,1fr)] ${isFolded ? 'hidden' : 'grid'}`}>
        <DockForm />
        {isFolded ? null : <DockRun />}
      </div>
    </section>
  );
}
