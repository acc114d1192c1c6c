import type { NodeId } from '#lib/workflow/workflow.ts';

/** Shows into which frame something would go that is being dragged, and out of which. On the elements themselves: a drag must not draw the canvas again. */
export function markFrames({ into, outOf }: { into?: NodeId | undefined; outOf?: NodeId | undefined }): void {
  mark('data-drop', into);
  mark('data-leave', outOf);
}

function mark(name: string, nodeId: NodeId | undefined): void {
  for (const marked of document.querySelectorAll(`.react-flow__node[${name}]`))
    if ((marked as HTMLElement).dataset.id !== nodeId) marked.removeAttribute(name);
  if (nodeId !== undefined) document.querySelector(`.react-flow__node[data-id="${CSS.escape(nodeId)}"]`)?.setAttribute(name, '');
}
