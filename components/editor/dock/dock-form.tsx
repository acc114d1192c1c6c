'use client';
import { flushSync } from 'react-dom';
import { useTranslations } from 'use-intl';
import { dockMemory } from '#components/editor/dock/dock-memory.ts';
import { DockSession } from '#components/editor/dock/dock-session.tsx';
import { useEditor, useEditorStore, useEditorUiStore } from '#components/editor/document/use-editor.tsx';
import { DraftSlots } from '#components/editor/problems/draft-slots.tsx';
import { unfilledOfRefusal } from '#components/editor/problems/refused-problems.ts';
import { useShowProblem } from '#components/editor/problems/use-show-problem.ts';
import { useStartRun } from '#components/editor/run/run-overlay.ts';
import { turnStore } from '#components/editor/run/turn-store.ts';
import { RunForm } from '#components/run-view/form/run-form.tsx';
import { startInputsIn } from '#components/run-view/form/start-inputs-of.ts';
import { keepsSession } from '#lib/workflow/keeps-session.ts';

const RUN_FORM_ID = 'run-form';

/** The inputs that the draft's `start` asks for. */
export function DockForm() {
  const workflowId = useEditor((state) => state.workflowId);
  const start = useEditor(({ document }) => document.nodes.find(({ type }) => type === 'start'));
  const isEmpty = useEditor(({ document }) => document.nodes.length === 0);
  const isSession = useEditor(({ document }) => keepsSession(document));
  const t = useTranslations('dock.empty');
  const startRun = useStartRun();
  const showUnfilled = useShowUnfilled();
  async function run(inputs: Record<string, unknown>) {
    try {
      await startRun(inputs);
      // The next turn is written here.
      if (turnStore.read(workflowId) === undefined) dockMemory.foldFormOnce();
    } catch (error) {
      showUnfilled(error);
      throw error;
    }
  }
  return (
    <div className="grid min-h-0 min-w-0 content-start gap-3 overflow-y-auto border-line-2 p-3 @min-[560px]:border-r @max-[560px]:border-b">
      {isEmpty ? <p className="text-ink-2">{t('noNodes')}</p> : null}
      <DraftSlots />
      {isSession ? <DockSession workflowId={workflowId} /> : null}
      {isEmpty ? null : (
        <RunForm
          id={RUN_FORM_ID}
          memoryKey={`workflow.${workflowId}`}
          inputs={startInputsIn(start)}
          onRun={run}
          onRefusal={showForm}
          hasJson
        />
      )}
    </div>
  );
}

/** Opens the uppermost field to fill in after a run was refused for it. */
function useShowUnfilled(): (error: unknown) => void {
  const store = useEditorStore();
  const ui = useEditorUiStore();
  const { show } = useShowProblem();
  return (error) => {
    const { nodes } = store.getState().document;
    const unfilled = unfilledOfRefusal(error, (nodeId) => nodes.some(({ id }) => id === nodeId));
    const heights = new Map(nodes.map(({ id, position }) => [id, position.y]));
    const heightOf = ({ nodeId }: { nodeId: string }) => heights.get(nodeId) ?? 0;
    const [first] = unfilled.toSorted((a, b) => heightOf(a) - heightOf(b));
    if (!first) return;
    ui.getState().set({ refusedNodes: new Set(unfilled.map(({ nodeId }) => nodeId)) });
    show(first)();
  };
}

/** Unfolds the form on a problem, so that it is visible and can have the focus. */
function showForm(): void {
  flushSync(() => dockMemory.set({ isFolded: false, isFormHidden: false }));
}

/**
 * Submits the form like its own button, for Run buttons elsewhere. A folded dock stays folded
 * unless the form has problems.
 */
export function submitRunForm(): void {
  const form = document.getElementById(RUN_FORM_ID);
  if (form instanceof HTMLFormElement) form.requestSubmit();
}
