'use client';
import type { KeyboardEvent, PointerEvent } from 'react';
import { useTranslations } from 'use-intl';
import type { SpanAxis } from '#components/run-view/timeline/span-bar.tsx';
import { shareIn } from '#components/run-view/timeline/time-window.ts';
import { RulerTicks } from '#components/run-view/timeline/track-ground.tsx';
import { formatDuration } from '#lib/i18n/format-duration.ts';

/** What can be done with the moment that is shown. All times are milliseconds since 1970. */
export type PlayheadControls = {
  readonly lookAt: (atMs: number) => void;
  /** So many events on, or back. */
  readonly step: (by: number) => void;
  readonly backToLive: () => void;
  /** The moment was chosen: it stays for a while. */
  readonly settle: () => void;
};

type PlayheadProps = {
  axis: SpanAxis;
  /** Of the ruler. */
  widthPx: number;
  atMs: number;
  /** A moment is shown, not the present. */
  isPast: boolean;
  controls: PlayheadControls;
};

const EVENTS_FAST = 10;
const PAGE_SHARE = 0.1;
const MINUTES_FROM_MS = 100_000;

/** The shown moment on the ruler: drag it, or use the arrow keys. It overlaps the rows without blocking the pointer. */
export function Playhead({ axis, widthPx, atMs, isPast, controls }: PlayheadProps) {
  const t = useTranslations('dock');
  const { startedMs, endMs, window } = axis;
  const share = shareIn(window, atMs - startedMs);
  const isSeen = share >= 0 && share <= 1;
  const label = rulerText(atMs - startedMs);
  const toMoment = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const wanted = (event.clientX - box.left) / Math.max(box.width, 1);
    const wantedMs = startedMs + window.fromMs + wanted * (window.toMs - window.fromMs);
    if (wantedMs >= endMs) controls.backToLive();
    else controls.lookAt(Math.max(wantedMs, startedMs));
  };
  return (
    <div className="pointer-events-none absolute inset-0">
      <div
        data-part="ruler"
        className="pointer-events-auto absolute inset-x-0 top-0 h-(--ruler) cursor-ew-resize touch-none"
        onPointerDown={(event) => {
          event.preventDefault();
          event.currentTarget.setPointerCapture(event.pointerId);
          event.currentTarget.querySelector<HTMLElement>('[role=slider]')?.focus({ preventScroll: true });
          toMoment(event);
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) toMoment(event);
        }}
        onPointerUp={controls.settle}
      >
        <RulerTicks axis={axis} widthPx={widthPx} taken={labelRange(label, { share, widthPx })} />
        <div
          role="slider"
          tabIndex={0}
          aria-label={t('playhead')}
          aria-valuemin={0}
          aria-valuemax={Math.round(endMs - startedMs)}
          aria-valuenow={Math.round(atMs - startedMs)}
          aria-valuetext={isPast ? formatDuration(atMs - startedMs) : t('atPresent', { time: formatDuration(atMs - startedMs) })}
          onKeyDown={(event) => {
            if (!moveByKey(event, { atMs, startedMs, endMs, controls })) return;
            event.preventDefault();
            controls.settle();
          }}
          className="absolute top-0.5 z-3 rounded-chip bg-accent-solid px-1 text-meta font-title whitespace-nowrap text-on-accent tabular-nums"
          style={{ left: `${Math.min(Math.max(share, 0), 1) * 100}%`, transform: `translateX(${-50 - 50 * edgeOf(share)}%)` }}
        >
          {label}
        </div>
      </div>
      {isSeen ? (
        <span
          data-part="playhead"
          className="absolute top-(--ruler) bottom-0 z-2 w-[1.5px] bg-accent"
          style={{ left: `min(${share * 100}%, calc(100% - 1.5px))` }}
        />
      ) : null}
    </div>
  );
}

/** -1 at the left end of the ruler and 1 at its right end, where a label in the middle would be cut. */
function edgeOf(share: number): number {
  if (share < 0.04) return -1;
  return share > 0.96 ? 1 : 0;
}

const DIGIT_PX = 7;
const LABEL_PADDING_PX = 8;

/** The position of the playhead's label on the ruler, in pixels. */
function labelRange(label: string, { share, widthPx }: { share: number; widthPx: number }) {
  const labelPx = label.length * DIGIT_PX + LABEL_PADDING_PX;
  const fromPx = Math.min(Math.max(share, 0), 1) * widthPx - (labelPx * (1 + edgeOf(share))) / 2;
  return { fromPx, toPx: fromPx + labelPx };
}

type Keyed = { atMs: number; startedMs: number; endMs: number; controls: PlayheadControls };

/** Does what a key means on the playhead; @returns false for a key that means nothing there */
function moveByKey(event: KeyboardEvent, { atMs, startedMs, endMs, controls }: Keyed): boolean {
  const pageMs = (endMs - startedMs) * PAGE_SHARE;
  const events = event.shiftKey ? EVENTS_FAST : 1;
  switch (event.key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      controls.step(-events);
      return true;
    case 'ArrowRight':
    case 'ArrowUp':
      controls.step(events);
      return true;
    case 'PageDown':
      controls.lookAt(Math.max(atMs - pageMs, startedMs));
      return true;
    case 'PageUp':
      if (atMs + pageMs >= endMs) controls.backToLive();
      else controls.lookAt(atMs + pageMs);
      return true;
    case 'Home':
      controls.lookAt(startedMs);
      return true;
    case 'End':
    case 'Escape':
      controls.backToLive();
      return true;
    default:
      return false;
  }
}

/** Seconds without their unit, as on the ruler; minutes with theirs. */
function rulerText(sinceMs: number): string {
  return sinceMs < MINUTES_FROM_MS ? (sinceMs / 1000).toFixed(2) : formatDuration(sinceMs);
}
