'use client';
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { summariseEvent } from '#components/run-view/summarise-event.ts';
import type { WatchedRun } from '#components/run-view/use-watched-run.ts';
import { Button } from '#components/ui/button.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import type { PublicEvent } from '#lib/run/public-event.ts';

const ROW_PX = 20;
const SPARE_ROWS = 4;
const SEEN_ROWS = 6;

type EventStripProps = {
  watched: WatchedRun;
  /** The moment shown was chosen: seq of its last event, undefined for the present. */
  onSettle: (seq: number | undefined) => void;
};

/** The events around the shown moment, the latest of them marked. Choosing one shows the run at that event. */
export function EventStrip({ watched, onSettle }: EventStripProps) {
  const t = useTranslations('trace.moment');
  const { shown, view, moment } = watched;
  const { events, run } = view;
  const count = moment?.count ?? events.length;
  const startedMs = run.startedAt === undefined ? 0 : Date.parse(run.startedAt);
  const moveTo = (wanted: number) => {
    const next = Math.min(Math.max(wanted, 1), events.length);
    if (next === events.length) shown.backToLive();
    else shown.step(next - count);
    onSettle(shown.readMoment()?.seq);
  };
  return (
    <section aria-label={t('title')} className="hidden shrink-0 border-t border-line-1 [@media(min-height:700px)]:block">
      <header className="flex h-7 items-center gap-2 bg-chrome pr-1 pl-3">
        <h2 className="font-strong text-ink-2">{moment ? t('at', { time: secondsOf(moment.atMs, startedMs) }) : t('present')}</h2>
        <span className="num text-ink-3" data-moment={moment ? moment.seq : 'latest'}>
          {t('position', { seq: count.toLocaleString('en'), last: events.length.toLocaleString('en') })}
        </span>
        <span className="grow" />
        {moment ? (
          <>
            <Button look="quiet" onClick={() => moveTo(events.length)}>
              {t('last')}
            </Button>
            <CopyButton label={t('copy')} text={() => location.href} />
          </>
        ) : null}
      </header>
      <Events events={events} count={count} startedMs={startedMs} onMove={moveTo} />
    </section>
  );
}

type EventsProps = {
  events: readonly PublicEvent[];
  /** How many of them had happened. */
  count: number;
  startedMs: number;
  onMove: (count: number) => void;
};

/** Only the rows in sight are drawn: a run may have a hundred thousand events. */
function Events({ events, count, startedMs, onMove }: EventsProps) {
  const t = useTranslations('trace.moment');
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [scrollTop, setScrollTop] = useState(0);
  useLayoutEffect(() => {
    if (!scroller.current) return;
    // The marked event is the last in sight, as in a log that grows.
    scroller.current.scrollTop = Math.max(count - SEEN_ROWS + 1, 0) * ROW_PX;
    setScrollTop(scroller.current.scrollTop);
  }, [count]);
  const first = Math.max(Math.floor(scrollTop / ROW_PX) - SPARE_ROWS, 0);
  const seen = events.slice(first, first + SEEN_ROWS + 2 * SPARE_ROWS);
  function onKeyDown(event: KeyboardEvent) {
    const next = countAfter(event.key, count, events.length);
    if (next === undefined) return;
    event.preventDefault();
    onMove(next);
  }
  return (
    <div
      ref={scroller}
      role="listbox"
      tabIndex={0}
      aria-label={t('list')}
      aria-activedescendant={count > first && count <= first + seen.length ? `${id}-${count}` : undefined}
      onKeyDown={onKeyDown}
      onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
      className="relative overflow-y-auto bg-panel -outline-offset-2"
      style={{ height: SEEN_ROWS * ROW_PX }}
    >
      <div role="presentation" className="relative" style={{ height: events.length * ROW_PX }}>
        {seen.map((event, index) => (
          <EventRow
            key={event.seq}
            id={`${id}-${first + index + 1}`}
            event={event}
            position={first + index + 1}
            eventCount={events.length}
            startedMs={startedMs}
            isMarked={first + index + 1 === count}
            onPick={() => onMove(first + index + 1)}
          />
        ))}
      </div>
    </div>
  );
}

type EventRowProps = {
  id: string;
  event: PublicEvent;
  /** 1 for the first event of the run. */
  position: number;
  eventCount: number;
  startedMs: number;
  isMarked: boolean;
  onPick: () => void;
};

function EventRow({ id, event, position, eventCount, startedMs, isMarked, onPick }: EventRowProps) {
  const isError = event.type === 'error' || ('error' in event && event.error !== undefined);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names the active row
    <div
      role="option"
      id={id}
      aria-selected={isMarked}
      aria-posinset={position}
      aria-setsize={eventCount}
      data-seq={event.seq}
      onClick={onPick}
      className={`absolute inset-x-0 grid h-5 grid-cols-[44px_56px_128px_minmax(0,1fr)] items-center gap-x-2 pr-3 font-mono text-meta select-none ${isMarked ? 'bg-accent-bg' : 'hover:bg-hover'}`}
      style={{ top: (position - 1) * ROW_PX }}
    >
      <span className="text-right text-ink-3 tabular-nums">{event.seq}</span>
      <span className="text-right text-ink-3 tabular-nums">{secondsOf(Date.parse(event.at), startedMs)}</span>
      <span className={`truncate ${isError ? 'text-failed' : 'text-ink-1'}`}>{event.type}</span>
      <span className="truncate text-ink-2">{summariseEvent(event)}</span>
    </div>
  );
}

function secondsOf(atMs: number, startedMs: number): string {
  return (Math.max(atMs - startedMs, 0) / 1000).toFixed(2);
}

const PAGE_EVENTS = 10;

function countAfter(key: string, count: number, last: number): number | undefined {
  const moves: Record<string, number> = {
    ArrowDown: count + 1,
    ArrowUp: count - 1,
    PageDown: count + PAGE_EVENTS,
    PageUp: count - PAGE_EVENTS,
    Home: 1,
    End: last,
  };
  return moves[key];
}
