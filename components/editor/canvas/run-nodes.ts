'use client';
import { createContext, useContext, useEffect, useState } from 'react';
import { apiClient } from '#components/data/api-client.ts';
import { useRunOutline } from '#components/editor/run/run-overlay.ts';
import { meaningOf } from '#lib/workflow/node-meaning.ts';
import { readWorkflow } from '#lib/workflow/read-workflow.ts';
import type { NodeId, WorkflowNode } from '#lib/workflow/workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';

/** What each node of a run's document does. */
type Meanings = ReadonlyMap<NodeId, string>;

/** Of the document that the shown run ran, to find the nodes changed since. */
export const RunNodesContext = createContext<Meanings | undefined>(undefined);

/** For the canvas, to hand to its nodes; undefined without a run, and while its document loads. */
export function useNodesOfRun(): Meanings | undefined {
  const runId = useRunOutline()?.runId;
  const [loaded, setLoaded] = useState<{ readonly runId: string; readonly meanings: Meanings }>();
  useEffect(() => {
    if (runId === undefined) return;
    const leaving = new AbortController();
    loadMeanings(runId, leaving.signal).then(
      (meanings) => setLoaded({ runId, meanings }),
      // Without the document nothing is known to be stale.
      () => {},
    );
    return () => leaving.abort();
  }, [runId]);
  return loaded?.runId === runId ? loaded?.meanings : undefined;
}

async function loadMeanings(runId: string, signal: AbortSignal): Promise<Meanings> {
  const { document } = await apiClient.getRunWorkflow({ params: { id: runId } }, { signal });
  // Configs of older versions are compared as the editor opens them.
  const { nodes } = readWorkflow(document, nodeRegistry).workflow ?? document;
  return new Map(nodes.map((node) => [node.id, meaningOf(node)]));
}

/** Whether a node does something else than in the shown run. Labels and positions do not count; undo reverts it. */
export function useIsStale(node: WorkflowNode): boolean {
  const then = useContext(RunNodesContext)?.get(node.id);
  return then !== undefined && then !== meaningOf(node);
}
