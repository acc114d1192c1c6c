'use client';
import { useTranslations } from 'use-intl';
import { NodeDetail } from '#components/run-view/detail/node-detail.tsx';
import { partOfSpan, pickSpan } from '#components/run-view/detail/pick-span.ts';
import { RunDetail } from '#components/run-view/detail/run-detail.tsx';
import { isCallSpan, SpanDetail } from '#components/run-view/detail/span-detail.tsx';
import type { TraceAddress } from '#components/run-view/detail/use-trace-address.ts';
import { ErrorAboveProvider } from '#components/run-view/error-card.tsx';
import { runAxis } from '#components/run-view/run-axis.ts';
import { nodeFinder } from '#components/run-view/timeline/node-finder.ts';
import { traceOf } from '#components/run-view/trace-of-events.ts';
import type { WatchedRun } from '#components/run-view/use-watched-run.ts';
import type { RunState } from '#lib/run/run-state.ts';
import type { WorkflowNode } from '#lib/workflow/workflow.ts';

type TraceDetailProps = {
  runId: string;
  watched: WatchedRun;
  address: Pick<TraceAddress, 'nodeId' | 'spanSeq' | 'goTo'>;
  nodes: readonly WorkflowNode[];
  /** The workflows that these call, as the run's own document has them. */
  workflows?: unknown;
  /** Its present. */
  run: RunState;
  nowMs: number;
};

/** The detail of the part in the URL at the shown moment; of the whole run, below its error, if none is named. */
export function TraceDetail({ runId, watched, address, nodes, workflows, run, nowMs }: TraceDetailProps) {
  const { shown, view, moment } = watched;
  const { nodeId, spanSeq, goTo } = address;
  const t = useTranslations('trace');
  const { spans } = traceOf(view.events);
  const nameOf = (id: string) => nodes.find((node) => node.id === id)?.label || id;
  const part = (wanted: Part, onClose?: () => void) => {
    const node = nodeFinder(nodes, workflows)(wanted.nodeId);
    const span = wanted.spanSeq === undefined ? undefined : spans.filter(isCallSpan).find(({ seq }) => seq === wanted.spanSeq);
    const about = { node, atMs: moment?.atMs ?? runAxis(run, nowMs).endMs, seq: moment?.seq, onClose };
    const openNode = () => goTo({ nodeId: wanted.nodeId });
    if (span) return <SpanDetail {...about} span={span} spans={spans} events={view.events} onOpenNode={openNode} />;
    const then = moment ? { ...view, run: shown.readRun() } : view;
    return <NodeDetail key={wanted.nodeId} runId={runId} {...about} nodeId={wanted.nodeId} view={then} />;
  };
  if (nodeId !== undefined) return part({ nodeId, spanSeq }, () => goTo({ nodeId: undefined }));
  const picked = pickSpan(spans, run);
  return (
    <>
      <RunDetail run={run} events={view.events} nameOf={nameOf} onSelect={(id) => goTo({ nodeId: id })} />
      {picked ? (
        <section aria-label={t(`picked.${picked.why}`)} data-picked={picked.why} className="border-t border-line-1">
          <h3 className="px-3 pt-2 text-meta text-ink-3">{t(`picked.${picked.why}`)}</h3>
          <ErrorAboveProvider value={run.error}>{part(partOfSpan(picked.span))}</ErrorAboveProvider>
        </section>
      ) : null}
    </>
  );
}

type Part = { readonly nodeId: string; readonly spanSeq: number | undefined };
