'use client';
import { useCallback } from 'react';
import { useEditorStore } from '#components/editor/document/use-editor.tsx';
import { breakpointMemory, breakpointsIn } from '#components/run-view/fork/breakpoint-memory.ts';

/** The breakpoints of the opened workflow at the time of asking. */
export function useBreakpointReader(): () => readonly string[] {
  const store = useEditorStore();
  return useCallback(() => {
    const { workflowId, document } = store.getState();
    return breakpointsIn(document.nodes, breakpointMemory.read(workflowId));
  }, [store]);
}
