'use client';
import { useTranslations } from 'use-intl';
import { useRunOutline, useShownView } from '#components/editor/run-overlay.ts';
import { runAxis } from '#components/run/layout-timeline.ts';
import { paceOf, useNow } from '#components/run/use-now.ts';
import { StatusBadge } from '#components/ui/status-badge.tsx';
import { formatDuration } from '#lib/i18n/format-duration.ts';

/** How the run being shown stands, what it took so far, and what it asks. */
export function DockTotals() {
  const t = useTranslations();
  const outline = useRunOutline();
  const { run } = useShownView();
  const nowMs = useNow(outline ? paceOf(outline.status) : 'never');
  if (!outline) return <span className="truncate text-ink-3">{t('run.notRunYet')}</span>;
  const { startedMs, endMs } = runAxis(outline, nowMs);
  const openCount = Object.keys(run.approvals).length;
  return (
    <>
      <span role="status">
        <StatusBadge state={outline.status} />
      </span>
      {run.reason ? <span className="truncate text-ink-2">{t(`reason.${run.reason}`)}</span> : null}
      {openCount > 0 ? (
        <span className="num shrink-0 text-waiting">{t('library.openDecisions', { count: openCount })}</span>
      ) : null}
      <span data-total="elapsed" className="num shrink-0 font-[520] text-ink-1">
        {formatDuration(endMs - startedMs)}
      </span>
      <span data-total="tokens" className="num hidden shrink-0 text-ink-2 @min-[480px]:inline">
        {t('canvasRun.tokens', { count: run.usage.totalTokens })}
      </span>
    </>
  );
}
