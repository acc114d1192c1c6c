'use client';
import { flushSync } from 'react-dom';
import { dockMemory } from '#components/editor/dock/dock-memory.ts';
import { useEditor } from '#components/editor/document/use-editor.tsx';
import { useStartRun } from '#components/editor/run/run-overlay.ts';
import { RunForm } from '#components/run-view/form/run-form.tsx';
import { startInputsIn } from '#components/run-view/form/start-inputs-of.ts';

const RUN_FORM_ID = 'run-form';

/** The inputs that the draft's `start` asks for. */
export function DockForm() {
  const workflowId = useEditor((state) => state.workflowId);
  const start = useEditor(({ document }) => document.nodes.find(({ type }) => type === 'start'));
  const startRun = useStartRun();
  return (
    <div className="min-h-0 min-w-0 overflow-y-auto border-r border-line-2 p-3">
      <RunForm
        id={RUN_FORM_ID}
        memoryKey={`workflow.${workflowId}`}
        inputs={startInputsIn(start)}
        onRun={startRun}
        onRefusal={showForm}
        hasJson
      />
    </div>
  );
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
