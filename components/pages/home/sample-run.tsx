'use client';
import { ArrowRight, RotateCcw } from 'lucide-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { TemplateResource } from '#components/data/listed.ts';
import { TraceCanvas } from '#components/editor/canvas/trace-canvas.tsx';
import { useSampleRun } from '#components/pages/home/use-sample-run.ts';
import { isCallSpan } from '#components/run-view/detail/span-detail.tsx';
import { TraceTimeline } from '#components/run-view/timeline/trace-timeline.tsx';
import { useNames } from '#components/run-view/use-names.ts';
import { useWatchedRun } from '#components/run-view/use-watched-run.ts';
import { Button } from '#components/ui/button.tsx';
import { StatusBadge } from '#components/ui/status-badge.tsx';
import { useIsHydrated } from '#components/ui/use-is-hydrated.ts';
import { paceOf, useNow } from '#components/ui/use-now.ts';
import type { Span } from '#lib/run/span.ts';
import { flowOrder } from '#lib/workflow/flow-order.ts';

type SampleRunProps = {
  sample: TemplateResource;
  /** It costs nothing to run it. */
  isFree: boolean;
  isMaking: boolean;
  /** Makes it a workflow of the person's own, and shows them around. */
  onOpen: () => void;
};

/** A real run of a template, on canvas and timeline, for first-time users. */
export function SampleRun({ sample, isFree, isMaking, onOpen }: SampleRunProps) {
  const t = useTranslations('home');
  const { templateName } = useNames();
  const { runId, isStarting, problem, start } = useSampleRun(sample, { isFree });
  return (
    <section aria-labelledby="sample-run" className="min-w-0 overflow-hidden rounded-control border border-line-1 bg-raised">
      <header className="flex min-h-10 flex-wrap items-center gap-2 border-b border-line-1 bg-chrome px-3 py-1.5">
        <h2 id="sample-run" className="text-name font-title">
          {t('sample', { name: templateName(sample) })}
        </h2>
        <span className="grow" />
        <Button onClick={() => void start()} aria-disabled={isStarting || undefined}>
          <RotateCcw size={12} aria-hidden="true" />
          {runId === undefined ? t('runSample') : t('runSampleAgain')}
        </Button>
        <Button look="primary" onClick={onOpen} aria-disabled={isMaking || undefined}>
          {t('openSample')}
          <ArrowRight size={12} aria-hidden="true" />
        </Button>
      </header>
      {problem ? (
        <p role="alert" className="px-3 py-2 text-failed wrap-anywhere">
          {problem}
        </p>
      ) : null}
      <SampleCourse key={runId} sample={sample} runId={runId} />
    </section>
  );
}

function SampleCourse({ sample, runId }: { sample: TemplateResource; runId: string | undefined }) {
  const t = useTranslations('home');
  const router = useRouter();
  const { namedNode } = useNames();
  const isHydrated = useIsHydrated();
  const watched = useWatchedRun(runId, { nodes: sample.document.nodes });
  const { shown, view } = watched;
  const nowMs = useNow(runId === undefined ? 'never' : paceOf(view.run.status));
  const ordered = useMemo(() => flowOrder(sample.document), [sample]);
  const nodes = ordered.map((node) => namedNode(sample.id, node));
  const document = { ...sample.document, nodes: sample.document.nodes.map((node) => namedNode(sample.id, node)) };
  const openPart = (nodeId: string, span?: Span) => {
    if (runId !== undefined) router.push(partOf(runId, nodeId, span));
  };
  return (
    <div data-sample-status={runId === undefined ? 'none' : view.run.status}>
      <div className="grid h-64 border-b border-line-1">
        {isHydrated ? (
          <TraceCanvas document={document} shown={shown} selectedId={undefined} onSelect={() => {}} isInPage />
        ) : null}
      </div>
      <div className="flex h-76 flex-col">
        <TraceTimeline
          watched={watched}
          nodes={nodes}
          nowMs={nowMs}
          selectedId={undefined}
          onSelect={() => {}}
          onOpen={openPart}
        />
      </div>
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

function partOf(runId: string, nodeId: string, span: Span | undefined): string {
  const part = new URLSearchParams({ node: nodeId, ...(span && isCallSpan(span) && { span: String(span.seq) }) });
  return `/runs/${encodeURIComponent(runId)}?${part}`;
}
