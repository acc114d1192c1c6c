'use client';
import type { KeyboardEvent, PointerEvent } from 'react';
import { useTranslations } from 'use-intl';
import { dockMemory, fitDockHeight } from '#components/editor/dock/dock-memory.ts';

const KEY_STEP_PX = 24;
/** The token `--dock`. */
const DESIGNED_PX = 320;

/** The upper edge of the dock, which the pointer or the arrow keys move. */
export function DockResizer({ heightPx }: { heightPx: number | undefined }) {
  const t = useTranslations('canvasRun');
  const resize = (wantedPx: number) => dockMemory.set({ heightPx: fitDockHeight(wantedPx, window.innerHeight) });

  function grab(event: PointerEvent<HTMLDivElement>) {
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
  }

  function drag(event: PointerEvent<HTMLDivElement>) {
    const dock = event.currentTarget.parentElement;
    if (!dock || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    resize(dock.getBoundingClientRect().bottom - event.clientY);
  }

  function nudge(event: KeyboardEvent<HTMLDivElement>) {
    const stepPx = event.key === 'ArrowUp' ? KEY_STEP_PX : event.key === 'ArrowDown' ? -KEY_STEP_PX : undefined;
    if (stepPx === undefined) return;
    event.preventDefault();
    resize((event.currentTarget.parentElement?.offsetHeight ?? 0) + stepPx);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> cannot be focused and moved
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="horizontal"
      aria-label={t('resize')}
      aria-valuenow={heightPx ?? DESIGNED_PX}
      onPointerDown={grab}
      onPointerMove={drag}
      onKeyDown={nudge}
      className="absolute inset-x-0 -top-1 z-2 h-2 cursor-row-resize touch-none outline-offset-[-2px] hover:bg-accent-line/60"
    />
  );
}
