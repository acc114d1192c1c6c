const MARK = 'data-drop';
/** A drag asks with every move of the pointer, mostly for the same edge or for none: the page is not searched for it. */
let marked: SVGElement | undefined;

/** The edge under a place in the window, also one that something else covers. */
export function edgeUnder({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): string | undefined {
  const edge = document.elementsFromPoint(clientX, clientY).find((element) => element.closest('.react-flow__edge'));
  return edge?.closest<SVGElement>('.react-flow__edge')?.dataset.id;
}

/** Shows into which edge a node would go; none any more without an id. On the element itself: a drag must not draw the canvas again. */
export function markEdge(edgeId: string | undefined): void {
  // What was marked may have been drawn anew, or taken away.
  if (marked?.dataset.id === edgeId && marked?.isConnected !== false) return;
  marked?.removeAttribute(MARK);
  marked =
    edgeId === undefined
      ? undefined
      : (document.querySelector<SVGElement>(`.react-flow__edge[data-id="${CSS.escape(edgeId)}"]`) ?? undefined);
  marked?.setAttribute(MARK, '');
}
