import type { DragEvent } from 'react';

/** The dragged data is a reference without braces. */
const REFERENCE_MEDIUM = 'application/x-threadloom-reference';
/** While this attribute is on the page, fields that accept references are highlighted. */
const MARK = 'carriesReference';

/** So long the pointer has to stay on a node before that is opened: longer than it takes to pass over one. */
const DWELL_MS = 500;

/**
 * Makes an element draggable as a reference. Outside of the forms it is a text with its braces.
 * `openNode` is called for the canvas node under the pointer, so that the reference can be dropped
 * in its form.
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
  // An unmounted element gets no `dragend`. No pointer moves during a drag, so the first move means that it has ended.
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
