'use client';
import { ChevronDown, ChevronUp, GitFork, PencilRuler } from 'lucide-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'use-intl';
import { EditVersion } from '#components/pages/trace/edit-version.tsx';
import { RunAgain } from '#components/pages/trace/run-again.tsx';
import { Started, Took } from '#components/pages/trace/run-times.tsx';
import type { TracePageData } from '#components/pages/trace/trace-page-data.ts';
import { RunMenu } from '#components/run-view/actions/run-menu.tsx';
import { ForkOrigin } from '#components/run-view/fork/fork-origin.tsx';
import { QueuePosition } from '#components/run-view/queue-position.tsx';
import { StopButton } from '#components/run-view/stop-button.tsx';
import { useNames } from '#components/run-view/use-names.ts';
import { RunsCrumb } from '#components/shell/runs-crumb.tsx';
import { Button } from '#components/ui/button.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { StatusBadge } from '#components/ui/status-badge.tsx';
import { visibleText } from '#lib/i18n/visible-text.ts';
import type { RunState } from '#lib/run/run-state.ts';
import { isTerminal } from '#lib/run/run-status.ts';

/** DOM id of the title of the page, which receives the focus when the focused element is removed. */
export const TRACE_TITLE_ID = 'trace-title';

type TraceHeaderProps = {
  data: TracePageData;
  run: RunState;
  nowMs: number;
  /** Opens the plan of a fork at the shown event. Undefined if the run cannot be forked. */
  onFork: (() => void) | undefined;
  /** Shows the next or previous node or call. */
  onStep: (by: 1 | -1) => void;
};

/** Name, status and actions of the run. */
export function TraceHeader({ data, run, nowMs, onFork, onStep }: TraceHeaderProps) {
  const t = useTranslations();
  const router = useRouter();
  const { runId, workflowId, version } = data.run;
  const name = useWorkflowName(data);
  return (
    <div className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line-1 bg-chrome py-1.5 pr-2 pl-3">
      <RunsCrumb />
      <span aria-hidden="true" className="text-ink-3">
        /
      </span>
      <h1 id={TRACE_TITLE_ID} tabIndex={-1} className="max-w-[32ch] truncate text-name font-title">
        {name}
      </h1>
      <span role="status">
        <StatusBadge state={run.status} />
      </span>
      <QueuePosition runId={runId} run={run} />
      {run.reason ? <span className="text-ink-2">{t(`reason.${run.reason}`)}</span> : null}
      <span className="num rounded-chip border border-line-2 px-1 leading-4 text-ink-2">
        {version === null
          ? t(data.run.mode === 'node' ? 'trace.oneNode' : 'trace.draft')
          : t('home.version', { number: version })}
      </span>
      <code className="min-w-0 truncate text-meta text-ink-3 max-lg:hidden">{runId}</code>
      <CopyButton label={t('trace.copyId')} text={runId} />
      <span className="num text-ink-2 lg:hidden">
        <Started data={data} run={run} />, <Took run={run} nowMs={nowMs} />,{' '}
        {t('canvasRun.tokens', { count: run.usage.totalTokens })}
      </span>
      {data.run.forkOf ? <ForkOrigin forkOf={data.run.forkOf} /> : null}
      {/* Grouped, so that none wraps alone. */}
      <span className="ml-auto flex flex-wrap items-center gap-2 max-sm:gap-1">
        {isTerminal(run.status) ? null : <StopButton runId={runId} />}
        <span className="flex max-md:hidden">
          <Button
            look="quiet"
            size="icon"
            aria-label={t('trace.previous')}
            title={t('trace.previousHint')}
            onClick={() => onStep(-1)}
          >
            <ChevronUp size={14} aria-hidden="true" />
          </Button>
          <Button look="quiet" size="icon" aria-label={t('trace.next')} title={t('trace.nextHint')} onClick={() => onStep(1)}>
            <ChevronDown size={14} aria-hidden="true" />
          </Button>
        </span>
        {workflowId !== null && data.draft !== 'missing' ? (
          <Link
            href={`/workflows/${encodeURIComponent(workflowId)}?run=${encodeURIComponent(runId)}`}
            prefetch={false}
            className="inline-flex h-7 shrink-0 items-center gap-1.5 rounded-control border border-line-2 bg-raised px-3 font-[520] whitespace-nowrap hover:bg-sunken max-sm:px-2"
          >
            <PencilRuler size={13} aria-hidden="true" />
            {t('trace.openInEditor')}
          </Link>
        ) : null}
        <EditVersion data={data} />
        {onFork ? (
          <Button size="large" title={t('fork.hereHint')} onClick={onFork} className="max-sm:px-2">
            <GitFork size={13} aria-hidden="true" />
            <span className="max-lg:sr-only">{t('fork.here')}</span>
          </Button>
        ) : null}
        <RunAgain data={data} />
        <RunMenu
          runId={runId}
          name={name}
          status={run.status}
          focusAfterId={TRACE_TITLE_ID}
          onDeleted={() => router.push('/runs')}
        />
      </span>
    </div>
  );
}

function useWorkflowName({ run, templateId }: TracePageData): string {
  const { templateName } = useNames();
  const t = useTranslations('trace');
  const own =
    templateId === undefined ? run.workflowName : templateName({ id: templateId, name: run.workflowName, description: '' });
  return own === '' ? t('untitled') : visibleText(own);
}
