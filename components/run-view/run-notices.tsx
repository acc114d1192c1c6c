'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { ErrorCard } from '#components/run-view/error-card.tsx';
import type { RunView } from '#components/run-view/run-feed.ts';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';

type RunNoticesProps = {
  runId: string | undefined;
  view: RunView;
  onRetry: () => void;
  /** The run's failure is shown elsewhere. @defaultValue false */
  isOnlyConnection?: boolean;
  /** Of the field at fault. */
  value?: unknown;
  /** The name of the node that failed. */
  nodeLabel?: string | undefined;
  /** What mends the failure. */
  actions?: ReactNode;
};

/** Connection problems and the failure of a run; empty without any. */
export function RunNotices({ runId, view, onRetry, isOnlyConnection = false, value, nodeLabel, actions }: RunNoticesProps) {
  const t = useTranslations('run');
  const { connection, run, problem } = view;
  const hasFailed = run.status === 'failed' && !isOnlyConnection;
  if (runId === undefined) return null;
  return (
    <div aria-live="polite" className="grid shrink-0 gap-2 px-3 py-2 empty:hidden">
      {connection === 'loading' ? <p className="text-ink-3">{t('connecting')}</p> : null}
      {connection === 'reconnecting' ? <p className="text-waiting">{t('reconnecting')}</p> : null}
      {connection === 'failed' ? (
        <Notice title={t('unavailable')}>
          <p className="pb-2">{problem}</p>
          <Button onClick={onRetry}>{t('tryAgain')}</Button>
        </Notice>
      ) : null}
      {hasFailed && run.error ? <ErrorCard error={run.error} value={value} nodeLabel={nodeLabel} actions={actions} /> : null}
      {hasFailed && !run.error ? <Notice title={t('failed')} /> : null}
    </div>
  );
}
