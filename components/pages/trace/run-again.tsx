'use client';
import { RotateCcw } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useChange } from '#components/data/use-change.ts';
import type { TracePageData } from '#components/pages/trace/trace-page-data.ts';
import { Button } from '#components/ui/button.tsx';
import { isSecondClick } from '#components/ui/is-second-click.ts';

/**
 * Repeats the same part of the run's workflow with the same inputs, outside of its session, and opens the new run.
 * Not for single-node runs, which the editor repeats, nor for runs whose caller chose a model or limited the tools.
 */
export function RunAgain({ data }: { data: TracePageData }) {
  const t = useTranslations('trace');
  const router = useRouter();
  const { isBusy, problem, run } = useChange();
  if (!data.document || data.run.mode === 'node') return null;
  if (data.run.model !== null || data.run.toolNames !== null) return null;
  const start = () => void run(async () => router.push(`/runs/${encodeURIComponent(await startAgain(data))}`));
  return (
    <>
      <Button
        size="large"
        onClick={(event) => isSecondClick(event) || start()}
        aria-disabled={isBusy || undefined}
        title={t('runAgainHint')}
      >
        <RotateCcw size={13} aria-hidden="true" />
        {isBusy ? t('starting') : t('runAgain')}
      </Button>
      {problem ? (
        <p role="alert" className="w-full text-right text-failed">
          {t('notStarted', { message: problem })}
        </p>
      ) : null}
    </>
  );
}

/** Runs the workflow if its draft is unchanged; else the recorded document, which then belongs to no workflow. */
async function startAgain({ run, document, draft }: TracePageData): Promise<string> {
  const inputs = run.inputs as Record<string, never>;
  const body = { inputs, mode: 'async', ...(await partOf(run.runId)) } as const;
  if (draft === 'same' && run.workflowId !== null)
    return (await apiClient.runWorkflow({ params: { id: run.workflowId }, body })).runId;
  if (!document) throw new Error('There is no document to run');
  return (await apiClient.runDocument({ body: { ...body, document } })).runId;
}

/** The part of its workflow that the run was to run. */
async function partOf(runId: string) {
  const { items } = await apiClient.readRunLog({ params: { id: runId }, query: { after: 0, limit: 1 } });
  const [first] = items;
  if (first?.type !== 'run_started') throw new Error('The first event of the run is missing');
  return { ...(first.until && { until: first.until }), ...(first.skip && { skip: first.skip }) };
}
