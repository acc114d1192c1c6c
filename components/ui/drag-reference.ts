import type { DragEvent } from 'react';

/** What is dragged is a reference without braces. */
const REFERENCE_MEDIUM = 'application/x-threadloom-reference';
/** While it stands at the page, what takes references shows it. */
const MARK = 'carriesReference';

/** So long the pointer has to stay on a node before that is opened: longer than it takes to pass over one. */
const DWELL_MS = 500;

/**
 * Lets an element be dragged as a reference. Outside of the forms it is a text with its braces. `openNode` is told of the node of the canvas on which the
 * pointer stays, so that what is dragged can be dropped in its form.
 */
export function startReferenceDrag(event: DragEvent, reference: string, openNode?: (nodeId: string) => void): void {
  event.stopPropagation();
  event.dataTransfer.setData(REFERENCE_MEDIUM, reference);
  event.dataTransfer.setData('text/plain', `{{${reference}}}`);
  event.dataTransfer.effectAllowed = 'copy';
  document.body.dataset[MARK] = '';
  const carrying = new AbortController();
  const end = () => {
    delete document.body.dataset[MARK];
    carrying.abort();
  };
  // What was dragged may not be drawn any more, and is then never told that its drag has ended. While one is on, no pointer moves.
  const options = { signal: carrying.signal, capture: true };
  for (const type of ['dragend', 'drop', 'pointermove'] as const) window.addEventListener(type, end, options);
  if (openNode) watchDwelling(openNode, carrying.signal);
}

function watchDwelling(openNode: (nodeId: string) => void, signal: AbortSignal): void {
  let over: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  function look({ target }: Event) {
    const node = target instanceof Element ? target.closest<HTMLElement>('.react-flow__node') : null;
    const nodeId = node?.dataset.id;
    if (nodeId === over) return;
    over = nodeId;
    clearTimeout(timer);
    if (nodeId !== undefined) timer = setTimeout(() => openNode(nodeId), DWELL_MS);
  }
  window.addEventListener('dragover', look, { signal, capture: true });
  signal.addEventListener('abort', () => clearTimeout(timer));
}

export function carriesReference({ dataTransfer }: { dataTransfer: DataTransfer }): boolean {
  return dataTransfer.types.includes(REFERENCE_MEDIUM);
}

/** The reference that was dropped; undefined when it was something else. */
export function droppedReference({ dataTransfer }: { dataTransfer: DataTransfer | null }): string | undefined {
  return dataTransfer?.getData(REFERENCE_MEDIUM) || undefined;
}
