'use client';
import { Bot, ChevronDown, ChevronRight, History, MessageSquare, Repeat, Wrench } from 'lucide-react';
import { type MouseEvent, memo } from 'react';
import { useTranslations } from 'use-intl';
import { type Columns, gridOf, trackStartPx } from '#components/run-view/timeline/columns.ts';
import type { TimelineRow } from '#components/run-view/timeline/list-rows.ts';
import { type SpanAxis, SpanBar, spanInterval } from '#components/run-view/timeline/span-bar.tsx';
import type { SpanNote } from '#components/run-view/timeline/use-span-note.ts';
import { NodeIcon } from '#components/ui/node-icon.tsx';
import { StatusMark } from '#components/ui/status-mark.tsx';
import { costText } from '#lib/i18n/cost-text.ts';
import { formatDuration } from '#lib/i18n/format-duration.ts';
import { visibleText } from '#lib/i18n/visible-text.ts';
import { containerOf, nodeIdOf } from '#lib/run/node-path.ts';
import type { Span } from '#lib/run/span.ts';

/** Every row is as high as the next, so that only those in sight need be drawn. */
export const ROW_PX = 20;

type SpanRowProps = {
  row: TimelineRow;
  index: number;
  /** Of the row, for the grid that says which one is active. */
  id: string;
  columns: Columns;
  axis: SpanAxis;
  widthPx: number;
  note: SpanNote | undefined;
  isActive: boolean;
  isSelected: boolean;
  onPick: () => void;
  onOpen: () => void;
  onFold: (key: string) => void;
  onMenu: (event: MouseEvent) => void;
};

/** One row: status, name, usage and time of a span. */
export function SpanRow(props: SpanRowProps) {
  const { row, index, id, columns, axis, isActive, isSelected, onPick, onOpen, onFold, onMenu } = props;
  const { span } = row;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus and names the active row
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keys
    // biome-ignore lint/a11y/useSemanticElements: a table cannot be virtualized
    <div
      role="row"
      id={id}
      aria-level={row.depth + 1}
      aria-rowindex={index + 2}
      aria-expanded={row.isOpen}
      aria-selected={isSelected}
      data-state={span?.status ?? 'queued'}
      data-span={span?.kind ?? 'node'}
      data-node={row.depth === 0 ? row.nodeId : undefined}
      data-active={isActive || undefined}
      onClick={onPick}
      onDoubleClick={onOpen}
      onContextMenu={onMenu}
      className={`absolute inset-x-0 grid h-5 items-center select-none ${isSelected ? 'bg-accent-bg' : 'hover:bg-hover'} group-focus-visible:data-active:outline-2 group-focus-visible:data-active:-outline-offset-2 group-focus-visible:data-active:outline-accent`}
      style={{ ...gridOf(columns), top: index * ROW_PX }}
    >
      <RowName
        rowKey={row.key}
        nodeId={row.nodeId}
        node={row.node}
        span={span}
        depth={row.depth}
        isOpen={row.isOpen}
        onFold={onFold}
      />
      <Cell>{span ? timeOf(span, axis) : ''}</Cell>
      {columns.tokensPx > 0 ? <Cell>{span && span.tokens > 0 ? span.tokens.toLocaleString('en') : ''}</Cell> : null}
      {columns.costPx > 0 ? <Cell>{span ? <Cost span={span} /> : ''}</Cell> : null}
      <RowTrack {...props} />
    </div>
  );
}

function Cost({ span }: { span: Span }) {
  return costText(span, useTranslations('costs')('noPrice'));
}

function Cell({ children }: { children: React.ReactNode }) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus and names the active row
    // biome-ignore lint/a11y/useSemanticElements: a table cannot be drawn in part
    <span role="gridcell" className="num pr-2 text-right whitespace-nowrap text-ink-2">
      {children}
    </span>
  );
}

type RowNameProps = Omit<TimelineRow, 'key'> & { rowKey: string; onFold: (key: string) => void };

