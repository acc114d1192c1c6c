'use client';
import { createContext, useContext, useState } from 'react';
import { useEditorStore } from '#components/editor/document/use-editor.tsx';
import { useRunOutline } from '#components/editor/run/run-overlay.ts';
import type { NodeId, WorkflowNode } from '#lib/workflow/workflow.ts';

type Nodes = ReadonlyMap<NodeId, WorkflowNode>;

/** The nodes when the shown run was first seen here, to find those changed since. */
export const RunNodesContext = createContext<Nodes | undefined>(undefined);

/** For the canvas, to hand to its nodes; undefined when no run is shown. */
export function useNodesOfRun(): Nodes | undefined {
  const store = useEditorStore();
  const outline = useRunOutline();
  const [byRun] = useState(() => new Map<string, Nodes>());
  if (!outline) return undefined;
  const known = byRun.get(outline.runId);
  if (known) return known;
  const nodes = new Map(store.getState().document.nodes.map((node) => [node.id, node]));
  byRun.set(outline.runId, nodes);
  return nodes;
}

/** Whether a node's config has changed since its shown result, as far as this page knows. Undo reverts it. */
export function useIsStale(node: WorkflowNode): boolean {
  const then = useContext(RunNodesContext)?.get(node.id);
  return then !== undefined && (then.config !== node.config || then.type !== node.type);
}
