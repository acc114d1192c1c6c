'use client';
import { ChevronRight } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { TimelineRow as Row } from '#components/run/layout-timeline.ts';
import { NodeDetail } from '#components/run/node-detail.tsx';
import { timelineColumns } from '#components/run/run-timeline.tsx';
import { TimelineTrack } from '#components/run/timeline-track.tsx';
import { NodeIcon } from '#components/ui/node-icon.tsx';
import { StatusMark } from '#components/ui/status-mark.tsx';
import { formatDuration } from '#lib/i18n/format-duration.ts';

type TimelineRowProps = {
  row: Row;
  ticks: readonly number[];
  isOpen: boolean;
  isSelected: boolean;
  onToggle: () => void;
  /** What a click on the row does; without it the row opens. */
  onSelect: (() => void) | undefined;
};

const rowButton = 'flex h-full min-w-0 items-center gap-1.5 pr-2 text-left outline-offset-[-2px]';
/** Makes all of the row what is clicked. */
const wholeRow = 'after:absolute after:inset-0';

export function TimelineRow({ row, ticks, isOpen, isSelected, onToggle, onSelect }: TimelineRowProps) {
  const t = useTranslations();
  const state = t(`status.${row.state}`);
  const detailId = `detail-${row.nodeId}`;
  const fold = {
    type: 'button',
    onClick: onToggle,
    disabled: !row.run,
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? detailId : undefined,
  } as const;
  const chevron = (
    <ChevronRight
      size={12}
      aria-hidden="true"
      className={`shrink-0 text-ink-3 transition-transform duration-(--t-2) ${isOpen ? 'rotate-90' : ''} ${row.run ? '' : 'invisible'}`}
    />
  );
  return (
    <li data-state={row.state} data-node={row.nodeId} className="border-b border-line-1/60">
      <div className={`${timelineColumns} group relative h-6 ${isSelected ? 'bg-accent-bg' : 'hover:bg-hover'}`}>
        {onSelect ? (
          <span className="flex h-full min-w-0">
            <button
              {...fold}
              aria-label={t('timeline.details', { name: nameOf(row) })}
              className="relative z-1 grid w-6 shrink-0 place-items-center outline-offset-[-2px]"
            >
              {chevron}
            </button>
            <button type="button" onClick={onSelect} aria-pressed={isSelected} className={`${rowButton} ${wholeRow}`}>
              <RowName row={row} state={state} />
            </button>
          </span>
        ) : (
          <button {...fold} className={`${rowButton} ${wholeRow} pl-2`}>
            {chevron}
            <RowName row={row} state={state} />
          </button>
        )}
        <span className="flex min-w-0 items-center gap-1 text-meta text-state" aria-hidden="true">
          <StatusMark state={row.state} />
          <span className="truncate">{state}</span>
        </span>
        <span className="num pr-2 text-right whitespace-nowrap text-ink-2">
          {row.durationMs === undefined || row.state === 'skipped' ? '' : formatDuration(row.durationMs)}
        </span>
        <span className="num hidden pr-2 text-right whitespace-nowrap text-ink-2 @min-[640px]:block">
          {row.run?.usage ? row.run.usage.totalTokens.toLocaleString('en') : ''}
        </span>
        <TimelineTrack row={row} ticks={ticks} />
      </div>
      {isOpen && row.run ? (
        <div id={detailId}>
          <NodeDetail node={row.node} run={row.run} approvals={row.approvals} />
        </div>
      ) : null}
    </li>
  );
}

function nameOf({ node, nodeId }: Row): string {
  return node?.label ?? nodeId;
}

function RowName({ row, state }: { row: Row; state: string }) {
  const attempts = row.run?.attempts ?? 0;
  return (
    <>
      <NodeIcon type={row.node?.type} />
      <span className={`truncate ${row.state === 'queued' || row.state === 'skipped' ? 'text-ink-3' : 'text-ink-1'}`}>
        {nameOf(row)}
      </span>
      {attempts > 1 ? <span className="num shrink-0 text-ink-3">×{attempts}</span> : null}
      <span className="sr-only">{state}</span>
    </>
  );
}
