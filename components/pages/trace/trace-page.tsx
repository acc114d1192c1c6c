'use client';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { TraceCanvas } from '#components/editor/canvas/trace-canvas.tsx';
import { EventStrip } from '#components/pages/trace/event-strip.tsx';
import { ForkTree } from '#components/pages/trace/fork-tree.tsx';
import { RepairLink } from '#components/pages/trace/repair-link.tsx';
import { TraceFacts } from '#components/pages/trace/trace-facts.tsx';
import { TRACE_TITLE_ID, TraceHeader } from '#components/pages/trace/trace-header.tsx';
import type { TracePageData } from '#components/pages/trace/trace-page-data.ts';
import { TracePlan } from '#components/pages/trace/trace-plan.tsx';
import { useForkKeys } from '#components/pages/trace/use-fork-keys.ts';
import { useSpanSteps } from '#components/pages/trace/use-span-steps.ts';
import { ApprovalPanel } from '#components/run-view/approvals/approval-panel.tsx';
import { DETAIL_HEAD_ID } from '#components/run-view/detail/detail-title.tsx';
import { faultyValue } from '#components/run-view/detail/faulty-value.ts';
import { isCallSpan } from '#components/run-view/detail/span-detail.tsx';
import { TraceDetail } from '#components/run-view/detail/trace-detail.tsx';
import { useTraceAddress } from '#components/run-view/detail/use-trace-address.ts';
import { ForkProvider, useForkState, useForkStore } from '#components/run-view/fork/fork-session.tsx';
import { PausedBar } from '#components/run-view/fork/paused-bar.tsx';
import type { PlanPart } from '#components/run-view/fork/row-parts.ts';
import { useResume } from '#components/run-view/fork/use-resume.ts';
import { emptyRunView } from '#components/run-view/run-feed.ts';
import { RunNotices } from '#components/run-view/run-notices.tsx';
import type { RunBudget } from '#components/run-view/timeline/timeline-totals.tsx';
import { TraceTimeline } from '#components/run-view/timeline/trace-timeline.tsx';
import { useNames } from '#components/run-view/use-names.ts';
import { useWatchedRun } from '#components/run-view/use-watched-run.ts';
import { useIsHydrated } from '#components/ui/use-is-hydrated.ts';
import { paceOf, useNow } from '#components/ui/use-now.ts';
import type { RunState } from '#lib/run/run-state.ts';
import type { Span } from '#lib/run/span.ts';
import { flowOrder } from '#lib/workflow/flow-order.ts';
import { spreadStackedNodes } from '#lib/workflow/spread-stacked-nodes.ts';
import type { Workflow, WorkflowNode } from '#lib/workflow/workflow.ts';

const DETAIL_TITLE_ID = 'trace-detail';

/** A run in full: canvas, timeline, events, and the detail of the chosen part. Give it the run's id as `key`. */
export function TracePage({ data }: { data: TracePageData }) {
  return (
    <ForkProvider>
      <Trace data={data} />
    </ForkProvider>
  );
}

