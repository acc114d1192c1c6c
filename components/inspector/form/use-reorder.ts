'use client';
import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react';
import { indexAfterDrop, slotAt } from '#components/inspector/form/drop-slot.ts';
import { focusSoon } from '#components/ui/focus-soon.ts';

export type Reorder = {
  readonly count: number;
  /** The item that is being dragged, and before which one it would be dropped. */
  readonly dragged: { readonly from: number; readonly slot: number } | undefined;
  /** The last moved item and its new index, for the screen reader announcement. */
  readonly moved: { readonly from: number; readonly to: number } | undefined;
  handleId(index: number): string;
  move(from: number, to: number): void;
  handleEvents(index: number): HandleEvents;
};

type HandleEvents = {
  onPointerDown(event: PointerEvent<HTMLElement>): void;
  onPointerMove(event: PointerEvent<HTMLElement>): void;
  onPointerUp(): void;
  onPointerCancel(): void;
  onKeyDown(event: KeyboardEvent<HTMLElement>): void;
};

/** Reorders the items of an `ol` or `ul` by handles: by drag or arrow keys. Escape cancels. */
export function useReorder(count: number, onMove: (from: number, to: number) => void): Reorder {
  const listId = useId();
  const [dragged, setDragged] = useState<Reorder['dragged']>();
  const [moved, setMoved] = useState<Reorder['moved']>();
  const handleId = (index: number) => `${listId}-${index}`;

  function move(from: number, to: number) {
    if (to < 0 || to >= count || to === from) return;
    onMove(from, to);
    setMoved({ from, to });
  }
  function onPointerMove({ clientY, currentTarget }: PointerEvent<HTMLElement>) {
    const list = currentTarget.closest('ol, ul');
    if (!dragged || !list) return;
    const boxes = [...list.children].map((item) => item.getBoundingClientRect());
    const slot = slotAt(clientY, boxes);
    if (slot !== dragged.slot) setDragged({ ...dragged, slot });
  }
  function drop() {
    if (!dragged) return;
    setDragged(undefined);
    move(dragged.from, indexAfterDrop(dragged.from, dragged.slot));
  }
  function onKeyDown(event: KeyboardEvent<HTMLElement>, index: number) {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (event.key === 'Escape' && dragged) setDragged(undefined);
    else if (step === 0) return;
    else if (index + step >= 0 && index + step < count) {
      move(index, index + step);
      focusSoon(handleId(index + step));
    }
    event.preventDefault();
    event.stopPropagation();
  }
  return {
    count,
    dragged,
    moved,
    handleId,
    move,
    handleEvents: (index) => ({
      onPointerDown(event) {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDragged({ from: index, slot: index });
      },
      onPointerMove,
      onPointerUp: drop,
      onPointerCancel: () => setDragged(undefined),
      onKeyDown: (event) => onKeyDown(event, index),
    }),
  };
}