/** Memoized: a finished span does not change. */
const RowName = memo(function RowName({ rowKey, span, node, nodeId, isOpen, depth, onFold }: RowNameProps) {
  const t = useTranslations();
  const state = span?.status ?? 'queued';
  const name = useRowName({ span, node, nodeId });
  const isQuiet = state === 'queued' || state === 'skipped' || span?.reused !== undefined;
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus and names the active row
    // biome-ignore lint/a11y/useSemanticElements: a table cannot be drawn in part
    <span role="gridcell" className="flex h-full min-w-0 items-center gap-1.5 pr-2" style={{ paddingLeft: 6 + depth * 16 }}>
      {isOpen === undefined ? (
        <span className="w-4 shrink-0" />
      ) : (
        <button
          type="button"
          tabIndex={-1}
          aria-label={t(isOpen ? 'dock.foldRow' : 'dock.unfoldRow', { name })}
          onClick={(event) => {
            event.stopPropagation();
            onFold(rowKey);
          }}
          className="grid h-full w-4 shrink-0 place-items-center text-ink-3 hover:text-ink-1"
        >
          <Chevron size={11} aria-hidden="true" />
        </button>
      )}
      {span?.reused ? <History size={12} aria-hidden="true" className="shrink-0 text-ink-3" /> : <StatusMark state={state} />}
      <span className="sr-only">{span?.reused ? t('fork.reused') : t(`status.${state}`)}</span>
      <SpanIcon span={span} node={node} />
      <span
        title={span?.kind === 'model' ? span.name : undefined}
        className={`truncate ${isQuiet ? 'text-ink-3' : 'text-ink-1'} ${span?.kind === 'tool' ? 'font-mono text-meta' : ''}`}
      >
        {visibleText(name)}
      </span>
      {span && span.attempts > 1 ? <span className="num shrink-0 text-ink-3">×{span.attempts}</span> : null}
    </span>
  );
});

function useRowName({ span, node, nodeId }: Pick<TimelineRow, 'span' | 'node' | 'nodeId'>): string {
  const t = useTranslations('dock');
  const trace = useTranslations('trace');
  if (span?.operation) return t(`operation.${span.operation}`);
  if (span?.kind === 'model') return t('call', { number: span.number });
  if (span?.kind === 'iteration') {
    const slug = containerOf(span.name.slice(span.name.lastIndexOf('/') + 1)).tool;
    return slug === undefined
      ? trace('iteration', { number: span.number })
      : trace('workflowTool', { slug, number: span.number });
  }
  return span && span.kind !== 'node' ? span.name : node?.label || nodeIdOf(nodeId);
}

const icons = { iteration: Repeat, model: MessageSquare, tool: Wrench, agent: Bot } as const;

function SpanIcon({ span, node }: Pick<TimelineRow, 'span' | 'node'>) {
  if (!span || span.kind === 'node') return <NodeIcon type={node?.type} />;
  const Icon = icons[span.kind];
  return <Icon size={13} strokeWidth={1.7} aria-hidden="true" className="shrink-0 text-ink-3" />;
}

/** What its process measured, where that is only the work; else from begin to end, or to the moment that is shown. */
function timeOf({ startMs, endMs, workMs, status }: Span, axis: SpanAxis): string {
  if (startMs === undefined || status === 'skipped') return '';
  return formatDuration(workMs ?? Math.max((endMs ?? axis.endMs) - startMs, 0));
}

/** The width that a note needs behind its bar; with less it is in front, if there is more room. */
const NOTE_MIN_PX = 140;
const NOTE_GAP_PX = 6;
/** With less than this on both sides nothing could be read. */
const NOTE_LEAST_PX = 48;

function RowTrack({ row: { span }, axis, note, columns, widthPx }: SpanRowProps) {
  const interval = span && spanInterval(span, axis);
  const trackPx = Math.max(widthPx - trackStartPx(columns), 0);
  const behindPx = trackPx * (1 - Math.max(interval?.to ?? 0, 0) / 100);
  const beforePx = (trackPx * (interval?.from ?? 0)) / 100;
  const isBehind = behindPx >= NOTE_MIN_PX || behindPx >= beforePx;
  const noteStyle = !interval
    ? { left: NOTE_GAP_PX, right: NOTE_GAP_PX }
    : isBehind
      ? { left: `calc(${interval.to}% + ${NOTE_GAP_PX}px)`, right: NOTE_GAP_PX }
      : { right: `calc(${100 - interval.from}% + ${NOTE_GAP_PX}px)`, left: NOTE_GAP_PX, textAlign: 'right' as const };
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus and names the active row
    // biome-ignore lint/a11y/useSemanticElements: a table cannot be drawn in part
    <span role="gridcell" className="relative h-full overflow-hidden border-l border-line-1">
      {span && interval ? <SpanBar span={span} interval={interval} axis={axis} /> : null}
      {note && (!interval || Math.max(behindPx, beforePx) >= NOTE_LEAST_PX) ? (
        <span
          data-part="note"
          className={`absolute top-0.5 z-1 truncate text-meta whitespace-nowrap ${span?.status === 'failed' ? 'text-failed' : 'text-ink-2'}`}
          style={noteStyle}
        >
          {note.code === undefined ? null : <code>{note.code} </code>}
          {note.text}
        </span>
      ) : null}
    </span>
  );
}
