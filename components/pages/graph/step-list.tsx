'use client';
import { useTranslations } from 'use-intl';
import { useNames } from '#components/run-view/use-names.ts';
import type { GraphStep } from '#lib/workflow/graph-outline.ts';
import type { WorkflowNode } from '#lib/workflow/workflow.ts';

type StepListProps = { steps: readonly GraphStep[]; nodes: readonly WorkflowNode[] };

/** The steps in the order they may run, with the nodes of each and why several share one. */
export function StepList({ steps, nodes }: StepListProps) {
  const t = useTranslations('graph');
  const { labelOf } = useNames();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const nameOf = (id: string) => {
    const node = byId.get(id);
    return node ? labelOf(node) : id;
  };
  return (
    <ol aria-label={t('steps')} className="grid gap-2">
      {steps.map(({ name, nodeIds, fused }) => (
        <li key={name} data-step-row={name} className="grid gap-0.5 rounded-control border border-line-1 p-2">
          <span className="min-w-0 truncate font-mono font-strong" title={name}>
            {name}
          </span>
          <span className="min-w-0 wrap-anywhere text-ink-2">{nodeIds.map(nameOf).join(' · ')}</span>
          {fused ? <span className="text-meta text-ink-3">{t(`fused.${fused}`)}</span> : null}
        </li>
      ))}
    </ol>
  );
}
