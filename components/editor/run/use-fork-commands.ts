'use client';
import { useEditorUiStore } from '#components/editor/document/use-editor.tsx';
import { useBreakpointReader } from '#components/editor/run/breakpoint-reader.ts';
import { useShownRun } from '#components/editor/run/run-overlay.ts';
import type { ForkDraft } from '#components/run-view/fork/fork-draft.ts';
import { useForkStore } from '#components/run-view/fork/fork-session.tsx';
import { resumeRun } from '#components/run-view/fork/resume-run.ts';
import type { PlanPart } from '#components/run-view/fork/row-parts.ts';
import { errorMessage } from '#lib/errors/error-message.ts';
import type { NodeId } from '#lib/workflow/workflow.ts';

/** What can be done with a part of a run in the editor. */
export type ForkCommands = {
  /** Plans a run of these nodes and what depends on them, with what the shown run gave before them. */
  runFrom(nodeIds: readonly NodeId[]): void;
  /** Plans a run of what these nodes need, and no more. */
  runUntil(nodeIds: readonly NodeId[]): void;
  /** Plans a fork at the shown moment. */
  forkHere(): void;
  /** Plans a fork at a part of the shown run. */
  plan(part: PlanPart): void;
  /** Whether a run is shown that can be forked. */
  hasRun(): boolean;
  /** Whether the shown run is paused at a breakpoint. */
  isPaused(): boolean;
  /** Resumes the shown run. */
  resume(how: { isStep: boolean }): void;
};

export function useForkCommands(): ForkCommands {
  const fork = useForkStore();
  const shown = useShownRun();
  const ui = useEditorUiStore();
  const breakpoints = useBreakpointReader();
  const open = (draft: Omit<ForkDraft, 'values'>) => {
    ui.getState().set({ panel: 'node' });
    fork.getState().open({ ...draft, values: {} });
  };
  const plan = (part: PlanPart) => {
    const runId = shown.readOutline()?.runId;
    if (runId === undefined) ui.getState().notify({ kind: 'run', reason: 'no-run' });
    else open({ runId, ...part, workflow: part.from ? 'now' : 'then' });
  };
  return {
    plan,
    runFrom: (nodeIds) => {
      const outline = shown.readOutline();
      open({ runId: outline?.runId, atSeq: outline?.moment?.seq, from: nodeIds, workflow: 'now' });
    },
    runUntil: (nodeIds) => open({ runId: undefined, until: nodeIds, workflow: 'now' }),
    forkHere: () => plan({ atSeq: shown.readMoment()?.seq }),
    hasRun: () => shown.readOutline() !== undefined,
    isPaused: () => shown.readView().run.pausedAt.length > 0,
    resume({ isStep }) {
      const { notify } = ui.getState();
      const { run } = shown.readView();
      if (run.runId === undefined || run.pausedAt.length === 0) return notify({ kind: 'run', reason: 'not-paused' });
      resumeRun(run.runId, { isStep, breakpoints: breakpoints() }).catch((error: unknown) =>
        notify({ kind: 'run', reason: 'not-resumed', detail: errorMessage(error) }),
      );
    },
  };
}
