'use client';
import { createContext, useContext, useMemo } from 'react';
import { useEditor, useIsFrozen } from '#components/editor/document/use-editor.tsx';
import { useForkState } from '#components/run-view/fork/fork-session.tsx';
import { useBreakpoints } from '#components/run-view/fork/use-breakpoints.ts';
import type { PlannedNodeResource } from '#lib/api/forks.contract.ts';
import type { NodeId } from '#lib/workflow/workflow.ts';

/** Breakpoints of the opened workflow; undefined where none can be set. */
export const BreakpointsContext = createContext<BreakpointMarks | undefined>(undefined);

/** The plan of the fork that is being prepared, by node; undefined without one. */
export const PlanContext = createContext<ReadonlyMap<NodeId, PlannedNodeResource> | undefined>(undefined);

type BreakpointMarks = { readonly workflowId: string; readonly nodeIds: ReadonlySet<NodeId> };

/** Value of BreakpointsContext, for the canvas. */
export function useBreakpointMarks(): BreakpointMarks | undefined {
  const workflowId = useEditor((state) => state.workflowId);
  const isFrozen = useIsFrozen();
  const nodeIds = useBreakpoints(workflowId);
  return useMemo(() => (isFrozen ? undefined : { workflowId, nodeIds }), [isFrozen, workflowId, nodeIds]);
}

/** Value of PlanContext, for the canvas. */
export function usePlanMarks(): ReadonlyMap<NodeId, PlannedNodeResource> | undefined {
  const plan = useForkState(({ draft, plan }) => (draft && plan.status === 'ready' ? plan.plan : undefined));
  return useMemo(() => plan && new Map(plan.nodes.map((node) => [node.nodeId, node])), [plan]);
}

export function usePlannedNode(nodeId: NodeId): PlannedNodeResource | undefined {
  return useContext(PlanContext)?.get(nodeId);
}
