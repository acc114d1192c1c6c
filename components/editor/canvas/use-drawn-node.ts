'use client';
import { nodesById } from '#components/editor/document/nodes-by-id.ts';
import { useEditor } from '#components/editor/document/use-editor.tsx';
import type { NodeId, WorkflowNode } from '#lib/workflow/workflow.ts';

/** A node of the document by id; undefined if deleted, because React Flow removes it a render later. */
export function useDrawnNode(id: NodeId): WorkflowNode | undefined {
  return useEditor(({ document }) => nodesById(document.nodes).get(id));
}
