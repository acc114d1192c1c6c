'use client';
import Link from 'next/link';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { AllowHost } from '#components/data/allow-host.tsx';
import { apiClient } from '#components/data/api-client.ts';
import { type ToolInput, toolInputs } from '#components/pages/tools/tool-inputs.ts';
import { TRIAL_NODE_ID, trialArguments, trialWorkflow } from '#components/pages/tools/trial-workflow.ts';
import { ApprovalPanel } from '#components/run-view/approvals/approval-panel.tsx';
import { RunForm } from '#components/run-view/form/run-form.tsx';
import { useRunView } from '#components/run-view/use-run-view.ts';
import { Notice } from '#components/ui/notice.tsx';
import { StatusBadge } from '#components/ui/status-badge.tsx';
import { useNow } from '#components/ui/use-now.ts';
import { ValueExplorer } from '#components/ui/value-explorer.tsx';
import type { ToolResource } from '#lib/api/tools.contract.ts';
import { isTerminal } from '#lib/run/run-status.ts';
import type { WorkflowNode } from '#lib/workflow/workflow.ts';

const RESULT_ID = 'tool-result';

/** Calls a tool in a run of its own, so that approvals apply as in a workflow. */
export function ToolTrial({ tool }: { tool: ToolResource }) {
  const t = useTranslations('toolsPage');
  const [runId, setRunId] = useState<string>();
  const inputs = toolInputs(tool.inputSchema);
  const last = useRef<Record<string, unknown>>({});
  async function call(values: Record<string, unknown>) {
    last.current = values;
    const args = trialArguments(inputs, values);
    const accepted = await apiClient.runDocument({
      body: { document: trialWorkflow(tool.id, Object.keys(args)), inputs: args as Record<string, never>, mode: 'async' },
    });
    if ('runId' in accepted) setRunId(accepted.runId);
  }
  return (
    <section aria-labelledby="try-title" className="grid max-w-[80ch] gap-3 border-t border-line-1 pt-4">
      <div className="grid content-start gap-3">
        <h3 id="try-title" className="text-name font-title">
          {t('try')}
        </h3>
        <p className="text-ink-2">{t('tryText')}</p>
        <RunForm memoryKey={`tool ${tool.id}`} inputs={inputs} help={helpOf(inputs)} hasStickyFoot onRun={call} />
      </div>
      <div id={RESULT_ID} tabIndex={-1} className="min-w-0 outline-none">
        {runId === undefined ? null : (
          <TrialResult key={runId} runId={runId} toolId={tool.id} onAgain={() => void call(last.current)} />
        )}
      </div>
    </section>
  );
}

function helpOf(inputs: readonly ToolInput[]): Record<string, string> {
  return Object.fromEntries(inputs.flatMap(({ name, help }) => (help === undefined ? [] : [[name, help]])));
}

function TrialResult({ runId, toolId, onAgain }: { runId: string; toolId: string; onAgain: () => void }) {
  const t = useTranslations('toolsPage');
  const { view } = useRunView(runId);
  const { run } = view;
  const isRunning = !isTerminal(run.status) && run.status !== 'waiting';
  // The button is at the end of a form that may be long; its answer comes into view below it.
  useEffect(() => {
    if (!isRunning) document.getElementById(RESULT_ID)?.scrollIntoView({ block: 'nearest' });
  }, [isRunning]);
  const nowMs = useNow(run.status === 'waiting' ? 'slow' : 'never');
  const node: WorkflowNode = {
    id: TRIAL_NODE_ID,
    type: 'tool-call',
    version: 1,
    label: toolId,
    config: {},
    position: { x: 0, y: 0 },
  };
  return (
    <div data-trial-status={run.status} className="grid min-w-0 gap-3">
      <p className="flex items-center gap-3">
        <span role="status">
          <StatusBadge state={run.status} />
        </span>
        <Link href={`/runs/${encodeURIComponent(runId)}`} prefetch={false} className="text-accent underline">
          {t('openRun')}
        </Link>
      </p>
      <ApprovalPanel runId={runId} run={run} nodes={[node]} nowMs={nowMs} focusAfterId={RESULT_ID} isWhole />
      {run.error ? (
        <Notice title={t('callFailed')} code={run.error.code}>
          <p>{run.error.message}</p>
          {run.error.hint ? <p className="pt-1 font-strong text-ink-1">{run.error.hint}</p> : null}
          <AllowHost host={run.error.privateHost} onAllowed={onAgain} />
        </Notice>
      ) : null}
      {run.status === 'succeeded' ? <ValueExplorer label={t('result')} value={run.outputs?.result ?? null} /> : null}
      {isRunning ? <p className="text-ink-2">{t('calling')}</p> : null}
    </div>
  );
}
