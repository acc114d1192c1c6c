'use client';
import { useTranslations } from 'use-intl';
import { useRunOutline, useShownFact } from '#components/editor/run/run-overlay.ts';
import { StopButton } from '#components/run-view/stop-button.tsx';
import { StatusMark } from '#components/ui/status-mark.tsx';
import { useNow } from '#components/ui/use-now.ts';
import { formatDuration } from '#lib/i18n/format-duration.ts';
import { isTerminal, type RunStatus } from '#lib/run/run-status.ts';

/** How long the shown run has been active, and a button to stop it. Empty for a run that has ended. */
export function RunClock() {
  const outline = useRunOutline();
  const runId = outline?.runId;
  const status = useShownFact(({ run }) => run.status);
  const startedAt = useShownFact(({ run }) => run.startedAt);
  if (runId === undefined || outline?.isMissing || isTerminal(status)) return null;
  return (
    <>
      <Elapsed status={status} startedAt={startedAt} />
      <StopButton key={runId} runId={runId} size="normal" />
    </>
  );
}

function Elapsed({ status, startedAt }: { status: RunStatus; startedAt: string | undefined }) {
  const t = useTranslations('status');
  const nowMs = useNow(status === 'running' ? 'live' : 'slow');
  const elapsedMs = startedAt === undefined ? undefined : Math.max(nowMs - Date.parse(startedAt), 0);
  return (
    <span
      data-state={status}
      data-part="run-clock"
      title={t(status)}
      className="num flex min-w-18 shrink-0 items-center justify-end gap-1.5 font-strong text-state contain-layout"
    >
      <StatusMark state={status} label={t(status)} />
      {elapsedMs === undefined ? '' : formatDuration(elapsedMs)}
    </span>
  );
}
