'use client';
import { useEditorStore } from '#components/editor/document/use-editor.tsx';
import { useShownRun } from '#components/editor/run/run-overlay.ts';
import type { Scope } from '#lib/expression/read-path.ts';

/** The output of every node in the shown run by id, or its pinned value. Nodes without a value are omitted. */
export function useLastValues(): () => Scope {
  const shown = useShownRun();
  const store = useEditorStore();
  return () => {
    const values = store.getState().document.nodes.flatMap(({ id, options }): [string, unknown][] => {
      const value = options?.pinned ?? shown.readNode(id)?.output;
      return value === undefined ? [] : [[id, value]];
    });
    return Object.fromEntries(values);
  };
}
