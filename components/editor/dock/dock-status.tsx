'use client';
import { useTranslations } from 'use-intl';
import { useRunOutline, useShownFact } from '#components/editor/run/run-overlay.ts';
import { QueuePosition } from '#components/run-view/queue-position.tsx';
import { StatusBadge } from '#components/ui/status-badge.tsx';

/** Current status of the shown run, its reason, and open approvals. */
export function DockStatus() {
  const t = useTranslations();
  const isShown = useRunOutline()?.hasEvents === true;
  const status = useShownFact(({ run }) => run.status);
  const runId = useShownFact(({ run }) => run.runId);
  const queuePosition = useShownFact(({ run }) => run.queuePosition);
  const reason = useShownFact(({ run }) => run.reason);
  const openCount = useShownFact(({ run }) => Object.keys(run.approvals).length);
  if (!isShown) return null;
  return (
    <>
      <span role="status">
        <StatusBadge state={status} />
      </span>
      {runId === undefined ? null : <QueuePosition runId={runId} run={{ status, queuePosition }} />}
      {reason ? <span className="truncate text-ink-2">{t(`reason.${reason}`)}</span> : null}
      {openCount > 0 ? (
        <span className="num shrink-0 text-waiting">{t('library.openDecisions', { count: openCount })}</span>
      ) : null}
    </>
  );
}
