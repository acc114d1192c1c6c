'use client';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { submitRunForm } from '#components/editor/dock/dock-form.tsx';
import { useEditor, useEditorStore } from '#components/editor/document/use-editor.tsx';
import { useRevealNode } from '#components/editor/elements/use-reveal-node.ts';
import { NoRunYet } from '#components/editor/panel/no-run-yet.tsx';
import { useBreakpointReader } from '#components/editor/run/breakpoint-reader.ts';
import { useRunOutline, useShownRun, useShowRun } from '#components/editor/run/run-overlay.ts';
import { breakpointsIn } from '#components/run-view/fork/breakpoint-memory.ts';
import type { ForkDraft } from '#components/run-view/fork/fork-draft.ts';
import { useForkState, useForkStore } from '#components/run-view/fork/fork-session.tsx';
import { PlanPanel } from '#components/run-view/fork/plan-panel.tsx';
import { Fact } from '#components/run-view/fork/plan-source.tsx';
import { shortRunId } from '#components/run-view/fork/short-run-id.ts';
import { startFork } from '#components/run-view/fork/start-fork.ts';
import { useBreakpoints } from '#components/run-view/fork/use-breakpoints.ts';
import { useNames } from '#components/run-view/use-names.ts';
import { Segmented } from '#components/ui/segmented.tsx';
import { flowOrder } from '#lib/workflow/flow-order.ts';
import type { NodeId } from '#lib/workflow/workflow.ts';

/** The plan of a run in the editor, instead of the inspector. Empty without a plan. */
export function EditorPlan() {
  const draft = useForkState((state) => state.draft);
  if (!draft) return null;
  return draft.from && draft.runId === undefined ? <NoRunYet from={draft.from} /> : <Plan draft={draft} />;
}

function Plan({ draft }: { draft: ForkDraft }) {
  const fork = useForkStore();
  const shown = useShownRun();
  const showRun = useShowRun();
  const document = useEditor((state) => state.document);
  const workflowId = useEditor((state) => state.workflowId);
  const breakpoints = useBreakpoints(workflowId);
  const readBreakpoints = useBreakpointReader();
  const select = useSelectAndReveal();
  const { labelOf } = useNames();
  const nodes = useMemo(() => flowOrder(document).map((node) => ({ ...node, label: labelOf(node) })), [document, labelOf]);
  return (
    <PlanPanel
      draft={draft}
      nodes={nodes}
      workflowId={workflowId}
      document={document}
      readNode={shown.readNode}
      inputs={shown.readView().run.inputs}
      breakpointCount={breakpointsIn(document.nodes, breakpoints).length}
      onSelect={select}
      onStart={async (body) => {
        // The form below the canvas has the inputs and shows their problems.
        if (draft.runId === undefined) return fork.getState().send(submitRunForm);
        showRun(await startFork(draft.runId, { ...body, breakpoints: [...readBreakpoints()] }));
        fork.getState().close();
      }}
    >
      {draft.until ? <Reuse draft={draft} /> : null}
    </PlanPanel>
  );
}

function useSelectAndReveal(): (nodeId: NodeId) => void {
  const store = useEditorStore();
  const reveal = useRevealNode();
  return (nodeId) => {
    store.getState().select({ nodes: [nodeId] });
    reveal(nodeId);
  };
}

/** Whether a run up to a node reuses results of the shown run. */
function Reuse({ draft }: { draft: ForkDraft }) {
  const t = useTranslations('fork.source');
  const fork = useForkStore();
  const shownId = useRunOutline()?.runId;
  if (shownId === undefined) return null;
  return (
    <Fact name={t('begin')}>
      <Segmented
        label={t('begin')}
        value={draft.runId === undefined ? 'start' : 'run'}
        options={[
          { value: 'start', label: t('fromStart') },
          { value: 'run', label: t('reuse', { run: shortRunId(shownId) }) },
        ]}
        onChange={(value) => fork.getState().change({ runId: value === 'run' ? shownId : undefined, values: {}, choices: {} })}
      />
    </Fact>
  );
}
