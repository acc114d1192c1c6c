'use client';
import { useRouter, useSearchParams } from 'next/navigation';
import { useEffect, useMemo } from 'react';
import { apiClient } from '#components/data/api-client.ts';
import { FormPanel } from '#components/pages/try/form-panel.tsx';
import { Library } from '#components/pages/try/library.tsx';
import type { RunPageData } from '#components/pages/try/run-page-data.ts';
import { RunPanel } from '#components/pages/try/run-panel.tsx';
import { UnknownRun } from '#components/pages/try/unknown-run.tsx';
import type { RunView } from '#components/run-view/run-feed.ts';
import { useNames } from '#components/run-view/use-names.ts';
import { useRunView } from '#components/run-view/use-run-view.ts';
import { isTerminal } from '#lib/run/run-status.ts';
import { flowOrder } from '#lib/workflow/flow-order.ts';

/** Templates and runs, the form of the chosen template, and its run. The URL names both. */
export function RunPage({ data }: { data: RunPageData }) {
  const router = useRouter();
  const runId = useSearchParams().get('run') ?? undefined;
  const isMissing = runId !== undefined && runId === data.missingRunId;
  const { view } = useRunView(isMissing ? undefined : runId);
  const { template } = data;
  const { namedNode } = useNames();
  const ordered = useMemo(() => (template ? flowOrder(template.document) : []), [template]);
  const nodes = template ? ordered.map((node) => namedNode(template.id, node)) : [];

  async function start(inputs: Record<string, unknown>) {
    if (!template) return;
    const accepted = await apiClient.runDocument({
      body: { document: template.document, inputs: inputs as Record<string, never>, mode: 'async' },
    });
    if (!('runId' in accepted)) return;
    window.history.pushState(null, '', `/?template=${encodeURIComponent(template.id)}&run=${encodeURIComponent(accepted.runId)}`);
    // On a narrow screen the run is below the form.
    document.getElementById('run')?.scrollIntoView({ block: 'nearest' });
    router.refresh();
  }

  useFreshLists(data, { runId, view });

  return (
    <div className="grid grid-cols-1 min-h-0 grow max-md:content-start md:grid-cols-[208px_minmax(0,260px)_minmax(0,1fr)] lg:grid-cols-[264px_minmax(0,336px)_minmax(0,1fr)]">
      <Library data={data} templateId={template?.id} runId={runId} />
      <main id="main" tabIndex={-1} className="grid min-h-0 min-w-0 outline-none md:col-span-2 md:grid-cols-subgrid">
        {runId !== undefined && (isMissing || view.connection === 'not-found') ? (
          <UnknownRun runId={runId} />
        ) : (
          <>
            <FormPanel template={template} workflowName={data.run?.workflowName} onRun={start} />
            <RunPanel key={runId} runId={runId} nodes={nodes} />
          </>
        )}
      </main>
    </div>
  );
}

/** The run lists come from the server: they are reloaded when they disagree with the log of the watched run. */
function useFreshLists(data: RunPageData, { runId, view: { run } }: { runId: string | undefined; view: RunView }): void {
  const router = useRouter();
  const openCount = Object.keys(run.approvals).length;
  const listed = [...data.waitingRuns, ...data.runs].find((item) => item.runId === runId);
  const isSame = listed?.status === run.status && (data.openDecisions[listed.runId] ?? 0) === openCount;
  const isBehind = run.lastSeq > 0 && listed !== undefined && !isTerminal(listed.status) && !isSame;
  const refreshKey = isBehind ? `${run.status} ${openCount}` : undefined;
  useEffect(() => {
    if (refreshKey !== undefined) router.refresh();
  }, [refreshKey, router]);
}
