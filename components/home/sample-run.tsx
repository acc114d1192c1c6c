'use client';
import { Play } from 'lucide-react';
import Link from 'next/link';
import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/run/api-client.ts';
import { layoutTimeline } from '#components/run/layout-timeline.ts';
import { orderNodes } from '#components/run/order-nodes.ts';
import type { TemplateResource } from '#components/run/run-page-data.ts';
import { RunTimeline } from '#components/run/run-timeline.tsx';
import { useNames } from '#components/run/use-names.ts';
import { useNow } from '#components/run/use-now.ts';
import { useRunView } from '#components/run/use-run-view.ts';
import { Button } from '#components/ui/button.tsx';
import { StatusBadge } from '#components/ui/status-badge.tsx';
import { isTerminal } from '#lib/run/run-status.ts';

/** A real run of the simplest template, for whoever has not seen one. */
export function SampleRun({ sample }: { sample: TemplateResource }) {
  const t = useTranslations('home');
  const { templateName } = useNames();
  const [runId, setRunId] = useState<string>();
  const [isStarting, setIsStarting] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function run() {
    if (isStarting) return;
    setIsStarting(true);
    setProblem(undefined);
    try {
      // its inputs have defaults
      const accepted = await apiClient.runDocument({ body: { document: sample.document, mode: 'async' } });
      if ('runId' in accepted) setRunId(accepted.runId);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
    setIsStarting(false);
  }

  return (
    <section aria-labelledby="sample-run" className="min-w-0 overflow-hidden rounded-control border border-line-1 bg-raised">
      <header className="flex min-h-10 flex-wrap items-center gap-2 border-b border-line-1 bg-chrome px-3 py-1.5">
        <h2 id="sample-run" className="text-name font-title">
          {t('sample', { name: templateName(sample) })}
        </h2>
        <span className="grow" />
        <Button onClick={run} aria-disabled={isStarting || undefined}>
          <Play size={12} aria-hidden="true" />
          {runId === undefined ? t('runSample') : t('runSampleAgain')}
        </Button>
      </header>
      {problem ? (
        <p role="alert" className="px-3 py-2 text-failed wrap-anywhere">
          {problem}
        </p>
      ) : null}
      <SampleSteps key={runId} sample={sample} runId={runId} />
    </section>
  );
}

function SampleSteps({ sample, runId }: { sample: TemplateResource; runId: string | undefined }) {
  const t = useTranslations('home');
  const { namedNode } = useNames();
  const { view } = useRunView(runId);
  const isGoing = runId !== undefined && !isTerminal(view.run.status);
  const nowMs = useNow(isGoing ? 'live' : 'never');
  const ordered = useMemo(() => orderNodes(sample.document), [sample]);
  const nodes = ordered.map((node) => namedNode(sample.id, node));
  return (
    <div data-sample-status={runId === undefined ? 'none' : view.run.status}>
      <RunTimeline timeline={layoutTimeline(nodes, view.run, nowMs)} shownErrorNodeId={undefined} />
      {runId === undefined ? null : (
        <p className="flex items-center gap-3 border-t border-line-1 px-3 py-2">
          <span role="status">
            <StatusBadge state={view.run.status} />
          </span>
          <Link href={`/runs/${encodeURIComponent(runId)}`} prefetch={false} className="text-accent underline">
            {t('openRun')}
          </Link>
        </p>
      )}
    </div>
  );
}
