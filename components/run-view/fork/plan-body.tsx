'use client';
import { useTranslations } from 'use-intl';
import { countActions } from '#components/run-view/fork/count-actions.ts';
import { type ForkDraft, type GivenText, givenText, withChoice } from '#components/run-view/fork/fork-draft.ts';
import { useForkStore } from '#components/run-view/fork/fork-session.tsx';
import { PlanEffects } from '#components/run-view/fork/plan-effects.tsx';
import { PlanList } from '#components/run-view/fork/plan-list.tsx';
import type { RunPlanResource } from '#lib/api/forks.contract.ts';
import type { NodeState } from '#lib/run/run-state.ts';
import type { NodeId, WorkflowNode } from '#lib/workflow/workflow.ts';

type PlanBodyProps = {
  plan: RunPlanResource;
  draft: ForkDraft;
  /** In the order in which a run may reach them. */
  nodes: ReadonlyMap<NodeId, WorkflowNode>;
  startId: NodeId | undefined;
  readNode: (nodeId: NodeId) => NodeState | undefined;
  inputs: Readonly<Record<string, unknown>> | undefined;
  onSelect: (nodeId: NodeId) => void;
};

/** The side effects of a plan, then each node with its action and the option to set a value. */
export function PlanBody({ plan, draft, nodes, startId, readNode, inputs, onSelect }: PlanBodyProps) {
  const t = useTranslations('fork');
  const fork = useForkStore();
  function startOf(nodeId: NodeId): GivenText | undefined {
    if (draft.runId === undefined) return undefined;
    if (nodeId === startId) return inputs && givenText(inputs);
    const run = readNode(nodeId);
    return run?.output === undefined ? undefined : givenText(run.output, run.ports?.[0]);
  }
  function give(nodeId: NodeId, given: GivenText | undefined) {
    const { [nodeId]: _, ...others } = draft.values;
    const { [nodeId]: __, ...choices } = draft.choices ?? {};
    fork.getState().change({ values: given ? { ...others, [nodeId]: given } : others, ...(given && { choices }) });
  }
  return (
    <>
      <PlanEffects
        effects={plan.effects}
        nameOf={(nodeId) => nodes.get(nodeId)?.label ?? nodeId}
        isInside={(nodeId) => nodes.get(nodeId)?.parentId !== undefined}
        onChoose={(nodeId, choice) => fork.getState().change(withChoice(draft, nodeId, choice))}
      />
      {countActions(plan.nodes).runs === 0 ? <p className="px-3 pb-2 text-ink-2">{t('nothingRuns')}</p> : null}
      <PlanList planned={plan.nodes} nodes={nodes} values={draft.values} startOf={startOf} onGive={give} onSelect={onSelect} />
    </>
  );
}
