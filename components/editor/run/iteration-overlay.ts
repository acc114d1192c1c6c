'use client';
import { createContext, useCallback, useContext, useMemo, useSyncExternalStore } from 'react';
import { useNodeRun, useShownRun } from '#components/editor/run/run-overlay.ts';
import type { NodeIterations } from '#lib/run/iteration-tally.ts';
import type { IterationList } from '#lib/run/run-iterations.ts';
import type { NodeId } from '#lib/workflow/workflow.ts';

const nothing = () => undefined;

/** Something of a node in the run being shown; draws again when that changed. */
function useOfNode<Part>(nodeId: NodeId, read: (nodeId: NodeId) => Part): Part | undefined {
  const shown = useShownRun();
  const subscribe = useCallback((listener: () => void) => shown.subscribeToNode(nodeId, listener), [shown, nodeId]);
  return useSyncExternalStore<Part | undefined>(subscribe, () => read(nodeId), nothing);
}

/** Summary of a node over the iterations shown together; undefined when one is chosen, and outside of containers. */
export function useNodeIterations(nodeId: NodeId): NodeIterations | undefined {
  return useOfNode(nodeId, useShownRun().readIterations);
}

/** Iteration states of a container; undefined before the first iteration. */
export function useIterationList(containerId: NodeId): IterationList | undefined {
  return useOfNode(containerId, useShownRun().readIterationList);
}

/** Index of the selected iteration of a container; undefined while all are shown. */
export function useChosenIteration(containerId: NodeId): number | undefined {
  return useOfNode(containerId, useShownRun().readChosenIteration);
}

/** Under which path the log knows what is shown of a node: its id outside of containers. */
export function useNodePath(nodeId: NodeId): string {
  return useOfNode(nodeId, useShownRun().readPath) ?? nodeId;
}

/** The same of several nodes. */
export function useNodePaths(nodeIds: ReadonlySet<NodeId>): ReadonlySet<string> {
  const shown = useShownRun();
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = [...nodeIds].map((nodeId) => shown.subscribeToNode(nodeId, listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
    [shown, nodeIds],
  );
  // As one text, which stays the same while its parts do.
  const read = () => [...nodeIds].map(shown.readPath).join(' ');
  const paths = useSyncExternalStore(subscribe, read, () => '');
  return useMemo(() => new Set(paths.split(' ')), [paths]);
}

/** Expected number of iterations; undefined if unknown in advance, as for a loop. */
export function useIterationTotal(containerId: NodeId): number | undefined {
  const inputs = useNodeRun(containerId)?.inputs;
  const items = typeof inputs === 'object' && inputs !== null && 'items' in inputs ? inputs.items : undefined;
  return Array.isArray(items) ? items.length : undefined;
}

type ChooseIteration = (containerId: NodeId, index: number | undefined) => void;

/** Overrides how an iteration is selected, for views with further state; by default in the shown run. */
export const ChooseIterationContext = createContext<ChooseIteration | undefined>(undefined);

export function useChooseIteration(): ChooseIteration {
  const shown = useShownRun();
  const choose = useContext(ChooseIterationContext);
  return choose ?? ((containerId, index) => shown.chooseIteration(containerId, index));
}
