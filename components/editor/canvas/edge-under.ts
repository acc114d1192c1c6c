const MARK = 'data-drop';

/** The edge under a place in the window, also one that something else covers. */
export function edgeUnder({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): string | undefined {
  const edge = document.elementsFromPoint(clientX, clientY).find((element) => element.closest('.react-flow__edge'));
  return edge?.closest<SVGElement>('.react-flow__edge')?.dataset.id;
}

/** Shows into which edge a node would go; none any more without an id. On the element itself: a drag must not draw the canvas again. */
export function markEdge(edgeId: string | undefined): void {
  for (const marked of document.querySelectorAll(`.react-flow__edge[${MARK}]`))
    if ((marked as SVGElement).dataset.id !== edgeId) marked.removeAttribute(MARK);
  if (edgeId !== undefined) document.querySelector(`.react-flow__edge[data-id="${CSS.escape(edgeId)}"]`)?.setAttribute(MARK, '');
}
