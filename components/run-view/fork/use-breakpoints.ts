'use client';
import { useSyncExternalStore } from 'react';
import { breakpointMemory } from '#components/run-view/fork/breakpoint-memory.ts';
import type { NodeId } from '#lib/workflow/workflow.ts';

/** At which nodes a run of this workflow is to stand still. */
export function useBreakpoints(workflowId: string): ReadonlySet<NodeId> {
  return useSyncExternalStore(breakpointMemory.subscribe, () => breakpointMemory.read(workflowId), breakpointMemory.readOnServer);
}
