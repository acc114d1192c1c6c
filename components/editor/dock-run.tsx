'use client';
import { useDeferredValue, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { ApprovalPanel } from '#components/approvals/approval-panel.tsx';
import { useRunOutline, useShownRun, useShownView } from '#components/editor/run-overlay.ts';
import { useEditor, useEditorStore } from '#components/editor/use-editor.tsx';
import { layoutTimeline } from '#components/run/layout-timeline.ts';
import { orderNodes } from '#components/run/order-nodes.ts';
import { RunNotices } from '#components/run/run-notices.tsx';
import { RunTabs } from '#components/run/run-tabs.tsx';
import { useNames } from '#components/run/use-names.ts';
import { paceOf, useNow } from '#components/run/use-now.ts';
import { Notice } from '#components/ui/notice.tsx';
import type { WorkflowNode } from '#lib/workflow/workflow.ts';

/** Of the dock's title, which takes the focus when what had it is gone. */
export const DOCK_TITLE_ID = 'dock-title';

/** Questions have a column of their own, where there is room for one. */
const besideQuestions =
  'grid-rows-[minmax(0,3fr)_minmax(0,2fr)] @min-[680px]:grid-cols-[minmax(0,400px)_minmax(0,1fr)] @min-[680px]:grid-rows-[minmax(0,1fr)]';

/** The run being shown, as it goes. Its rows are the nodes of the draft: what is selected here is selected on the canvas. */
export function DockRun() {
  const t = useTranslations('run');
  const shown = useShownRun();
  const runId = useRunOutline()?.runId;
  const view = useShownView();
  const { run } = view;
  const store = useEditorStore();
  const nodeIds = useEditor((state) => state.selectedNodes);
  const nodes = useOrderedNodes();
  const nowMs = useNow(runId === undefined ? 'never' : paceOf(run.status));
  const selection = { nodeIds, onSelect: (nodeId: string) => store.getState().select({ nodes: [nodeId] }) };
  const isAsking = Object.keys(run.approvals).length > 0;
  return (
    <div className="@container min-h-0 min-w-0">
      <div className={`grid h-full ${isAsking ? besideQuestions : ''}`}>
        {runId === undefined ? null : (
          <div className={isAsking ? 'min-h-0' : 'contents'}>
            <ApprovalPanel
              key={runId}
              runId={runId}
              run={run}
              nodes={nodes}
              nowMs={nowMs}
              focusAfterId={DOCK_TITLE_ID}
              isColumn
            />
          </div>
        )}
        <div className="flex min-h-0 min-w-0 flex-col overflow-y-auto">
          <RunNotices runId={runId} view={view} onRetry={shown.retry} />
          {runId !== undefined && view.connection === 'not-found' ? (
            <div className="px-3 py-2">
              <Notice title={t('notFound', { id: runId })} />
            </div>
          ) : null}
          <RunTabs
            runId={runId}
            timeline={layoutTimeline(nodes, run, nowMs)}
            view={view}
            selection={selection}
            hasOutputs={true}
          />
        </div>
      </div>
    </div>
  );
}

/** The nodes of the draft in the order of a run, with labels as the canvas has them. Dragging a node does not wait for it. */
function useOrderedNodes(): readonly WorkflowNode[] {
  const document = useDeferredValue(useEditor((state) => state.document));
  const { labelOf } = useNames();
  const ordered = useMemo(() => orderNodes(document), [document]);
  return ordered.map((node) => ({ ...node, label: labelOf(node) }));
}
