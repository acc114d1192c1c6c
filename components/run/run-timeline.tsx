'use client';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { hasRoomForLabel, tickLabel } from '#components/run/axis-ticks.ts';
import type { TimelineRow as Row, Timeline } from '#components/run/layout-timeline.ts';
import { TimelineRow } from '#components/run/timeline-row.tsx';

/** Columns of the ruler and of every row: name, state, time, tokens, track. */
export const timelineColumns =
  'grid grid-cols-[minmax(0,1fr)_86px_52px_minmax(0,88px)] items-center @min-[480px]:grid-cols-[minmax(0,160px)_92px_60px_minmax(0,1fr)] @min-[640px]:grid-cols-[minmax(0,192px)_96px_64px_60px_minmax(0,1fr)] @min-[800px]:grid-cols-[minmax(0,240px)_100px_68px_64px_minmax(0,1fr)]';

/** Rows that stand for something else on the page, as for a node on the canvas. */
export type RowSelection = { readonly nodeIds: ReadonlySet<string>; readonly onSelect: (nodeId: string) => void };

type RunTimelineProps = {
  timeline: Timeline;
  /** The node whose error stands above the timeline already, so that its row stays closed. */
  shownErrorNodeId: string | undefined;
  /** A click selects the row as well. What a node said is then shown elsewhere, and rows open only on demand. */
  selection?: RowSelection | undefined;
};

/** Log, waterfall and state of each node at once: a row is a node, its bar lies on the run's axis. */
export function RunTimeline({ timeline, shownErrorNodeId, selection }: RunTimelineProps) {
  const t = useTranslations('timeline');
  // Only what a person opened or closed; the rest follows from the row itself.
  const [choices, setChoices] = useState<Readonly<Record<string, boolean>>>({});
  return (
    <div className="@container min-w-0">
      <div className={`${timelineColumns} h-(--ruler) border-b border-line-1 bg-chrome text-meta text-ink-3`} aria-hidden="true">
        <span className="pl-8">{t('span')}</span>
        <span />
        <span className="pr-2 text-right">{t('time')}</span>
        <span className="hidden pr-2 text-right @min-[640px]:block">{t('tokens')}</span>
        <Ruler timeline={timeline} />
      </div>
      {timeline.rows.length === 0 ? <p className="px-3 py-2 text-ink-3">{t('empty')}</p> : null}
      <ol>
        {timeline.rows.map((row) => {
          const isOpen = choices[row.nodeId] ?? (!selection && isOpenByItself(row, shownErrorNodeId));
          return (
            <TimelineRow
              key={row.nodeId}
              row={row}
              ticks={shares(timeline)}
              isOpen={isOpen}
              isSelected={selection?.nodeIds.has(row.nodeId) ?? false}
              onToggle={() => setChoices({ ...choices, [row.nodeId]: !isOpen })}
              onSelect={selection ? () => selection.onSelect(row.nodeId) : undefined}
            />
          );
        })}
      </ol>
    </div>
  );
}

/** A node with something to read shows it. */
function isOpenByItself({ nodeId, run, state }: Row, shownErrorNodeId: string | undefined): boolean {
  const hasWords = run !== undefined && (run.text !== '' || run.toolCalls.length > 0);
  return hasWords || (state === 'failed' && nodeId !== shownErrorNodeId);
}

function Ruler({ timeline }: { timeline: Timeline }) {
  const positions = shares(timeline);
  return (
    <span data-ruler className="relative h-full overflow-hidden border-l border-line-1">
      {timeline.ticksMs.map((tickMs, index) => (
        <span
          key={tickMs}
          className={`num absolute inset-y-0 border-l border-line-2 pl-1 leading-5 first:border-l-0 ${tickLook(index, positions[index] ?? 0)}`}
          style={{ left: `${(positions[index] ?? 0) * 100}%` }}
        >
          {tickLabel(tickMs, timeline.ticksMs[1] ?? 0)}
        </span>
      ))}
    </span>
  );
}

/** Labels stand only where there is room: none at the end of the axis, and fewer the narrower it is. */
function tickLook(index: number, position: number): string {
  if (!hasRoomForLabel(position)) return 'hidden';
  if (index === 0) return '';
  return index % 2 === 0 ? 'hidden @min-[480px]:block' : 'hidden @min-[640px]:block';
}

function shares({ ticksMs, axisMs }: Timeline): number[] {
  return ticksMs.map((tickMs) => tickMs / axisMs);
}
