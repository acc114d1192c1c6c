'use client';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { ApprovalPanel } from '#components/approvals/approval-panel.tsx';
import { orderNodes } from '#components/run/order-nodes.ts';
import { emptyRunView, type RunView } from '#components/run/run-feed.ts';
import { RunNotices } from '#components/run/run-notices.tsx';
import { useIsHydrated } from '#components/run/use-is-hydrated.ts';
import { useNames } from '#components/run/use-names.ts';
import { paceOf, useNow } from '#components/run/use-now.ts';
import { feedOf } from '#components/run/use-run-view.ts';
import { MomentBar } from '#components/trace/moment-bar.tsx';
import { MomentFeed } from '#components/trace/moment-feed.ts';
import { RunDetail } from '#components/trace/run-detail.tsx';
import { SpanDetail } from '#components/trace/span-detail.tsx';
import { TraceCanvas } from '#components/trace/trace-canvas.tsx';
import { TraceFacts } from '#components/trace/trace-facts.tsx';
import { TRACE_TITLE_ID, TraceHeader } from '#components/trace/trace-header.tsx';
import type { TracePageData } from '#components/trace/trace-page-data.ts';
import { TraceTimeline } from '#components/trace/trace-timeline.tsx';
import { type TraceAddress, useTraceAddress } from '#components/trace/use-trace-address.ts';
import { nodeIdOf } from '#lib/run/node-path.ts';
import type { RunState } from '#lib/run/run-state.ts';
import type { Workflow, WorkflowNode } from '#lib/workflow/workflow.ts';

const DETAIL_TITLE_ID = 'trace-detail';
const readEmpty = () => emptyRunView;

/** Everything of one run: the canvas of what ran, each node on the time axis, and what the chosen one was given, asked, said and gave. Give it the run's id as `key`. */
export function TracePage({ data }: { data: TracePageData }) {
  const t = useTranslations('trace');
  const { runId } = data.run;
  const address = useTraceAddress();
  const document = useNamedDocument(data);
  const [feed] = useState(() => (typeof window === 'undefined' ? undefined : feedOf(runId)));
  const latest = useSyncExternalStore(feed?.subscribe ?? subscribeToNothing, feed?.read ?? readEmpty, readEmpty);
  const { moments, view, seq, moveTo } = useMoments(feed, address);
  const isHydrated = useIsHydrated();
  const nodes = useMemo(() => (document ? orderNodes(document) : []), [document]);
  const run = latest.run.lastSeq > 0 ? latest.run : standInFor(data);
  const nowMs = useNow(paceOf(run.status));
  const select = (nodeId: string | undefined) => address.goTo({ nodeId });
  return (
    <main id="main" tabIndex={-1} className="flex min-h-0 grow flex-col outline-none" data-run-status={run.status}>
      <TraceHeader data={data} run={run} nowMs={nowMs} />
      <div className="grid min-h-0 grow max-md:content-start max-md:overflow-y-auto md:grid-cols-[minmax(0,47fr)_minmax(0,53fr)] md:grid-rows-[minmax(0,1fr)]">
        <div className="flex min-h-0 min-w-0 flex-col border-r border-line-1 bg-panel">
          <div className="grid h-[max(258px,36vh)] shrink-0 border-b border-line-1 lg:grid-cols-[minmax(0,1fr)_minmax(0,296px)]">
            {document && moments && isHydrated ? (
              <TraceCanvas runId={runId} document={document} feed={moments} selectedId={address.nodeId} onSelect={select} />
            ) : (
              <p className="p-3 text-ink-3">{data.document ? '' : t('noDocument')}</p>
            )}
            <TraceFacts data={data} run={run} nowMs={nowMs} />
          </div>
          <MomentBar lastSeq={latest.run.lastSeq} seq={seq} onMove={moveTo} onSettle={() => address.goTo({ seq })} />
          <TraceTimeline
            runId={runId}
            nodes={nodes}
            view={latest}
            nowMs={nowMs}
            selectedId={address.nodeId}
            onSelect={(nodeId) => select(nodeId === address.nodeId ? undefined : nodeId)}
          />
        </div>
        <section aria-labelledby={DETAIL_TITLE_ID} className="flex min-h-0 min-w-0 flex-col overflow-y-auto bg-panel">
          <h2 id={DETAIL_TITLE_ID} className="sr-only">
            {t('detail')}
          </h2>
          <RunNotices runId={runId} view={noticesOf(latest, address.nodeId)} onRetry={() => feed?.retry()} />
          <ApprovalPanel runId={runId} run={latest.run} nodes={nodes} nowMs={nowMs} focusAfterId={TRACE_TITLE_ID} />
          {address.nodeId === undefined ? (
            <RunDetail run={run} onSelect={select} />
          ) : (
            <SpanDetail
              key={address.nodeId}
              nodeId={address.nodeId}
              node={nodes.find(({ id }) => address.nodeId !== undefined && id === nodeIdOf(address.nodeId))}
              view={view}
              seq={seq}
              onClose={() => select(undefined)}
            />
          )}
        </section>
      </div>
    </main>
  );
}

const subscribeToNothing = () => () => {};

/** The run at the moment that is looked at. The address learns of it once it is settled: browsers let nobody write it a hundred times a second. */
function useMoments(feed: ReturnType<typeof feedOf> | undefined, address: TraceAddress) {
  const [seq, setSeq] = useState(address.seq);
  const [moments] = useState(() => {
    if (!feed) return undefined;
    const made = new MomentFeed(feed);
    made.moveTo(address.seq);
    return made;
  });
  const view = useSyncExternalStore(moments?.subscribe ?? subscribeToNothing, moments?.read ?? readEmpty, readEmpty);
  function moveTo(next: number | undefined) {
    setSeq(next);
    moments?.moveTo(next);
  }
  return { moments, view, seq, moveTo };
}

/** What ran, each node with a label, in the reader's language where it came from a template. */
function useNamedDocument({ document, templateId }: TracePageData): Workflow | undefined {
  const { namedNode, labelOf } = useNames();
  const [named] = useState(() => {
    const nameOf = (node: WorkflowNode) =>
      templateId === undefined ? { ...node, label: labelOf(node) } : namedNode(templateId, node);
    return document && { ...document, nodes: document.nodes.map(nameOf) };
  });
  return named;
}

/** Until the first events are here the run's row says how it stands. */
function standInFor({ run }: TracePageData): RunState {
  const { status, reason, inputs, outputs, error, startedAt, finishedAt, tokensUsed } = run;
  return {
    ...emptyRunView.run,
    ...{ status, inputs, usage: { promptTokens: 0, completionTokens: 0, totalTokens: tokensUsed } },
    ...(reason && { reason }),
    ...(outputs && { outputs }),
    ...(error && { error }),
    ...(startedAt && { startedAt }),
    ...(finishedAt && { finishedAt }),
  } as RunState;
}

/** A node's own detail shows its error. */
function noticesOf(view: RunView, nodeId: string | undefined): RunView {
  const { error } = view.run;
  if (nodeId === undefined || error?.nodeId !== nodeId) return view;
  return { ...view, run: { ...view.run, status: 'running' } };
}
