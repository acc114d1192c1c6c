'use client';
import { useTranslations } from 'use-intl';
import { useRunOutline, useShownView } from '#components/editor/run-overlay.ts';
import { StatusBadge } from '#components/ui/status-badge.tsx';

/** How the run being shown stands at its present, why, and what it asks. */
export function DockStatus() {
  const t = useTranslations();
  const isShown = useRunOutline() !== undefined;
  const { run } = useShownView();
  if (!isShown) return null;
  const openCount = Object.keys(run.approvals).length;
  return (
    <>
      <span role="status">
        <StatusBadge state={run.status} />
      </span>
      {run.reason ? <span className="truncate text-ink-2">{t(`reason.${run.reason}`)}</span> : null}
      {openCount > 0 ? (
        <span className="num shrink-0 text-waiting">{t('library.openDecisions', { count: openCount })}</span>
      ) : null}
    </>
  );
}
