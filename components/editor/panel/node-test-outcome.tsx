'use client';
import { useTranslations } from 'use-intl';
import { PinButton } from '#components/editor/panel/node-pin.tsx';
import { ErrorFixes } from '#components/editor/problems/error-fixes.tsx';
import type { NodeTest, NodeTestResult } from '#components/editor/run/node-tests.ts';
import { useShowRun } from '#components/editor/run/run-overlay.ts';
import { ErrorCard } from '#components/run-view/error-card.tsx';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { StatusBadge } from '#components/ui/status-badge.tsx';
import { ValueExplorer } from '#components/ui/value-explorer.tsx';
import { formatDuration } from '#lib/i18n/format-duration.ts';
import { valueAtField } from '#lib/workflow/value-at-field.ts';
import type { WorkflowNode } from '#lib/workflow/workflow.ts';

/** The result of a node's test; empty before the first one. */
export function NodeTestOutcome({ node, step }: { node: WorkflowNode; step: NodeTest['step'] }) {
  const t = useTranslations('canvasRun.test');
  return (
    <div role="status" className="grid min-w-0 gap-2 empty:hidden">
      {step.at === 'refused' ? <Notice title={t('refused')}>{step.message}</Notice> : null}
      {step.at === 'done' ? <Outcome node={node} result={step.result} /> : null}
    </div>
  );
}

function Outcome({ node, result }: { node: WorkflowNode; result: NodeTestResult }) {
  const t = useTranslations('canvasRun');
  const { success, output, error, approvals, executionTimeMs, metadata, runId } = result;
  const state = approvals ? 'waiting' : success ? 'succeeded' : 'failed';
  return (
    <>
      <p data-test-result={state} className="num flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2">
        <StatusBadge state={state} />
        <span>{formatDuration(executionTimeMs)}</span>
        {metadata.tokenUsage.totalTokens > 0 ? <span>{t('tokens', { count: metadata.tokenUsage.totalTokens })}</span> : null}
        {runId === undefined ? null : <ShowRunButton runId={runId} />}
      </p>
      {approvals ? <p className="text-ink-2">{t('test.waits')}</p> : null}
      {error ? (
        <ErrorCard
          error={error}
          value={error.path === undefined ? undefined : valueAtField(node.config, error.path)}
          actions={<ErrorFixes error={{ ...error, nodeId: node.id }} />}
        />
      ) : null}
      {success ? (
        <ValueExplorer label={t('output')} value={output}>
          <PinButton nodeId={node.id} value={output} />
        </ValueExplorer>
      ) : null}
    </>
  );
}

function ShowRunButton({ runId }: { runId: string }) {
  const t = useTranslations('canvasRun.test');
  const showRun = useShowRun();
  return (
    <Button look="quiet" title={t('showRunHint')} onClick={() => showRun(runId)}>
      {t('showRun')}
    </Button>
  );
}
