'use client';
import { useFormatter, useTranslations } from 'use-intl';
import type { RunListItem } from '#components/data/listed.ts';
import { useRunOutline, useShowRun } from '#components/editor/run/run-overlay.ts';
import { Select } from '#components/ui/select.tsx';

type DockRunSelectProps = {
  runs: readonly RunListItem[];
  /** The list is opening: runs may have started elsewhere. */
  onLook: () => void;
};

/** Selects one of the latest runs of this workflow. Empty without runs. */
export function DockRunSelect({ runs, onLook }: DockRunSelectProps) {
  const t = useTranslations('canvasRun');
  const shownId = useRunOutline()?.runId;
  const showRun = useShowRun();
  const nameOf = useRunName();
  if (runs.length === 0) return null;
  return (
    <span className="flex min-w-9 basis-52">
      <Select
        aria-label={t('shownRun')}
        value={shownId ?? ''}
        onFocus={onLook}
        onChange={(event) => showRun(event.target.value)}
        className="h-6! truncate text-meta! tabular-nums"
      >
        {runs.some(({ runId }) => runId === shownId) ? null : <option value={shownId ?? ''}>{shownId ?? t('chooseRun')}</option>}
        {runs.map((run) => (
          <option key={run.runId} value={run.runId}>
            {nameOf(run)}
          </option>
        ))}
      </Select>
    </span>
  );
}

/** Start time, status, and the mode unless it ran the whole draft. */
function useRunName(): (run: RunListItem) => string {
  const t = useTranslations();
  const format = useFormatter();
  return ({ createdAt, status, mode, nodeId, forkOf }) => {
    const at = format.dateTime(new Date(createdAt), { dateStyle: 'short', timeStyle: 'medium', hourCycle: 'h23' });
    const what =
      mode === 'node' ? t('canvasRun.nodeRun', { nodeId: nodeId ?? '' }) : mode === 'deployed' ? t('canvasRun.deployedRun') : '';
    return [at, t(`status.${status}`), what, forkOf ? t('fork.forked') : ''].filter((part) => part !== '').join(' · ');
  };
}
