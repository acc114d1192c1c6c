import type { monaco } from '#components/code-editor/load-monaco.ts';
import { carriesReference, droppedReference } from '#components/ui/drag-reference.ts';

type TakeDrops = {
  /** Whether references have a meaning in this text. */
  readonly isAccepting: () => boolean;
  /** Inserts at the caret. */
  readonly insert: (reference: string) => void;
};

/** Accepts references dragged into the text, inserted at the pointer. @returns a function that removes the listeners */
export function takeDrops(editor: monaco.editor.IStandaloneCodeEditor, { isAccepting, insert }: TakeDrops): () => void {
  const element = editor.getContainerDomNode();
  const listening = new AbortController();
  const options = { signal: listening.signal, capture: true };
  function putCaret({ clientX, clientY }: DragEvent) {
    const position = editor.getTargetAtClientPoint(clientX, clientY)?.position;
    if (position) editor.setPosition(position);
  }
  function onDragOver(event: DragEvent) {
    if (!event.dataTransfer || !isAccepting() || !carriesReference({ dataTransfer: event.dataTransfer })) return;
    event.preventDefault();
    event.stopPropagation();
    editor.focus();
    putCaret(event);
  }
  function onDrop(event: DragEvent) {
    const reference = droppedReference(event);
    if (reference === undefined || !isAccepting()) return;
    event.preventDefault();
    event.stopPropagation();
    putCaret(event);
    insert(reference);
  }
  element.addEventListener('dragover', onDragOver, options);
  element.addEventListener('drop', onDrop, options);
  return () => listening.abort();
}
