'use client';
import { type DragEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { functionText } from '#components/inspector/expression/function-text.ts';
import { type ReferenceTarget, useReferenceTargets } from '#components/inspector/expression/reference-targets.ts';
import { referenceText } from '#components/inspector/expression/reference-text.ts';
import { carriesReference, droppedReference } from '#components/ui/drag-reference.ts';

/** Makes a text field accept references: by drop, and from lists while it was focused last. */
export function useTextTarget(area: RefObject<HTMLTextAreaElement | null>, mode: 'template' | 'cel') {
  const { take, leave } = useReferenceTargets();
  const [isOver, setIsOver] = useState(false);
  const own = useRef<ReferenceTarget>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a text is gone once, whatever was drawn before
  useEffect(() => () => leave(own.current), []);

  function takeCaret() {
    const element = area.current;
    if (!element) return;
    const target: ReferenceTarget = {
      title: titleOf(element),
      insert: (reference: string) => insertReference(element, reference, mode),
      insertFunction: (form: string) => insertFunction(element, form, mode),
    };
    own.current = target;
    take(target);
  }
  function onDrop(event: DragEvent<HTMLTextAreaElement>) {
    setIsOver(false);
    const reference = droppedReference(event);
    const element = area.current;
    if (reference === undefined || !element) return;
    event.preventDefault();
    const caret = caretAt(element, event);
    element.setSelectionRange(caret, caret);
    insertReference(element, reference, mode);
  }
  return {
    isOver,
    events: {
      onFocus: takeCaret,
      // The browser itself shows where a text would be dropped, and so nothing is prevented before the drop.
      onDragEnter: (event: DragEvent) => setIsOver(carriesReference(event)),
      onDragLeave: () => setIsOver(false),
      onDrop,
    },
  };
}

function titleOf(element: HTMLTextAreaElement): string {
  return element.getAttribute('aria-label') ?? element.labels[0]?.textContent ?? '';
}

function insertReference(element: HTMLTextAreaElement, reference: string, mode: 'template' | 'cel'): void {
  element.focus();
  // The only way to change a text that the browser's undo includes.
  document.execCommand('insertText', false, referenceText(element.value, element.selectionStart, { mode, reference }));
}

function insertFunction(element: HTMLTextAreaElement, form: string, mode: 'template' | 'cel'): void {
  const { at, typed, selected } = functionText(element.value, element.selectionStart, { mode, form });
  element.focus();
  element.setSelectionRange(at, at);
  document.execCommand('insertText', false, typed);
  element.setSelectionRange(selected.from, selected.to);
}

/** The offset of the character under the pointer; the end of the text if the browser does not support that. */
function caretAt(element: HTMLTextAreaElement, { clientX, clientY }: { clientX: number; clientY: number }): number {
  const found = document.caretPositionFromPoint?.(clientX, clientY);
  return found?.offsetNode === element ? found.offset : element.value.length;
}
