import type { WorkflowNode } from '#lib/workflow/workflow.ts';

/** A node as its part of the document, without its position on the canvas. */
export type NodePiece = Omit<WorkflowNode, 'position' | 'parentId'>;

export function nodePiece({ position: _, parentId: __, ...piece }: WorkflowNode): NodePiece {
  return piece as NodePiece;
}

/** The node with another piece, where it was. */
export function withPiece({ position, parentId }: WorkflowNode, piece: NodePiece): WorkflowNode {
  return { ...piece, position, ...(parentId !== undefined && { parentId }) } as WorkflowNode;
}
