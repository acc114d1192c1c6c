'use client';
import { Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { NodeIterationBar } from '#components/editor/panel/node-iteration-bar.tsx';
import { NodeRunFacts } from '#components/editor/panel/node-run-facts.tsx';
import { useNodePath } from '#components/editor/run/iteration-overlay.ts';
import { useNodeRun } from '#components/editor/run/run-overlay.ts';
import { lazyPart } from '#components/ui/lazy-part.tsx';
import { ValueExplorer } from '#components/ui/value-explorer.tsx';
import type { WorkflowNode } from '#lib/workflow/workflow.ts';

const LazyNodeTestPanel = lazyPart(async () => (await import('#components/editor/panel/node-test-panel.tsx')).NodeTestPanel);

/** The input of the node in the shown run, and a button to run only this node. */
export function NodeInput({ node }: { node: WorkflowNode }) {
  const t = useTranslations('canvasRun');
  const run = useNodeRun(useNodePath(node.id));
  const hasInputs = run?.inputs !== undefined && run.inputs !== null;
  return (
    <div className="grid min-w-0 gap-3 p-3">
      <NodeIterationBar nodeId={node.id} />
      {run ? null : <NodeRunFacts run={undefined} />}
      {hasInputs ? <ValueExplorer label={t('configAsRun')} value={run.inputs} /> : null}
      <Suspense>
        <LazyNodeTestPanel node={node} />
      </Suspense>
    </div>
  );
}
