'use client';
import { useTranslations } from 'use-intl';
import { QueuePosition } from '#components/run-view/queue-position.tsx';
import { StopButton } from '#components/run-view/stop-button.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { StatusBadge } from '#components/ui/status-badge.tsx';
import type { RunState } from '#lib/run/run-state.ts';
import { isTerminal } from '#lib/run/run-status.ts';

/** Id of the title, which gets the focus when the focused element is removed. */
export const RUN_TITLE_ID = 'run-title';

/** Name, status and stop button of the run. */
export function RunHeader({ runId, run }: { runId: string | undefined; run: RunState }) {
  const t = useTranslations();
  return (
    <header className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line-1 bg-chrome px-3 py-1.5">
      <h2 id={RUN_TITLE_ID} tabIndex={-1} className="text-name font-title">
        {t('run.title')}
      </h2>
      {runId === undefined ? (
        <span className="text-ink-3">{t('run.notRunYet')}</span>
      ) : (
        <>
          <span role="status">
            <StatusBadge state={run.status} />
          </span>
          <QueuePosition runId={runId} run={run} />
          {run.reason ? <span className="text-ink-2">{t(`reason.${run.reason}`)}</span> : null}
          <code className="min-w-0 truncate text-meta text-ink-3">{runId}</code>
          <CopyButton label={t('run.copyLink')} text={() => new URL(`/runs/${encodeURIComponent(runId)}`, location.href).href} />
          <span className="grow" />
          {isTerminal(run.status) ? null : <StopButton key={runId} runId={runId} />}
        </>
      )}
    </header>
  );
}
