'use client';
import { PencilLine, Undo2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { countActions, plannedActions } from '#components/run-view/fork/count-actions.ts';
import type { GivenText } from '#components/run-view/fork/fork-draft.ts';
import { GivenValue } from '#components/run-view/fork/given-value.tsx';
import { PlanMark } from '#components/run-view/fork/plan-mark.tsx';
import { usePlanTexts } from '#components/run-view/fork/use-plan-texts.ts';
import { Button } from '#components/ui/button.tsx';
import { NodeIcon } from '#components/ui/node-icon.tsx';
import type { PlannedNodeResource } from '#lib/api/forks.contract.ts';
import type { NodeId, WorkflowNode } from '#lib/workflow/workflow.ts';

type PlanListProps = {
  planned: readonly PlannedNodeResource[];
  /** In the order in which a run may reach them. */
  nodes: ReadonlyMap<NodeId, WorkflowNode>;
  values: Readonly<Record<NodeId, GivenText>>;
  /** The initial text for a node whose value can be set. */
  startOf: (nodeId: NodeId) => GivenText | undefined;
  onGive: (nodeId: NodeId, given: GivenText | undefined) => void;
  onSelect: (nodeId: NodeId) => void;
};

/** What happens with each node, those that run first. */
export function PlanList(props: PlanListProps) {
  const t = useTranslations('fork.actionNotes');
  const indexes = new Map([...props.nodes.keys()].map((nodeId, index) => [nodeId, index]));
  const indexOf = ({ nodeId }: PlannedNodeResource) => indexes.get(nodeId) ?? indexes.size;
  const planned = props.planned.toSorted((a, b) => indexOf(a) - indexOf(b));
  return plannedActions
    .map((action) => ({ action, members: planned.filter((node) => node.action === action) }))
    .filter(({ members }) => members.length > 0)
    .map(({ action, members }) => (
      <section key={action} data-action={action} className="border-t border-line-1 py-1">
        <h3 className="flex h-6 items-center gap-1.5 px-3 text-meta">
          <PlanMark action={action} />
          <span className="num text-ink-3">{members.length}</span>
          <span className="min-w-0 grow truncate text-right font-text text-ink-3">{t(action)}</span>
        </h3>
        <ul>
          {members.map((node) => (
            <PlanRow key={node.nodeId} {...props} node={node} />
          ))}
        </ul>
      </section>
    ));
}

function PlanRow({ node, nodes, values, startOf, onGive, onSelect }: PlanListProps & { node: PlannedNodeResource }) {
  const { nodeId } = node;
  const nameOf = (id: NodeId) => nodes.get(id)?.label ?? id;
  const { why, age } = usePlanTexts(nameOf)(node);
  const given = values[nodeId];
  return (
    <li data-planned={nodeId} data-action={node.action}>
      <div className="flex h-6 items-center gap-1.5 pr-2 pl-3 hover:bg-hover">
        <NodeIcon type={nodes.get(nodeId)?.type} />
        <button type="button" onClick={() => onSelect(nodeId)} className="min-w-16 shrink truncate text-left hover:underline">
          {nameOf(nodeId)}
        </button>
        <span className="num min-w-0 grow truncate text-right text-meta text-ink-3" title={why}>
          {age ?? why}
        </span>
        <GiveButton name={nameOf(nodeId)} given={given} start={startOf(nodeId)} onGive={(next) => onGive(nodeId, next)} />
      </div>
      {given ? <GivenValue name={nameOf(nodeId)} given={given} onChange={(next) => onGive(nodeId, next)} /> : null}
    </li>
  );
}

type GiveButtonProps = {
  name: string;
  given: GivenText | undefined;
  start: GivenText | undefined;
  onGive: (given: GivenText | undefined) => void;
};

/** Opens the field for another value, or closes it again. */
function GiveButton({ name, given, start, onGive }: GiveButtonProps) {
  const t = useTranslations('fork');
  if (!given && !start) return <span className="w-6 shrink-0" />;
  const label = t(given ? 'undoValue' : 'giveValue', { name });
  const Icon = given ? Undo2 : PencilLine;
  return (
    <Button look="quiet" size="icon" aria-label={label} title={label} onClick={() => onGive(given ? undefined : start)}>
      <Icon size={13} aria-hidden="true" />
    </Button>
  );
}

/** How many nodes run, are reused or are skipped, in one line. */
export function PlanCounts({ planned }: { planned: readonly PlannedNodeResource[] }) {
  const t = useTranslations('fork.counts');
  const counts = countActions(planned);
  return plannedActions
    .filter((action) => counts[action] > 0)
    .map((action) => t(action, { count: counts[action] }))
    .join(' · ');
}
