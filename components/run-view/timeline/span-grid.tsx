'use client';
import { type KeyboardEvent, memo, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { RowMenu } from '#components/run-view/fork/row-menu.tsx';
import { type RowPart, rowParts } from '#components/run-view/fork/row-parts.ts';
import { type Columns, columnsFor, gridOf, trackStartPx } from '#components/run-view/timeline/columns.ts';
import type { TimelineRow } from '#components/run-view/timeline/list-rows.ts';
import { moveInRows } from '#components/run-view/timeline/move-in-rows.ts';
import { Playhead } from '#components/run-view/timeline/playhead.tsx';
import type { SpanAxis } from '#components/run-view/timeline/span-bar.tsx';
import { ROW_PX, SpanRow } from '#components/run-view/timeline/span-row.tsx';
import { panWindow, type TimeWindow } from '#components/run-view/timeline/time-window.ts';
import type { TimelineProps } from '#components/run-view/timeline/timeline.tsx';
import { TrackGround } from '#components/run-view/timeline/track-ground.tsx';
import { useSpanNote } from '#components/run-view/timeline/use-span-note.ts';
import { useWidthAndHeight } from '#components/run-view/timeline/use-width-and-height.ts';

type SpanGridProps = Pick<
  TimelineProps,
  'view' | 'moment' | 'controls' | 'selectedNodeIds' | 'selectedSpanSeq' | 'onSelect' | 'onOpen' | 'onPlan'
> & {
  rows: readonly TimelineRow[];
  axis: SpanAxis;
  axisMs: number;
  atMs: number;
  hasCost: boolean;
  /** What runs stays in sight. */
  isFollowing: boolean;
  /** The user scrolls, which stops following. */
  onLeave: () => void;
  onFold: (key: string) => void;
  onZoom: (isZoomIn: boolean, aroundMs: number) => void;
  onWindow: (window: TimeWindow) => void;
};

const RULER_PX = 20;
/** Rows that are drawn beyond what is in sight, so that scrolling does not show a gap. */
const SPARE_ROWS = 6;

/** The virtualized rows of a timeline below its ruler; the grid has the focus and names the active row. */
export function SpanGrid(props: SpanGridProps) {
  const { rows, axis, atMs, moment, controls, hasCost, selectedNodeIds, onSelect, onOpen, onFold } = props;
  const t = useTranslations('dock');
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const { widthPx, heightPx } = useWidthAndHeight(scroller);
  const [scrollTop, setScrollTop] = useState(0);
  const [activeKey, setActiveKey] = useState<string>();
  const [menu, setMenu] = useState<{ parts: readonly RowPart[]; clientX: number; clientY: number }>();
  const noteOf = useSpanNote();
  const columns = useMemo(() => columnsFor(widthPx, { hasCost }), [widthPx, hasCost]);
  const active = Math.max(
    rows.findIndex(({ key }) => key === activeKey),
    0,
  );
  const rowsPx = Math.max(heightPx - RULER_PX, 0);
  const first = Math.max(Math.floor(scrollTop / ROW_PX) - SPARE_ROWS, 0);
  const seen = rows.slice(first, Math.ceil((scrollTop + rowsPx) / ROW_PX) + SPARE_ROWS);
  useFollowing(props, { scroller, scrollTop, rowsPx });
  useWheel(props, { scroller, columns, widthPx });

  function activate(index: number) {
    const row = rows[index];
    if (!row) return;
    setActiveKey(row.key);
    if (scroller.current) scrollTo(scroller.current, { index, scrollTop: scroller.current.scrollTop, rowsPx });
  }

  function onKeyDown(event: KeyboardEvent) {
    const row = rows[active];
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      const box = document.getElementById(`${id}-${row.key}`)?.getBoundingClientRect();
      event.preventDefault();
      openMenu(row, { clientX: (box?.left ?? 0) + columns.treePx, clientY: box?.bottom ?? 0 });
      return;
    }
    const move = moveInRows(event.key, { rows, at: active, pageRows: Math.max(Math.floor(rowsPx / ROW_PX) - 1, 1) });
    if (event.key === 'Enter') onOpen(row.nodeId, row.span);
    else if (event.key === ' ') onSelect(row.nodeId, row.span);
    else if (!move) return;
    else if ('fold' in move) onFold(move.fold.key);
    else {
      props.onLeave();
      activate(move.to);
    }
    event.preventDefault();
  }

  /** @returns false where nothing can be planned from the row */
  function openMenu({ span }: TimelineRow, { clientX, clientY }: { clientX: number; clientY: number }) {
    const parts = span && props.onPlan ? rowParts(span, props.view.events) : [];
    if (parts.length > 0) setMenu({ parts, clientX, clientY });
    return parts.length > 0;
  }

  return (
    <div className="relative min-h-0 grow overflow-hidden bg-panel">
      <div
        className="absolute inset-y-0"
        style={{ left: trackStartPx(columns), width: Math.max(widthPx - trackStartPx(columns), 0) }}
      >
        <TrackGround axis={axis} untilMs={moment ? atMs : axis.endMs} />
      </div>
      <div
        ref={scroller}
        role="treegrid"
        tabIndex={0}
        aria-label={t('timeline')}
        aria-rowcount={rows.length + 1}
        aria-activedescendant={seen.some(({ key }) => key === rows[active]?.key) ? `${id}-${rows[active]?.key}` : undefined}
        onKeyDown={onKeyDown}
        onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
        className="group relative h-full overflow-x-hidden overflow-y-auto outline-none"
      >
        <Header columns={columns} />
        {/* biome-ignore lint/a11y/useSemanticElements: a table cannot be drawn in part */}
        <div role="rowgroup" className="relative" style={{ height: rows.length * ROW_PX }}>
          {seen.map((row, index) => (
            <SpanRow
              key={row.key}
              id={`${id}-${row.key}`}
              row={row}
              index={first + index}
              columns={columns}
              axis={axis}
              widthPx={widthPx}
              note={noteOf(row)}
              isActive={first + index === active}
              isSelected={
                props.selectedSpanSeq === undefined
                  ? selectedNodeIds.has(row.nodeId) && (row.depth === 0 || row.key === activeKey)
                  : row.span?.seq === props.selectedSpanSeq
              }
              onPick={() => {
                setActiveKey(row.key);
                onSelect(row.nodeId, row.span);
              }}
              onOpen={() => onOpen(row.nodeId, row.span)}
              onFold={onFold}
              onMenu={(event) => {
                setActiveKey(row.key);
                if (openMenu(row, event)) event.preventDefault();
              }}
            />
          ))}
        </div>
        {rows.length === 0 ? <p className="px-3 py-1.5 text-ink-3">{t('nothingFits')}</p> : null}
      </div>
      {menu && props.onPlan ? (
        <RowMenu
          parts={menu.parts}
          at={menu}
          focusAfter={scroller.current}
          onPlan={props.onPlan}
          onClose={() => setMenu(undefined)}
        />
      ) : null}
      <div
        className="pointer-events-none absolute inset-y-0 z-3"
        style={{ left: trackStartPx(columns), width: Math.max(widthPx - trackStartPx(columns), 0) }}
      >
        <Playhead
          axis={axis}
          widthPx={Math.max(widthPx - trackStartPx(columns), 0)}
          atMs={atMs}
          isPast={moment !== undefined}
          controls={controls}
        />
      </div>
    </div>
  );
}

