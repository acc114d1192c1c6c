'use client';
import { useEditorStore } from '#components/editor/document/use-editor.tsx';
import { useShownRun } from '#components/editor/run/run-overlay.ts';
import type { Scope } from '#lib/expression/read-path.ts';
import { BRANCH_ROOT } from '#lib/workflow/branch-root.ts';

/**
 * The output of every node in the shown run by id, or its pinned value; under `branch` the ports that fired. Nodes
 * without a value are omitted.
 */
export function useLastValues(): () => Scope {
  const shown = useShownRun();
  const store = useEditorStore();
  return () => {
    const { nodes } = store.getState().document;
    const values = nodes.flatMap(({ id, options }): [string, unknown][] => {
      const value = options?.pinned ?? shown.readNode(id)?.output;
      return value === undefined ? [] : [[id, value]];
    });
    const taken = nodes.flatMap(({ id }): [string, string][] => {
      const [port, ...others] = shown.readNode(id)?.ports ?? [];
      return port === undefined || others.length > 0 ? [] : [[id, port]];
    });
    return { [BRANCH_ROOT]: Object.fromEntries(taken), ...Object.fromEntries(values) };
  };
}
