'use client';
import { useReactFlow } from '@xyflow/react';
import type { ELK } from 'elkjs/lib/elk-api.js';
import { useEditCommands } from '#components/editor/document/use-edit-commands.ts';
import { useEditorStore } from '#components/editor/document/use-editor.tsx';
import { FIT_ALL } from '#components/editor/elements/fit-options.ts';

/** The library and its worker are large and seldom wanted: loaded when they are, and kept. */
let loading: Promise<ELK> | undefined;

function loadLayout(): Promise<ELK> {
  loading ??= import('elkjs/lib/elk-api.js').then(
    ({ default: Elk }) => new Elk({ workerFactory: () => new Worker(new URL('elkjs/lib/elk-worker.min.js', import.meta.url)) }),
  );
  return loading;
}

/** Runs the auto layout in a worker, as one history step. */
export function useAutoLayout(): { layOut: () => Promise<void> } {
  const store = useEditorStore();
  const commands = useEditCommands();
  const { fitView } = useReactFlow();
  return {
    async layOut() {
      const { document } = store.getState();
      if (document.nodes.length === 0) return;
      const [elk, { frameSizesOf, positionsOf, toLayoutGraph }] = await Promise.all([
        loadLayout(),
        import('#components/editor/elements/layout-graph.ts'),
      ]);
      const laidOut = await elk.layout(toLayoutGraph(document));
      // Nodes that were added meanwhile stay where they are.
      commands.layOut(positionsOf(laidOut, document), frameSizesOf(laidOut));
      await fitView(FIT_ALL);
    },
  };
}
