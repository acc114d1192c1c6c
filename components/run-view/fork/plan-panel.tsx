'use client';
import { type KeyboardEvent, type ReactNode, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { type ForkBody, type ForkDraft, forkBody } from '#components/run-view/fork/fork-draft.ts';
import { type PlanState, useForkState, useForkStore } from '#components/run-view/fork/fork-session.tsx';
import { PlanBody } from '#components/run-view/fork/plan-body.tsx';
import { PlanFoot } from '#components/run-view/fork/plan-foot.tsx';
import { PlanHead } from '#components/run-view/fork/plan-head.tsx';
import { PlanSource } from '#components/run-view/fork/plan-source.tsx';
import { useLeaveByKey } from '#components/run-view/fork/use-leave-by-key.ts';
import { type PlanSource as PlanOrigin, usePlan } from '#components/run-view/fork/use-plan.ts';
import { usePlanTitle } from '#components/run-view/fork/use-plan-title.ts';
import { useStarting } from '#components/run-view/fork/use-starting.ts';
import { Notice } from '#components/ui/notice.tsx';
import type { NodeState } from '#lib/run/run-state.ts';
import type { NodeId, Workflow, WorkflowNode } from '#lib/workflow/workflow.ts';

const TITLE_ID = 'plan-title';

type PlanPanelProps = {
  draft: ForkDraft;
  /** Of the workflow in the order in which a run may reach them, with labels as they are to be read. */
  nodes: readonly WorkflowNode[];
  workflowId: string | undefined;
  /** The current draft; undefined if it is not available. */
  document: Workflow | undefined;
  /** What a node did in the run whose results are taken over. */
  readNode: (nodeId: NodeId) => NodeState | undefined;
  inputs: Readonly<Record<string, unknown>> | undefined;
  breakpointCount: number;
  onSelect: (nodeId: NodeId) => void;
  /** Starts what is planned; rejects when it was not started. */
  onStart: (body: ForkBody) => Promise<void>;
  /** More choices about where it begins. */
  children?: ReactNode;
};

/**
 * The plan of a run: which nodes run, which values are reused and how old they are, and which side
 * effects are repeated. Next to the canvas, whose nodes show the same. Enter starts, Escape closes.
 */
export function PlanPanel(props: PlanPanelProps) {
  const { draft, nodes, document, breakpointCount, children } = props;
  const fork = useForkStore();
  const plan = useForkState((state) => state.plan);
  const byId = useMemo(() => new Map(nodes.map((node) => [node.id, node])), [nodes]);
  const startId = nodes.find(({ type }) => type === 'start')?.id;
  const body = useAskedPlan(props, startId);
  const starting = useStarting(() => body && props.onStart(body));
  const close = () => fork.getState().close();
  useLeaveByKey(close);
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.stopPropagation();
    close();
  }
  return (
    <section
      aria-labelledby={TITLE_ID}
      data-plan-panel={plan.status}
      aria-busy={plan.status === 'loading' || (plan.status === 'ready' && plan.isOld)}
      onKeyDown={onKeyDown}
      className="flex h-full min-h-0 w-full min-w-0 flex-col bg-panel"
    >
      <PlanHead id={TITLE_ID} title={usePlanTitle(draft, nodes)} onClose={close} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard */}
      <div tabIndex={0} className="min-h-0 grow overflow-y-auto focus-visible:-outline-offset-2">
        <PlanSource draft={draft} breakpointCount={breakpointCount} hasNow={document !== undefined}>
          {children}
        </PlanSource>
        {plan.status === 'ready' ? <PlanBody {...props} plan={plan.plan} nodes={byId} startId={startId} /> : null}
        <PlanRefusal plan={plan} />
      </div>
      <PlanFoot
        plan={plan}
        isReadable={body !== undefined}
        isStarting={starting.isBusy}
        problem={starting.problem}
        onStart={starting.start}
      />
    </section>
  );
}

/** Requests the plan of the draft. @returns the request, undefined while the draft is incomplete */
function useAskedPlan({ draft, document: current, workflowId }: PlanPanelProps, startId: NodeId | undefined) {
  const document = draft.workflow === 'now' ? current : undefined;
  const isComplete = draft.workflow === 'then' || current !== undefined;
  const body = useMemo(
    () => (isComplete ? forkBody(draft, { document, startId }) : undefined),
    [isComplete, draft, document, startId],
  );
  usePlan(
    useMemo(() => sourceOf(draft, workflowId), [draft, workflowId]),
    body,
  );
  return body;
}

function sourceOf({ runId }: ForkDraft, workflowId: string | undefined): PlanOrigin | undefined {
  if (runId !== undefined) return { runId };
  return workflowId === undefined ? undefined : { workflowId };
}

function PlanRefusal({ plan }: { plan: PlanState }) {
  const t = useTranslations('fork');
  if (plan.status === 'loading') return <p className="px-3 py-2 text-ink-3">{t('asking')}</p>;
  if (plan.status === 'ready') return null;
  return (
    <div role="alert" className="p-3 pt-0">
      <Notice title={t('refused')}>{plan.message}</Notice>
    </div>
  );
}
