import type { NodeId } from '#lib/workflow/workflow.ts';

/** The marked frames by attribute, so that a pointer move that marks nothing does not search the page. */
const marked = new Map<string, Element>();

/**
 * Highlights the frames that a dragged node would enter and leave. Set on the elements: a drag must
 * not render the canvas.
 */
export function markFrames({ into, outOf }: { into?: NodeId | undefined; outOf?: NodeId | undefined }): void {
  mark('data-drop', into);
  mark('data-leave', outOf);
}

function mark(name: string, nodeId: NodeId | undefined): void {
  const before = marked.get(name);
  if (before?.getAttribute('data-id') === nodeId && before?.isConnected) return;
  before?.removeAttribute(name);
  marked.delete(name);
  if (nodeId === undefined) return;
  const frame = document.querySelector(`.react-flow__node[data-id="${CSS.escape(nodeId)}"]`);
  if (!frame) return;
  frame.setAttribute(name, '');
  marked.set(name, frame);
}
