'use client';
import { Tabs } from 'radix-ui';
import { type ReactNode, useDeferredValue, useMemo, useRef } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { RunArtifacts } from '#components/artifacts/run-artifacts.tsx';
import { DockFailure } from '#components/editor/dock/dock-failure.tsx';
import { DockPaused } from '#components/editor/dock/dock-paused.tsx';
import { DockTimeline } from '#components/editor/dock/dock-timeline.tsx';
import { DOCK_TITLE_ID } from '#components/editor/dock/dock-title.ts';
import type { EditorState } from '#components/editor/document/editor-store.ts';
import { useEditor } from '#components/editor/document/use-editor.tsx';
import { useSelectNode } from '#components/editor/elements/use-select-node.ts';
import { FixButtons } from '#components/editor/problems/fix-buttons.tsx';
import { useShownFact, useShownRun, useShownView } from '#components/editor/run/run-overlay.ts';
import { ApprovalPanel } from '#components/run-view/approvals/approval-panel.tsx';
import { RunLog } from '#components/run-view/run-log.tsx';
import { RunNotices } from '#components/run-view/run-notices.tsx';
import { RunOutputs } from '#components/run-view/run-outputs.tsx';
import { useNames } from '#components/run-view/use-names.ts';
import { Notice } from '#components/ui/notice.tsx';
import { paceOf, useNow } from '#components/ui/use-now.ts';
import { useStableCall } from '#components/ui/use-stable-call.ts';
import type { Span } from '#lib/run/span.ts';
import { flowOrder } from '#lib/workflow/flow-order.ts';
import type { WorkflowNode } from '#lib/workflow/workflow.ts';

/** Approvals get a column of their own where there is room; else most of the height, so that they are fully visible. */
const besideQuestions =
  'grid-rows-[minmax(0,1fr)_minmax(0,64px)] @min-[680px]:grid-cols-[minmax(0,400px)_minmax(0,1fr)] @min-[680px]:grid-rows-[minmax(0,1fr)]';

/** Each part subscribes to what it shows, so that a tick renders only the progress. */
export function DockShownRun({ runId, onOpenOutput }: { runId: string; onOpenOutput: () => void }) {
  const nodes = useOrderedNodes();
  const selectNode = useStableCall(useSelectNode());
  const openNode = useStableCall((nodeId: string, span?: Span) => {
    selectNode(nodeId, span);
    onOpenOutput();
  });
  const isAsking = useShownFact(({ run }) => Number(Object.keys(run.approvals).length > 0)) > 0;
  return (
    <div className={`@container min-h-0 min-w-0 @max-[560px]:min-h-[280px] ${isAsking ? '@max-[560px]:order-first' : ''}`}>
      <div className={`grid h-full ${isAsking ? besideQuestions : ''}`}>
        <div className={isAsking ? 'min-h-0' : 'contents'}>
          <DockQuestions key={runId} runId={runId} nodes={nodes} />
        </div>
        <div className="flex min-h-0 min-w-0 flex-col">
          <DockConnection runId={runId} />
          <DockPaused />
          <DockFailure nodes={nodes} onOpen={openNode} />
          <Tabs.Content value="timeline" className="flex min-h-0 grow flex-col outline-none" tabIndex={-1}>
            <DockTimeline key={runId} nodes={nodes} onSelect={selectNode} onOpen={openNode} />
          </Tabs.Content>
          <TabContent value="log">
            <DockLog key={runId} />
          </TabContent>
          <TabContent value="outputs">
            <DockOutputs />
          </TabContent>
        </div>
      </div>
    </div>
  );
}

function TabContent({ value, children }: { value: string; children: ReactNode }) {
  return (
    <Tabs.Content value={value} className="min-h-0 grow overflow-y-auto outline-offset-[-2px]">
      {children}
    </Tabs.Content>
  );
}

function DockQuestions({ runId, nodes }: { runId: string; nodes: readonly WorkflowNode[] }) {
  const { run } = useShownView();
  const nowMs = useNow(paceOf(run.status));
  return <ApprovalPanel runId={runId} run={run} nodes={nodes} nowMs={nowMs} focusAfterId={DOCK_TITLE_ID} isColumn />;
}

function DockLog() {
  const { run, events } = useShownView();
  return <RunLog events={events} startedAt={run.startedAt} />;
}

function DockOutputs() {
  const t = useTranslations('outputs');
  const { run, events } = useShownView();
  const fixes = useEditor(({ problems }) => problems.find(({ code }) => code === 'outputs-empty')?.fixes);
  return (
    <>
      {run.status === 'succeeded' ? (
        <RunOutputs outputs={run.outputs ?? {}} whenEmpty={<FixButtons fixes={fixes} />} />
      ) : (
        <p className="px-3 py-3 text-ink-3">{t('notYet')}</p>
      )}
      <RunArtifacts events={events} lastSeq={run.lastSeq} />
    </>
  );
}

/** Notices about the run's connection. */
function DockConnection({ runId }: { runId: string }) {
  const t = useTranslations('run');
  const shown = useShownRun();
  const connection = useShownFact((view) => view.connection);
  return (
    <div className="shrink-0">
      <RunNotices runId={runId} view={shown.readView()} onRetry={shown.retry} isOnlyConnection />
      {connection === 'not-found' ? (
        <div className="px-3 py-2">
          <Notice title={t('notFound', { id: runId })} />
        </div>
      ) : null}
    </div>
  );
}

/**
 * The draft's nodes in execution order with their labels; the same list until one changes. Typing
 * does not wait for it.
 */
function useOrderedNodes(): readonly WorkflowNode[] {
  const nodes = useDeferredValue(useEditor(useStable(({ document }: EditorState) => document.nodes, isSameToRead)));
  const edges = useDeferredValue(useEditor(({ document }) => document.edges));
  const language = useLocale();
  const { labelOf } = useNames();
  const ordered = useMemo(() => flowOrder({ nodes, edges }), [nodes, edges]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: translators change on every render, names by language
  return useMemo(() => ordered.map((node) => ({ ...node, label: labelOf(node) })), [ordered, language]);
}

/** Whether two documents' nodes look the same in a list, which shows neither positions nor configs. */
function isSameToRead(some: readonly WorkflowNode[], others: readonly WorkflowNode[]): boolean {
  return (
    some.length === others.length &&
    some.every((node, index) => {
      const other = others[index];
      return node === other || (node.id === other?.id && node.label === other.label && node.type === other.type);
    })
  );
}

/** The selector with an answer that stays the same object while it is equal to the last one. */
function useStable<State, Part>(select: (state: State) => Part, isEqual: (a: Part, b: Part) => boolean): (state: State) => Part {
  const last = useRef<Part>(undefined);
  return (state) => {
    const part = select(state);
    if (last.current === undefined || !isEqual(last.current, part)) last.current = part;
    return last.current;
  };
}
