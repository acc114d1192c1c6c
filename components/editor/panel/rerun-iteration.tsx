'use client';
import { Repeat } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useShownRun } from '#components/editor/run/run-overlay.ts';
import { useCanFork, useForkStore } from '#components/run-view/fork/fork-session.tsx';
import type { NodeId } from '#lib/workflow/workflow.ts';

/** Next to the shown iteration of a container: plans a run from it. Empty where no run can be planned. */
export function RerunIteration({ containerId, index }: { containerId: NodeId; index: number }) {
  const t = useTranslations('fork.menu');
  const canFork = useCanFork();
  const fork = useForkStore();
  const shown = useShownRun();
  const runId = shown.readOutline()?.runId;
  if (!canFork || runId === undefined) return null;
  function plan(event: MouseEvent) {
    // Nothing is selected by it.
    event.stopPropagation();
    if (runId === undefined) return;
    const iteration = { nodeId: shown.readPath(containerId), index };
    fork.getState().open({ runId, iteration, values: {}, workflow: 'then' });
  }
  return (
    <button
      type="button"
      data-part="pass-again"
      title={t('iteration')}
      aria-label={t('iteration')}
      onClick={plan}
      className="grid h-full w-6 place-items-center border-l border-line-2 hover:bg-hover hover:text-ink-1"
    >
      <Repeat size={12} aria-hidden="true" />
    </button>
  );
}
