'use client';
import { useEditCommands } from '#components/editor/document/use-edit-commands.ts';
import { useEditorStore } from '#components/editor/document/use-editor.tsx';
import { useFit } from '#components/editor/elements/use-fit.ts';
import { once } from '#lib/async/once.ts';

/** The library and its worker are large and seldom used: loaded when they are, and kept. */
const loadLayout = once(async () => {
  const { default: Elk } = await import('elkjs/lib/elk-api.js');
  return new Elk({ workerFactory: () => new Worker(new URL('elkjs/lib/elk-worker.min.js', import.meta.url)) });
});

/** Runs the auto layout in a worker, as one history step. */
export function useAutoLayout(): { layOut: () => Promise<void> } {
  const store = useEditorStore();
  const commands = useEditCommands();
  const showAll = useFit();
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
      showAll();
    },
  };
}
