'use client';
import { useCallback, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import type { EditorStore } from '#components/editor/document/editor-store.ts';
import { nodesById } from '#components/editor/document/nodes-by-id.ts';
import { useAutosave, useEditorStore } from '#components/editor/document/use-editor.tsx';
import { useBreakpointReader } from '#components/editor/run/breakpoint-reader.ts';
import { setAddress } from '#components/editor/run/run-address.ts';
import { turnStore } from '#components/editor/run/turn-store.ts';
import { namedBy } from '#components/run-view/fork/fork-draft.ts';
import { type ForkState, useForkStore } from '#components/run-view/fork/fork-session.tsx';
import { emptyRunView, type RunView } from '#components/run-view/run-feed.ts';
import { type RunOutline, ShownRun } from '#components/run-view/shown-run.ts';
import { feedOf } from '#components/run-view/use-run-view.ts';
import type { NodeState } from '#lib/run/run-state.ts';
import { type EdgeRun, edgeRunOf } from '#lib/workflow/edge-run.ts';
import type { NodeId, WorkflowEdge } from '#lib/workflow/workflow.ts';

const shownRuns = new WeakMap<EditorStore, ShownRun>();

/** The run shown on the canvas of the opened workflow. One for each editor. */
export function useShownRun(): ShownRun {
  const store = useEditorStore();
  const known = shownRuns.get(store);
  if (known) return known;
  const isCall = (nodeId: NodeId) => nodesById(store.getState().document.nodes).get(nodeId)?.type === 'workflow';
  const made = new ShownRun(feedOf, isCall);
  shownRuns.set(store, made);
  return made;
}

/** Lays a run over an opened workflow that is not its editor's to choose. Call it before anything asks for the run. */
export function layRunOver(store: EditorStore, shown: ShownRun): void {
  shownRuns.set(store, shown);
}

const nothing = () => undefined;
const readEmptyView = () => emptyRunView;

/**
 * A node's state in the shown run at the shown moment; undefined before its first event. Renders
 * when that node changes.
 */
export function useNodeRun(nodeId: NodeId): NodeState | undefined {
  const shown = useShownRun();
  const subscribe = useCallback((listener: () => void) => shown.subscribeToNode(nodeId, listener), [shown, nodeId]);
  return useSyncExternalStore(subscribe, () => shown.readNode(nodeId), nothing);
}

/** The state of an edge in the shown run; undefined without a run. Renders when it changes. */
export function useEdgeRun({
  source,
  sourceHandle,
  target,
}: Pick<WorkflowEdge, 'source' | 'sourceHandle' | 'target'>): EdgeRun | undefined {
  const shown = useShownRun();
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = [
        shown.subscribeToNode(source, listener),
        shown.subscribeToNode(target, listener),
        shown.subscribeToOutline(listener),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
    [shown, source, target],
  );
  const read = () => {
    const ends = { source: shown.readNode(source), target: shown.readNode(target) };
    return shown.readOutline() && edgeRunOf({ sourceHandle }, ends);
  };
  return useSyncExternalStore(subscribe, read, nothing);
}

/** The shown run and its overall state; undefined without a run. Renders when it changes. */
export function useRunOutline(): RunOutline | undefined {
  const shown = useShownRun();
  return useSyncExternalStore(shown.subscribeToOutline, shown.readOutline, nothing);
}

/** The whole shown run at present, whatever moment is shown. Renders with every event: for the dock, not for nodes. */
export function useShownView(): RunView {
  const shown = useShownRun();
  return useSyncExternalStore(shown.subscribeToView, shown.readView, readEmptyView);
}

/** One fact of the run being shown, at its present. Draws again only when that is another. */
export function useShownFact<Fact extends string | number | undefined>(factOf: (view: RunView) => Fact): Fact {
  const shown = useShownRun();
  return useSyncExternalStore(
    shown.subscribeToView,
    () => factOf(shown.readView()),
    () => factOf(emptyRunView),
  );
}

/** Shows another run of the workflow at present, and puts it into the URL. */
export function useShowRun(): (runId: string) => void {
  const shown = useShownRun();
  return (runId) => {
    shown.show(runId);
    shown.backToLive();
    setAddress({ run: runId, at: undefined });
  };
}

/**
 * Saves changes, so that a run uses the workflow on the canvas.
 * @throws {Error} with a translated message, when the changes cannot be saved
 */
export function useSaveFirst(): () => Promise<void> {
  const t = useTranslations('canvasRun');
  const autosave = useAutosave();
  return async () => {
    if (!(await autosave.saveNow())) throw new Error(t('notSaved'));
  };
}

/** What of the workflow runs, where the plan of a part of it was confirmed that takes nothing over. */
function confirmedPart({ isSending, draft }: ForkState): { until?: NodeId[]; skip?: NodeId[] } {
  if (!isSending || !draft?.until) return {};
  const { skip } = namedBy(draft.choices);
  return { until: [...draft.until], ...(skip && { skip }) };
}

/** Runs the draft with these inputs and shows the run once it is stored. Rejects when it was not started. */
export function useStartRun(): (inputs: Record<string, unknown>) => Promise<void> {
  const store = useEditorStore();
  const saveFirst = useSaveFirst();
  const showRun = useShowRun();
  const fork = useForkStore();
  const readBreakpoints = useBreakpointReader();
  return async (inputs) => {
    const part = confirmedPart(fork.getState());
    const { workflowId } = store.getState();
    const sessionId = turnStore.read(workflowId);
    await saveFirst();
    const accepted = await apiClient.runWorkflow({
      params: { id: workflowId },
      body: {
        ...(sessionId !== undefined && { sessionId }),
        inputs: inputs as Record<string, never>,
        mode: 'async',
        ...part,
        breakpoints: [...readBreakpoints()],
      },
    });
    fork.getState().close();
    if ('runId' in accepted) showRun(accepted.runId);
  };
}
