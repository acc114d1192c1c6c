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

/** How the passes of a container stand; undefined before the first. */
export function usePassList(containerId: NodeId): IterationList | undefined {
  return useOfNode(containerId, useShownRun().readPassList);
}

/** Index of the pass of a container that is shown; undefined while all are. */
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

/** How many passes a container is going to run; undefined where that is not known before, as in a loop. */
export function usePassTotal(containerId: NodeId): number | undefined {
  const inputs = useNodeRun(containerId)?.inputs;
  const items = typeof inputs === 'object' && inputs !== null && 'items' in inputs ? inputs.items : undefined;
  return Array.isArray(items) ? items.length : undefined;
}

type ChooseIteration = (containerId: NodeId, index: number | undefined) => void;

/** Who else has to know that another pass is shown. */
export const ChooseIterationContext = createContext<ChooseIteration | undefined>(undefined);

export function useChooseIteration(): ChooseIteration {
  const shown = useShownRun();
  const choose = useContext(ChooseIterationContext);
  return choose ?? ((containerId, index) => shown.chooseIteration(containerId, index));
}
