'use client';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'use-intl';
import type { TracePageData } from '#components/pages/trace/trace-page-data.ts';
import { useDraftDocument } from '#components/pages/trace/use-draft-document.ts';
import type { ForkDraft } from '#components/run-view/fork/fork-draft.ts';
import { PlanPanel } from '#components/run-view/fork/plan-panel.tsx';
import { startFork } from '#components/run-view/fork/start-fork.ts';
import type { WatchedRun } from '#components/run-view/use-watched-run.ts';
import { Notice } from '#components/ui/notice.tsx';
import type { WorkflowNode } from '#lib/workflow/workflow.ts';

type TracePlanProps = {
  draft: ForkDraft;
  data: TracePageData;
  watched: WatchedRun;
  nodes: readonly WorkflowNode[];
  onSelect: (nodeId: string) => void;
};

/** The plan of a fork on the run's page, instead of the detail. */
export function TracePlan({ draft, data, watched, nodes, onSelect }: TracePlanProps) {
  const t = useTranslations('fork.source');
  const router = useRouter();
  const { runId, workflowId } = data.run;
  const hasDraft = workflowId !== null && data.draft !== 'missing';
  const now = useDraftDocument(hasDraft ? workflowId : undefined);
  return (
    <PlanPanel
      draft={draft}
      nodes={nodes}
      workflowId={workflowId ?? undefined}
      document={now.document}
      readNode={watched.shown.readNode}
      inputs={watched.view.run.inputs}
      breakpointCount={0}
      onSelect={onSelect}
      onStart={async (body) => router.push(`/runs/${encodeURIComponent(await startFork(runId, body))}`)}
    >
      <div role="alert" className="contents">
        {now.problem === undefined ? null : <Notice title={t('nowLost', { message: now.problem })} />}
      </div>
    </PlanPanel>
  );
}
