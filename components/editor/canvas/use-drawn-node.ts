'use client';
import { nodesById } from '#components/editor/document/nodes-by-id.ts';
import { useEditor } from '#components/editor/document/use-editor.tsx';
import type { NodeId, WorkflowNode } from '#lib/workflow/workflow.ts';

/** A node of the document, for what is drawn of it; nothing once it is deleted, which the canvas library hears of a moment later. */
export function useDrawnNode(id: NodeId): WorkflowNode | undefined {
  return useEditor(({ document }) => nodesById(document.nodes).get(id));
}
