const MARK = 'data-drop';
/** Cached: each pointer move of a drag reads it, mostly for the same edge or none. */
let marked: SVGElement | undefined;

/** The edge at a position in the window, even if another element covers it. */
export function edgeUnder({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): string | undefined {
  const edge = document.elementsFromPoint(clientX, clientY).find((element) => element.closest('.react-flow__edge'));
  return edge?.closest<SVGElement>('.react-flow__edge')?.dataset.id;
}

/** Highlights the edge that a node would be inserted into. Set on the element: a drag must not render the canvas. */
export function markEdge(edgeId: string | undefined): void {
  // The marked element may have been rendered again or removed.
  if (marked?.dataset.id === edgeId && marked?.isConnected !== false) return;
  marked?.removeAttribute(MARK);
  marked =
    edgeId === undefined
      ? undefined
      : (document.querySelector<SVGElement>(`.react-flow__edge[data-id="${CSS.escape(edgeId)}"]`) ?? undefined);
  marked?.setAttribute(MARK, '');
}