function Trace({ data }: { data: TracePageData }) {
  const t = useTranslations('trace');
  const { runId } = data.run;
  const address = useTraceAddress();
  const document = useNamedDocument(data);
  const watched = useWatchedRun(runId, { nodes: document?.nodes ?? [], atSeq: address.seq });
  const { shown, view } = watched;
  const isHydrated = useIsHydrated();
  const nodes = useMemo(() => (document ? flowOrder(document) : []), [document]);
  const run = view.run.lastSeq > 0 ? view.run : standInFor(data);
  const nowMs = useNow(paceOf(run.status));
  const budget = budgetOf(document);
  const selectNode = (nodeId: string | undefined) => address.goTo({ nodeId });
  const partOf = (nodeId: string, span?: Span) => ({ nodeId, spanSeq: span && isCallSpan(span) ? span.seq : undefined });
  const focusOnceShown = useDetailFocus(address);
  const settle = (seq: number | undefined) => address.goTo({ seq });
  const fork = useForkStore();
  const planned = useForkState((state) => state.draft);
  const nameOf = (nodeId: string) => nodes.find(({ id }) => id === nodeId)?.label ?? nodeId;
  // A fork needs the document of the run.
  const onPlan = document && ((part: PlanPart) => fork.getState().open({ runId, ...part, values: {}, workflow: 'then' }));
  const going = useResume(runId);
  const forkHere = onPlan && (() => onPlan({ atSeq: shown.readMoment()?.seq }));
  const step = useSpanSteps(view, address);
  useForkKeys({ onFork: forkHere, onResume: (how) => (run.pausedAt.length > 0 ? going.resume(how) : undefined) });
  return (
    <main id="main" tabIndex={-1} className="flex min-h-0 grow flex-col outline-none" data-run-status={run.status}>
      <TraceHeader data={data} run={run} nowMs={nowMs} onFork={forkHere} onStep={step} />
      <PausedBar going={going} pausedAt={run.pausedAt} nameOf={nameOf} />
      <div className="grid grid-cols-1 min-h-0 grow max-md:content-start max-md:overflow-y-auto md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] md:grid-rows-[minmax(0,1fr)]">
        <div className="flex min-h-0 min-w-0 flex-col border-r border-line-1 bg-panel">
          <div className="grid grid-cols-1 h-[max(240px,32vh)] shrink-0 border-b border-line-1 lg:grid-cols-[minmax(0,1fr)_minmax(0,280px)]">
            {document && isHydrated ? (
              <TraceCanvas document={document} shown={shown} selectedId={address.nodeId} onSelect={selectNode} />
            ) : (
              <p className="p-3 text-ink-3">{data.document ? '' : t('noDocument')}</p>
            )}
            <TraceFacts data={data} run={run} nowMs={nowMs} budget={budget} />
          </div>
          <div className="flex min-h-40 grow flex-col">
            <TraceTimeline
              watched={watched}
              nodes={nodes}
              workflows={document?.workflows}
              nowMs={nowMs}
              budget={budget}
              selectedId={address.nodeId}
              selectedSpanSeq={address.spanSeq}
              onSelect={(nodeId, span) => address.goTo(partOf(nodeId, span))}
              onOpen={(nodeId, span) => {
                focusOnceShown(partOf(nodeId, span));
                address.goTo(partOf(nodeId, span));
              }}
              onSettle={settle}
              onPlan={onPlan}
            />
          </div>
          <EventStrip watched={watched} onSettle={settle} />
        </div>
        <section
          aria-labelledby={DETAIL_TITLE_ID}
          className="max-md:contents md:flex md:min-h-0 md:min-w-0 md:flex-col md:overflow-y-auto md:bg-panel"
        >
          <h2 id={DETAIL_TITLE_ID} className="sr-only">
            {t('detail')}
          </h2>
          {planned ? (
            <TracePlan draft={planned} data={data} watched={watched} nodes={nodes} onSelect={selectNode} />
          ) : (
            <>
              {/* On a phone the error and the decisions come first, above the canvas. */}
              <div className="min-w-0 max-md:order-first md:contents">
                <RunNotices
                  runId={runId}
                  view={view}
                  onRetry={shown.retry}
                  value={run.error && faultyValueOf(run, nodes)}
                  nodeLabel={run.error?.nodeId === undefined ? undefined : nameOf(run.error.nodeId)}
                  actions={<RepairLink data={data} />}
                  isOnlyConnection={address.nodeId !== undefined && view.run.error?.nodeId === address.nodeId}
                />
                <ApprovalPanel runId={runId} run={view.run} nodes={nodes} nowMs={nowMs} focusAfterId={TRACE_TITLE_ID} />
              </div>
              {address.nodeId === undefined ? <ForkTree runId={runId} status={run.status} nameOf={nameOf} /> : null}
              <TraceDetail
                runId={runId}
                watched={watched}
                address={address}
                nodes={nodes}
                workflows={document?.workflows}
                run={run}
                nowMs={nowMs}
              />
            </>
          )}
        </section>
      </div>
    </main>
  );
}

type Part = { readonly nodeId: string | undefined; readonly spanSeq: number | undefined };

/** Focuses the detail of a part that was opened by keyboard, once it is shown. */
function useDetailFocus(shown: Part): (wanted: Part) => void {
  const wanted = useRef<Part>(undefined);
  useEffect(() => {
    if (!wanted.current || !isSamePart(wanted.current, shown)) return;
    wanted.current = undefined;
    focusDetail();
  });
  return (part) => {
    if (isSamePart(part, shown)) focusDetail();
    else wanted.current = part;
  };
}

function isSamePart(one: Part, other: Part): boolean {
  return one.nodeId === other.nodeId && one.spanSeq === other.spanSeq;
}

function focusDetail(): void {
  document.getElementById(DETAIL_HEAD_ID)?.focus();
}

function faultyValueOf({ error, nodes: states }: RunState, nodes: readonly WorkflowNode[]): unknown {
  const nodeId = error?.nodeId ?? '';
  const state = Object.hasOwn(states, nodeId) ? states[nodeId] : undefined;
  return (
    state &&
    faultyValue(
      nodes.find(({ id }) => id === nodeId),
      state,
    )
  );
}

/** What the workflow let this run use. */
function budgetOf(document: Workflow | undefined): RunBudget {
  const limits = document?.settings.limits;
  const maxCostUsd = limits?.maxCostUsd;
  return { maxTokens: limits?.maxTokens, maxCostUsd: typeof maxCostUsd === 'number' ? maxCostUsd : undefined };
}

/** The executed workflow, with translated labels if it is from a template. */
function useNamedDocument({ document, templateId }: TracePageData): Workflow | undefined {
  const { namedNode, labelOf } = useNames();
  const [named] = useState(() => {
    const nameOf = (node: WorkflowNode) =>
      templateId === undefined ? { ...node, label: labelOf(node) } : namedNode(templateId, node);
    return document && { ...document, nodes: spreadStackedNodes(document).map(nameOf) };
  });
  return named;
}

/** Until the first events arrive, the run's row has the status. */
function standInFor({ run }: TracePageData): RunState {
  const { status, reason, inputs, outputs, error, startedAt, finishedAt, tokensUsed } = run;
  return {
    ...emptyRunView.run,
    status,
    inputs,
    usage: { promptTokens: 0, completionTokens: 0, totalTokens: tokensUsed },
    ...(reason && { reason }),
    ...(outputs && { outputs }),
    ...(error && { error }),
    ...(startedAt && { startedAt }),
    ...(finishedAt && { finishedAt }),
  } as RunState;
}