const Header = memo(function Header({ columns }: { columns: Columns }) {
  const t = useTranslations('dock');
  const heads = [
    { key: 'span', widthPx: columns.treePx },
    { key: 'time', widthPx: columns.timePx },
    { key: 'tokensHead', widthPx: columns.tokensPx },
    { key: 'cost', widthPx: columns.costPx },
  ] as const;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot be drawn in part
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus and names the active row
    <div role="row" aria-rowindex={1} className="sticky top-0 z-2 grid h-(--ruler) items-center" style={gridOf(columns)}>
      {heads
        .filter(({ widthPx }) => widthPx > 0)
        .map(({ key }) => (
          // biome-ignore lint/a11y/useSemanticElements: a table cannot be drawn in part
          // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus and names the active row
          <span
            key={key}
            role="columnheader"
            className={`h-full border-b border-line-1 bg-chrome text-meta leading-5 text-ink-3 ${key === 'span' ? 'pl-3' : 'pr-2 text-right'}`}
          >
            {t(key)}
          </span>
        ))}
      {/* biome-ignore lint/a11y/useSemanticElements: a table cannot be drawn in part */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus and names the active row */}
      <span role="columnheader" className="h-full border-b border-l border-line-1 bg-chrome">
        <span className="sr-only">{t('course')}</span>
      </span>
    </div>
  );
});

/** Scrolls no further than it takes for a row to be in sight. */
function scrollTo(scroller: HTMLElement, { index, scrollTop, rowsPx }: Seen & { index: number }): void {
  const topPx = index * ROW_PX;
  if (topPx < scrollTop) scroller.scrollTop = topPx;
  else if (topPx + ROW_PX > scrollTop + rowsPx) scroller.scrollTop = topPx + ROW_PX - rowsPx;
}

/** The last known `scrollTop`: reading it from the element forces a layout. */
type Seen = { readonly scrollTop: number; readonly rowsPx: number };
type Scroller = { scroller: React.RefObject<HTMLDivElement | null> };

/** While the run is followed, the last row that is at work is in sight. */
function useFollowing({ rows, isFollowing }: SpanGridProps, { scroller, scrollTop, rowsPx }: Scroller & Seen): void {
  const atWork = rows.findLastIndex(({ span }) => span?.status === 'running' || span?.status === 'waiting');
  // biome-ignore lint/correctness/useExhaustiveDependencies: a manual scroll stays until another row is running
  useLayoutEffect(() => {
    if (isFollowing && atWork >= 0 && scroller.current) scrollTo(scroller.current, { index: atWork, scrollTop, rowsPx });
  }, [isFollowing, atWork, rowsPx, scroller]);
}

const PAN_SHARE_PER_PX = 0.002;

/** The wheel zooms at the pointer with Ctrl and pans sideways; otherwise it scrolls, which stops following. */
function useWheel(props: SpanGridProps, { scroller, columns, widthPx }: Scroller & { columns: Columns; widthPx: number }): void {
  const latest = useRef({ props, columns, widthPx });
  useLayoutEffect(() => {
    latest.current = { props, columns, widthPx };
  });
  useEffect(() => {
    const element = scroller.current;
    // React listens passively, which would zoom the page as well.
    const onWheel = (event: WheelEvent) => {
      const { props: now, columns: at, widthPx: width } = latest.current;
      const { window } = now.axis;
      const sidewaysPx = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
      if (event.ctrlKey) {
        const startPx = trackStartPx(at);
        const share = (event.clientX - (element?.getBoundingClientRect().left ?? 0) - startPx) / Math.max(width - startPx, 1);
        event.preventDefault();
        now.onZoom(event.deltaY < 0, window.fromMs + share * (window.toMs - window.fromMs));
      } else if (Math.abs(sidewaysPx) > Math.abs(event.shiftKey ? 0 : event.deltaY)) {
        event.preventDefault();
        now.onWindow(panWindow(window, { share: sidewaysPx * PAN_SHARE_PER_PX, axisMs: now.axisMs }));
      } else now.onLeave();
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, [scroller]);
}
