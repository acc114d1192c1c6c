'use client';
import { useSyncExternalStore } from 'react';
import { breakpointMemory } from '#components/run-view/fork/breakpoint-memory.ts';
import type { NodeId } from '#lib/workflow/workflow.ts';

/** The breakpoints of this workflow. */
export function useBreakpoints(workflowId: string): ReadonlySet<NodeId> {
  return useSyncExternalStore(breakpointMemory.subscribe, () => breakpointMemory.read(workflowId), breakpointMemory.readOnServer);
}
