'use client';
import { useEffect, useMemo, useReducer } from 'react';
import { useEditor } from '#components/editor/document/use-editor.tsx';
import { useRunOutline, useShownRun } from '#components/editor/run/run-overlay.ts';
import { nodeTestInputs } from '#lib/workflow/node-test-inputs.ts';
import type { NodeId } from '#lib/workflow/workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';

/** Values in the shown run of the nodes that this one reads, by node id. They follow the run. */
export function useReadInputs(nodeId: NodeId): Record<string, unknown> {
  const shown = useShownRun();
  const outline = useRunOutline();
  const document = useEditor((state) => state.document);
  const [changes, drawAgain] = useReducer((count: number) => count + 1, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: outline and changes tell that there are new values
  const inputs = useMemo(
    () =>
      nodeTestInputs(document, nodeId, {
        registry: nodeRegistry,
        readValue: (id: NodeId) => shown.readNode(id)?.output,
        runInputs: shown.readView().run.inputs,
      }),
    [shown, outline, document, nodeId, changes],
  );
  const read = Object.keys(inputs).join(' ');
  useEffect(() => {
    const stops = read.split(' ').map((id) => shown.subscribeToNode(id, drawAgain));
    return () => {
      for (const stop of stops) stop();
    };
  }, [shown, read]);
  return inputs;
}
