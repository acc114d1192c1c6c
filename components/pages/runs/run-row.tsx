'use client';
import Link from 'next/link';
import { memo } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { RunRow as Row } from '#components/pages/runs/live-runs.ts';
import { LazyRunMenu } from '#components/run-view/actions/run-menu.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { StatusBadge } from '#components/ui/status-badge.tsx';
import { StatusMark } from '#components/ui/status-mark.tsx';
import { costText } from '#lib/i18n/cost-text.ts';
import { formatDuration, formatElapsed } from '#lib/i18n/format-duration.ts';
import { visibleText } from '#lib/i18n/visible-text.ts';
import { isTerminal } from '#lib/run/run-status.ts';

type RunRowProps = {
  row: Row;
  /** 0 for ended runs. */
  nowMs: number;
  isSelected: boolean;
  onToggle: (runId: string) => void;
  onDeleted: (runId: string) => void;
};

/** A row that links to its run. */
export const RunRow = memo(function RunRow({ row, nowMs, isSelected, onToggle, onDeleted }: RunRowProps) {
  const t = useTranslations('runs');
  const name = row.workflowName === '' ? t('untitled') : visibleText(row.workflowName);
  const about =
    row.version !== null ? `v${row.version}` : row.nodeId === null ? '' : t('oneNode', { node: row.nodeLabel ?? row.nodeId });
  return (
    <tr
      data-run={row.runId}
      data-selected={isSelected || undefined}
      className="group/run relative h-6 border-b border-line-1 hover:bg-hover has-focus-visible:bg-hover data-selected:bg-accent-bg max-md:h-8 [&>td]:px-2"
    >
      <td className="pr-0! pl-2!">
        <span className="relative z-1 block">
          <Checkbox
            aria-label={t('selection.one', { name, time: row.createdAt })}
            checked={isSelected}
            disabled={!isTerminal(row.status)}
            title={isTerminal(row.status) ? undefined : t('selection.onlyEnded')}
            onCheckedChange={() => onToggle(row.runId)}
          />
        </span>
      </td>
      <td>
        <State row={row} />
      </td>
      <td>
        <span className="flex min-w-0 gap-1">
          <Link
            href={`/runs/${encodeURIComponent(row.runId)}`}
            prefetch={false}
            title={row.runId}
            className="truncate rounded-control font-strong max-md:line-clamp-2 max-md:whitespace-normal max-md:wrap-anywhere outline-offset-[-1px] after:absolute after:inset-0"
          >
            {name}
          </Link>{' '}
          <span className="num max-w-1/2 shrink-0 truncate text-ink-3">{about}</span>
        </span>
      </td>
      <td data-part="inputs" title={row.inputsPreview} className="truncate text-ink-2 max-md:hidden">
        {visibleText(row.inputsPreview)}
      </td>
      <td className="truncate text-ink-2 max-md:hidden">
        <Trigger row={row} />
      </td>
      <td className="truncate">
        <Started at={row.startedAt ?? row.createdAt} />
      </td>
      <td className="num text-right text-ink-2 max-md:hidden">{tookText(row, nowMs)}</td>
      <td className="num text-right text-ink-2 max-lg:hidden">{row.tokensUsed > 0 ? row.tokensUsed.toLocaleString('en') : ''}</td>
      <td className="num text-right text-ink-2 max-lg:hidden">
        <Cost row={row} />
      </td>
      <td className="truncate max-md:hidden">
        <ErrorLine row={row} />
      </td>
      <td className="pr-1! pl-0! [&>button]:h-5">
        <LazyRunMenu
          runId={row.runId}
          name={name}
          status={row.status}
          focusAfterId="main"
          onDeleted={() => onDeleted(row.runId)}
        />
      </td>
    </tr>
  );
});

/** Successful runs are muted, so that others stand out. */
function State({ row: { status, queuePosition } }: { row: Row }) {
  const t = useTranslations('status');
  if (queuePosition !== null)
    return (
      <span className="inline-flex items-center gap-1.5">
        <StatusBadge state={status} />
        <Place position={queuePosition} />
      </span>
    );
  if (status !== 'succeeded') return <StatusBadge state={status} />;
  return (
    <span data-state={status} className="inline-flex items-center gap-1 pl-1 text-meta text-ink-2">
      <span className="text-state">
        <StatusMark state={status} />
      </span>
      {t(status)}
    </span>
  );
}

/** In few signs, as wide as its column allows. */
function Place({ position }: { position: number }) {
  const label = useTranslations('run')('queuePlace', { position });
  return (
    <span title={label} className="num text-meta text-ink-2">
      <span aria-hidden="true">#{position}</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}

function Trigger({ row }: { row: Row }) {
  const t = useTranslations('runs.modes');
  if (row.slug !== null) return <code className="text-meta">/{row.slug}</code>;
  if (row.mode === 'draft' && row.workflowId === null) return t('document');
  return t(row.mode);
}

function Started({ at }: { at: string }) {
  const format = useFormatter();
  return (
    <time dateTime={at} className="num text-ink-2">
      {format.dateTime(new Date(at), {
        day: 'numeric',
        month: 'short',
        hour: '2-digit',
        minute: '2-digit',
        second: '2-digit',
        hourCycle: 'h23',
      })}
    </time>
  );
}

function Cost({ row: { costUsd, tokensUsed, isCostPartial } }: { row: Row }) {
  const t = useTranslations('runs');
  const text = costText({ costUsd, tokens: tokensUsed }, useTranslations('costs')('noPrice'));
  // The known cost is a lower bound.
  return isCostPartial ? <span title={t('costPartial')}>≥ {text}</span> : text;
}

function tookText({ startedAt, createdAt, finishedAt }: Row, nowMs: number): string {
  // One that is queued has not begun.
  if (startedAt === null && finishedAt === null) return '';
  const fromMs = Date.parse(startedAt ?? createdAt);
  if (finishedAt !== null) return formatDuration(Math.max(Date.parse(finishedAt) - fromMs, 0));
  return nowMs === 0 ? '' : formatElapsed(nowMs - fromMs);
}

function ErrorLine({ row: { error, reason, status } }: { row: Row }) {
  const t = useTranslations('reason');
  if (error)
    return (
      <span title={`${error.nodeLabel ?? error.nodeId ?? ''}\n${error.message}`.trim()} className="flex min-w-0 text-failed">
        {error.nodeLabel ? (
          <span className="max-w-1/2 shrink-0 truncate font-strong">{visibleText(error.nodeLabel)}:</span>
        ) : error.nodeId ? (
          <code className="max-w-1/2 shrink-0 truncate text-meta">{error.nodeId}:</code>
        ) : null}
        <span className="min-w-0 truncate whitespace-pre"> {error.message}</span>
      </span>
    );
  return reason && status !== 'succeeded' ? <span className="text-ink-2">{t(reason)}</span> : null;
}
