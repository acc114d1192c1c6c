'use client';
import { useTranslations } from 'use-intl';
import { useIterationTotal } from '#components/editor/run/iteration-overlay.ts';
import { useNodeRun, useShownRun } from '#components/editor/run/run-overlay.ts';
import { StatusMark } from '#components/ui/status-mark.tsx';
import type { NodeIterations } from '#lib/run/iteration-tally.ts';
import type { NodeId } from '#lib/workflow/workflow.ts';

const ENDS = ['succeeded', 'failed', 'cancelled', 'skipped'] as const;

/** At the right end of a node's title: the current iteration, then the numbers of finished iterations by status. */
export function IterationMark({ nodeId, iterations }: { nodeId: NodeId; iterations: NodeIterations }) {
  const t = useTranslations('editor.containers');
  const containerId = useShownRun().readContainers(nodeId).at(-1) ?? '';
  const total = useIterationTotal(containerId);
  const run = useNodeRun(nodeId);
  const state = run?.status ?? 'succeeded';
  if (state !== 'running' && state !== 'waiting') return <Ends {...iterations} />;
  const count = Object.values(iterations.counts).reduce((sum, one) => sum + one, 0);
  return (
    <span
      data-state={state}
      data-part="run-mark"
      className="num ml-auto flex shrink-0 items-center gap-1 font-[520] whitespace-nowrap text-state"
    >
      <span>{total === undefined ? t('atIteration', { count }) : t('iterationOf', { count, total })}</span>
      <StatusMark state={state} />
    </span>
  );
}

function Ends({ counts }: NodeIterations) {
  const t = useTranslations('status');
  return (
    <span data-part="run-mark" className="num ml-auto flex shrink-0 items-center gap-2 font-[520] whitespace-nowrap">
      {ENDS.filter((end) => counts[end] > 0).map((end) => (
        <span key={end} data-state={end} title={`${counts[end]} ${t(end)}`} className="flex items-center gap-1 text-state">
          {counts[end]}
          <StatusMark state={end} label={t(end)} />
        </span>
      ))}
    </span>
  );
}
